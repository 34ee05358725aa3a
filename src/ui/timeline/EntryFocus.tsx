import { memo, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import type { HitScene } from './hit.ts';
import { placeOf } from './hit.ts';
import type { RunPicture } from './picture.ts';
import { at, lowerBoundOf } from './search.ts';

/** Which entry of a panel the keyboard stands on. */
interface Place {
  readonly lane: number;
  readonly index: number;
}

/** What the panel may ask of its focus. */
export interface EntryFocusHandle {
  readonly focus: (seq: number) => void;
}

/**
 * The panel's entries for the keyboard and for screen readers: a list box with one tab stop. Only the entry
 * that has the focus is in the document, so that a trace of any length costs one node; its place and the
 * length of its lane are told by position and set size.
 */
export const EntryFocus = memo(function EntryFocus(props: {
  readonly scene: HitScene;
  readonly label: string;
  readonly nameOf: (seq: number) => string;
  readonly onFocus: (seq: number) => void;
  readonly onBlur: () => void;
  readonly onChoose: (seq: number) => void;
  readonly focusRef: Ref<EntryFocusHandle> | undefined;
}) {
  const { scene, label, nameOf, onFocus, onBlur, onChoose } = props;
  const { picture } = scene;
  const [wanted, setWanted] = useState<Place | null>(null);
  const option = useRef<SVGGElement>(null);
  const moved = useRef(false);
  const place = wanted !== null && isPlace(picture, wanted) ? wanted : firstPlace(picture);

  useLayoutEffect(() => {
    if (moved.current) option.current?.focus({ preventScroll: false });
    moved.current = false;
  }, [wanted]);
  useImperativeHandle(props.focusRef, () => ({
    focus: (seq) => {
      const found = findPlace(picture, seq);
      if (found === null) return;
      moved.current = true;
      setWanted({ ...found });
    },
  }));

  if (place === null) return null;
  const { marks } = at(picture.lanes, place.lane);
  const seq = at(marks.seq, place.index);
  const { x, y } = placeOf(scene, place.lane, place.index);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') onChoose(seq);
    else {
      const next = step(picture, place, event.key);
      if (next === null) return;
      moved.current = true;
      setWanted(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <g role="listbox" aria-label={label} aria-orientation="horizontal">
      <g
        key={seq}
        ref={option}
        role="option"
        className="tl-focus"
        tabIndex={0}
        data-seq={seq}
        aria-selected="false"
        aria-label={nameOf(seq)}
        aria-posinset={place.index + 1}
        aria-setsize={marks.seq.length}
        onKeyDown={onKeyDown}
        onFocus={() => onFocus(seq)}
        onBlur={onBlur}
      >
        <circle cx={x} cy={y} r={10} />
      </g>
    </g>
  );
});

function isPlace(picture: RunPicture, place: Place): boolean {
  return place.index < (picture.lanes[place.lane]?.marks.seq.length ?? 0);
}

/** The keyboard begins where the picture's point is: at the worst finding, else at the first entry. */
function firstPlace(picture: RunPicture): Place | null {
  const decisive = picture.findings.find((mark) => mark.severity === picture.outcome) ?? picture.findings[0];
  const found = decisive === undefined ? null : findPlace(picture, decisive.seq);
  if (found !== null) return found;
  const lane = picture.lanes.findIndex((lane) => lane.marks.seq.length > 0);
  return lane < 0 ? null : { lane, index: 0 };
}

function findPlace(picture: RunPicture, seq: number): Place | null {
  for (const [lane, { marks }] of picture.lanes.entries()) {
    const index = lowerBoundOf(marks.seq, seq);
    if (marks.seq[index] === seq) return { lane, index };
  }
  return null;
}

function step(picture: RunPicture, place: Place, key: string): Place | null {
  const last = at(picture.lanes, place.lane).marks.seq.length - 1;
  switch (key) {
    case 'ArrowRight':
      return { ...place, index: Math.min(last, place.index + 1) };
    case 'ArrowLeft':
      return { ...place, index: Math.max(0, place.index - 1) };
    case 'Home':
      return { ...place, index: 0 };
    case 'End':
      return { ...place, index: last };
    case 'ArrowUp':
      return otherLane(picture, place, -1);
    case 'ArrowDown':
      return otherLane(picture, place, 1);
    default:
      return null;
  }
}

/** The entry nearest in time in the next lane that has any. */
function otherLane(picture: RunPicture, place: Place, by: 1 | -1): Place {
  const time = at(at(picture.lanes, place.lane).marks.t, place.index);
  for (let lane = place.lane + by; lane >= 0 && lane < picture.lanes.length; lane += by) {
    const { t } = at(picture.lanes, lane).marks;
    if (t.length === 0) continue;
    const after = Math.min(t.length - 1, lowerBoundOf(t, time));
    const before = Math.max(0, after - 1);
    return { lane, index: Math.abs(at(t, before) - time) < Math.abs(at(t, after) - time) ? before : after };
  }
  return place;
}
