import { memo, useCallback, useMemo } from 'react';
import type { MouseEvent, PointerEvent, Ref } from 'react';
import type { Run } from '../../scenarios/run.ts';
import { OVERSCAN } from './bars.ts';
import { drawPanel } from './draw.ts';
import type { EntryFocusHandle } from './EntryFocus.tsx';
import { EntryFocus } from './EntryFocus.tsx';
import type { PanelGeometry } from './geometry.ts';
import type { GripPhase, TimelineGrip } from './grip-props.ts';
import { Grips } from './Grips.tsx';
import type { Hit, HitScene } from './hit.ts';
import { hitTest, placeOfEntry } from './hit.ts';
import { LaneNames } from './LaneNames.tsx';
import { OffscreenFindings } from './OffscreenFindings.tsx';
import { PanelMarks } from './PanelMarks.tsx';
import { px } from './path.ts';
import { pictureOf } from './picture-of.ts';
import { timeWords } from './details.ts';
import type { TimelineAsk, TimelineProps } from './props.ts';
import type { RunPicture } from './picture.ts';
import type { Axis, TimeScale } from './scale.ts';
import { at } from './search.ts';
import type { TimelineText } from './text.ts';

type PanelGripped = (grip: string, phase: GripPhase, t: number) => void;

/** What a panel tells about the pointer or the focus. */
export interface PanelHit {
  readonly run: number;
  readonly hit: Hit;
  /** Where the details should point, in the coordinates of the window. */
  readonly x: number;
  readonly y: number;
}

/** Properties of a panel; none of them changes with the cursor. */
export interface PanelProps {
  readonly index: number;
  readonly run: Run;
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly axis: Axis;
  readonly namesAbove: boolean;
  readonly patterns: string;
  readonly selectedLane: string | null;
  readonly text: TimelineText;
  readonly describe: TimelineProps['describe'];
  readonly onSelectLane: (lane: string | null) => void;
  readonly onHit: (hit: PanelHit | null) => void;
  readonly onChoose: (run: number, seq: number) => void;
  readonly onReveal: (time: number) => void;
  readonly focus: Ref<EntryFocusHandle> | undefined;
  readonly grips: readonly TimelineGrip[];
  readonly onGrip: (run: number, grip: string, phase: GripPhase, t: number) => void;
  /** The run as it was before a change that is not over. */
  readonly ghost: Run | null;
  readonly onAsk: ((ask: TimelineAsk) => void) | undefined;
}

/** One run on the common axis: names, marks, and what keyboard and pointer need. */
export const Panel = memo(function Panel(props: PanelProps) {
  const {
    index,
    run,
    picture,
    geometry,
    scale,
    axis,
    text,
    selectedLane,
    describe,
    onHit,
    onChoose,
    onReveal,
    onGrip,
    onAsk,
  } = props;
  const drawing = useMemo(() => drawPanel(picture, geometry, scale, text), [picture, geometry, scale, text]);
  const scene = useMemo<HitScene>(
    () => ({ picture, geometry, scale, densities: drawing.densities }),
    [picture, geometry, scale, drawing],
  );
  const grid = useMemo(
    () =>
      axis.ticks
        .map(({ time }) => `M${px(Math.round(scale.x(time)) + 0.5)} 0V${px(geometry.height)}`)
        .join(''),
    [axis, scale, geometry],
  );
  const nameOf = (seq: number): string => {
    const entry = at(run.entries, seq);
    return `${timeWords(entry.t, { axis, text })}: ${describe(entry, run)}`;
  };
  const selected = picture.lanes.findIndex((lane) => lane.lane.id === selectedLane);

  const takeGrip = useCallback<PanelGripped>(
    (grip, phase, t) => onGrip(index, grip, phase, t),
    [onGrip, index],
  );
  const hitOf = (event: PointerEvent<SVGSVGElement>): Hit | null => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return hitTest(scene, event.clientX - bounds.left - OVERSCAN, event.clientY - bounds.top);
  };
  const asks = (event: MouseEvent<HTMLDivElement>): void => {
    const asked = askOf(event, scene);
    if (onAsk === undefined || asked === null) return;
    event.preventDefault();
    onAsk({ run: index, ...asked });
  };
  const focused = (seq: number, element: Element | null): void => {
    const bounds = element?.getBoundingClientRect();
    if (bounds === undefined) return;
    const x = bounds.left + bounds.width / 2;
    const y = bounds.top + bounds.height / 2;
    onHit({ run: index, hit: { kind: 'entry', seq, lane: -1, x: 0, y: 0 }, x, y });
  };

  return (
    <div className="tl-body" style={{ height: geometry.height }} onContextMenu={asks}>
      <LaneNames
        picture={picture}
        geometry={geometry}
        above={props.namesAbove}
        selected={selectedLane}
        text={text}
        onSelect={props.onSelectLane}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on an entry does what a click on it does */}
      <svg
        className="tl-panel"
        role="group"
        aria-label={text.panel(run.label, run.lanes.length, run.entries.length)}
        width={scale.width + 2 * OVERSCAN}
        height={geometry.height}
        viewBox={`${String(-OVERSCAN)} 0 ${String(scale.width + 2 * OVERSCAN)} ${String(geometry.height)}`}
        onPointerMove={(event) => {
          if (event.buttons !== 0) return;
          const hit = hitOf(event);
          onHit(hit === null ? null : { run: index, hit, x: event.clientX, y: event.clientY });
        }}
        onPointerLeave={() => onHit(null)}
        onClick={(event) => {
          const hit = hitOf(event as unknown as PointerEvent<SVGSVGElement>);
          if (hit?.kind === 'entry') onChoose(index, hit.seq);
        }}
      >
        {selected >= 0 && <SelectedLane geometry={geometry} lane={selected} width={scale.width} />}
        {props.ghost !== null && props.ghost !== run && (
          <Ghost
            run={props.ghost}
            now={picture}
            geometry={geometry}
            scale={scale}
            text={text}
            patterns={props.patterns}
          />
        )}
        <PanelMarks drawing={drawing} grid={grid} prefix={props.patterns} />
        <EntryFocus
          focusRef={props.focus}
          scene={scene}
          label={text.entriesOf(run.label)}
          nameOf={nameOf}
          onFocus={(seq) => {
            onReveal(at(run.entries, seq).t);
            focused(seq, document.activeElement);
          }}
          onBlur={() => onHit(null)}
          onChoose={(seq) => onChoose(index, seq)}
        />
        <Grips grips={props.grips} scene={scene} label={text.gripsOf(run.label)} onGrip={takeGrip} />
      </svg>
      <OffscreenFindings
        picture={picture}
        geometry={geometry}
        scale={scale}
        text={text}
        onReveal={onReveal}
      />
    </div>
  );
});

/** What is asked about: the entry that has the focus, or what is under the pointer. */
function askOf(event: MouseEvent<HTMLDivElement>, scene: HitScene): Omit<TimelineAsk, 'run'> | null {
  const { picture, geometry, scale } = scene;
  const focus = event.target instanceof Element ? event.target.closest<SVGElement>('[data-seq]') : null;
  const seq = focus === null ? null : Number(focus.dataset['seq']);
  const place = seq === null ? null : placeOfEntry(scene, seq);
  if (place !== null) {
    const lane = at(picture.lanes, place.lane);
    return { lane: lane.lane.id, t: scale.t(place.x), seq, pointer: null };
  }
  const bounds = event.currentTarget.getBoundingClientRect();
  const svg = event.currentTarget.querySelector('.tl-panel')?.getBoundingClientRect() ?? bounds;
  const y = event.clientY - bounds.top;
  const x = event.clientX - svg.left - OVERSCAN;
  const lane = geometry.lanes.findIndex((box) => y >= box.top && y < box.top + box.height);
  if (lane < 0) return null;
  const hit = x < 0 ? null : hitTest(scene, x, y);
  return {
    lane: at(picture.lanes, lane).lane.id,
    t: x < 0 ? null : scale.t(x),
    seq: hit?.kind === 'entry' ? hit.seq : null,
    pointer: { x: event.clientX, y: event.clientY },
  };
}

/** What the run was like before it was taken hold of: its marks without words. */
function Ghost(props: {
  readonly run: Run;
  readonly now: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly text: TimelineText;
  readonly patterns: string;
}) {
  const { run, now, geometry, scale, text, patterns } = props;
  const picture = pictureOf(run);
  const fits = hasPlaceIn(picture, now);
  const drawing = useMemo(
    () => (fits ? { ...drawPanel(picture, geometry, scale, text), labels: [] } : null),
    [fits, picture, geometry, scale, text],
  );
  if (drawing === null) return null;
  return (
    <g className="tl-ghost">
      <PanelMarks drawing={drawing} grid="" prefix={patterns} />
    </g>
  );
}

function SelectedLane(props: { geometry: PanelGeometry; lane: number; width: number }) {
  const box = at(props.geometry.lanes, props.lane);
  return (
    <rect
      className="tl-selected"
      x={-OVERSCAN}
      y={box.top}
      width={props.width + 2 * OVERSCAN}
      height={box.height}
    />
  );
}

/** Whether every row and band of a picture has its place in the lanes of another. */
function hasPlaceIn(picture: RunPicture, now: RunPicture): boolean {
  return (
    picture.lanes.length === now.lanes.length &&
    picture.lanes.every((lane, index) => {
      const place = at(now.lanes, index);
      if (lane.role === 'client') return place.role === 'client' && (place.hasBand || !lane.hasBand);
      return place.role === lane.role && lane.rows.length <= place.rows.length;
    })
  );
}
