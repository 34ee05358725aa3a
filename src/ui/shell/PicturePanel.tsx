import { memo, useCallback, useMemo, type Ref } from 'react';
import { describe, describeFinding } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { useGrips } from '../hands/use-grips.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import {
  cursorOf,
  cursorTime,
  leadingRun,
  partingOf,
  placesOf,
  shownRuns,
  type Parting,
} from '../state/derived.ts';
import { openMenu } from '../state/menu.ts';
import { seek, selectLane, setCursor, setLeading, setView } from '../state/store.ts';
import { text } from '../text.ts';
import { extentOf } from '../timeline/layout.ts';
import { pictureOf } from '../timeline/picture-of.ts';
import type { CursorChange, TimelineAsk, TimelineDifference, TimelineHandle } from '../timeline/props.ts';
import type { TimeView } from '../timeline/scale.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { ONE_COLUMN, useMedia } from './use-media.ts';
import type { Micros } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';

/** The timeline and what it shows and tells. */
export const PicturePanel = memo(function PicturePanel({ handle }: { readonly handle: Ref<TimelineHandle> }) {
  const store = useAppStore();
  const { runs } = useApp(shownRuns);
  const t = useApp(cursorTime);
  // The picture counts entries at one time in its first run.
  const seq = useApp((state) => placesOf(state)[0] ?? cursorOf(state).seq);
  const lane = useApp((state) => state.lane);
  const view = useApp((state) => state.view);
  const parting = useApp(partingOf);
  const inOneColumn = useMedia(ONE_COLUMN);
  const cursor = useMemo(() => ({ t, seq }), [t, seq]);
  const difference = useMemo(() => (parting === null ? null : differenceOf(parting, runs)), [parting, runs]);

  const extent = useCallback((): TimeView => {
    const state = store.getState();
    return state.view ?? extentOf(shownRuns(state).runs.map(pictureOf));
  }, [store]);
  const hands = useGrips(extent);

  const onCursorChange = useCallback(
    (entry: number, change: CursorChange) => {
      const { runs } = shownRuns(store.getState());
      const run = runs[change.run];
      if (run === undefined) return;
      const pointedAtEntry = run.entries[entry]?.t === change.t;
      if (!pointedAtEntry) {
        seek(store, change.t);
        return;
      }
      if (change.run > 0 && run !== leadingRun(store.getState())) setLeading(store, run.configuration);
      if (run === leadingRun(store.getState())) setCursor(store, { seq: entry, t: null });
      else seek(store, change.t);
    },
    [store],
  );
  const onAsk = useCallback(
    ({ run: index, lane, t: asked, seq: near, pointer }: TimelineAsk) => {
      const run = shownRuns(store.getState()).runs[index];
      if (run === undefined) return;
      const entry = near === null ? undefined : run.entries[near];
      const time = entry?.t ?? (asked === null ? undefined : (Math.max(0, Math.round(asked)) as Micros));
      openMenu(store, {
        configuration: run.configuration,
        lane,
        message: entry?.message ?? null,
        pointer,
        ...(time === undefined ? {} : { t: time }),
      });
    },
    [store],
  );
  const onSelectLane = useCallback((next: string | null) => selectLane(store, next), [store]);
  const onViewChange = useCallback((next: TimeView | null) => setView(store, next), [store]);

  return (
    <Timeline
      ref={handle}
      runs={runs}
      cursor={cursor}
      onCursorChange={onCursorChange}
      selectedLane={lane}
      onSelectLane={onSelectLane}
      firstDifference={difference}
      view={hands.view ?? view}
      grips={hands.grips}
      onGrip={hands.onGrip}
      ghosts={hands.ghosts}
      onViewChange={onViewChange}
      onAsk={runs[0]?.origin === 'simulated' ? onAsk : undefined}
      fills={!inOneColumn}
      text={text.timeline}
      describe={describe}
      describeFinding={describeFinding}
    />
  );
});

/** The parting as the picture wants it, with its one sentence. */
function differenceOf(parting: Parting, runs: readonly Run[]): TimelineDifference {
  const { leading, other, difference } = parting;
  const time = formatTime(leading, parting.t);
  const said = (entry: typeof difference.left, run: Run): string =>
    entry === null ? text.page.runEnded : describe(entry, run);
  return {
    t: parting.t,
    seqs: runs.map((run) => (difference.seq < run.entries.length ? difference.seq : null)),
    sentence:
      writeSentence(parting, time) ??
      onlySentence(parting, time) ??
      text.page.partsAt(
        time,
        leading.label,
        said(difference.left, leading),
        other.label,
        said(difference.right, other),
      ),
  };
}

/** The usual parting: one write, and two stores that judge it differently. */
function writeSentence({ leading, other, difference }: Parting, time: string): string | null {
  const { left, right } = difference;
  if (left?.ev !== 'write' || right?.ev !== 'write' || left.outcome === right.outcome) return null;
  const write = text.page.writeOf(left.client ?? left.actor, left.token);
  const [accepted, rejected] = left.outcome === 'accepted' ? [leading, other] : [other, leading];
  return text.page.partsAtWrite(time, write, accepted.label, rejected.label);
}

/** Something happens in one run alone. */
function onlySentence({ leading, other, difference }: Parting, time: string): string | null {
  const { only, left, right } = difference;
  const [entry, run] = only === 'left' ? [left, leading] : [right, other];
  return only === null || entry === null
    ? null
    : text.page.partsAtOnly(time, run.label, describe(entry, run));
}
