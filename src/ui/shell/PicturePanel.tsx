import { memo, useCallback, useMemo, type Ref } from 'react';
import { differenceSentence } from '../compare/difference-sentence.ts';
import type { PairOfRuns } from '../compare/pairs.ts';
import { describe, describeFinding } from '../describe.ts';
import { calmView } from '../hands/calm-view.ts';
import { useGrips } from '../hands/use-grips.ts';
import { useApp, useAppStore, useSettled } from '../state/app-context.ts';
import { cursorOf, cursorTime, leadingRun, partingsOf, placesOf, shownRuns } from '../state/derived.ts';
import { openMenu } from '../state/menu.ts';
import { seek, selectLane, setCursor, setLeading, setView } from '../state/store.ts';
import { text } from '../text.ts';
import { HatchKey } from '../timeline/HatchKey.tsx';
import { extentOf } from '../timeline/layout.ts';
import { pictureOf } from '../timeline/picture-of.ts';
import type { CursorChange, TimelineAsk, TimelineDifference, TimelineHandle } from '../timeline/props.ts';
import type { TimeView } from '../timeline/time-view.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { ONE_COLUMN, useMedia } from './use-media.ts';
import type { Micros } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';

/** The timeline and what it shows and tells. */
export const PicturePanel = memo(function PicturePanel({ handle }: { readonly handle: Ref<TimelineHandle> }) {
  const store = useAppStore();
  const { runs } = useApp(shownRuns);
  const settled = useSettled(shownRuns).runs;
  const t = useApp(cursorTime);
  // The picture counts entries at one time in its first run.
  const seq = useApp((state) => placesOf(state)[0] ?? cursorOf(state).seq);
  const lane = useApp((state) => state.lane);
  const view = useApp((state) => state.view);
  const folds = useApp((state) => state.folds);
  const pairs = useApp(partingsOf);
  const inOneColumn = useMedia(ONE_COLUMN);
  const cursor = useMemo(() => ({ t, seq }), [t, seq]);
  const differences = useMemo(() => betweenPanels(pairs, runs), [pairs, runs]);

  const extent = useCallback((): TimeView => {
    const state = store.getState();
    return state.view ?? extentOf(shownRuns(state).runs.map(pictureOf));
  }, [store]);
  // Keys leave the handle that they move where it is, and all others.
  const isMoving = useApp(({ tree }) => tree.gesture?.startsWith('keys ') !== true) && settled !== runs;
  const hands = useGrips(extent, isMoving);
  const calm = useMemo(
    () =>
      isMoving && view === null
        ? calmView(extentOf(settled.map(pictureOf)), extentOf(runs.map(pictureOf)))
        : null,
    [isMoving, view, settled, runs],
  );

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
    <>
      <Timeline
        ref={handle}
        runs={runs}
        cursor={cursor}
        onCursorChange={onCursorChange}
        selectedLane={lane}
        onSelectLane={onSelectLane}
        differences={differences}
        view={hands.view ?? calm ?? view}
        isViewHeld={hands.view !== null || calm !== null}
        grips={hands.grips}
        onGrip={hands.onGrip}
        folds={folds}
        ghosts={hands.ghosts}
        onViewChange={onViewChange}
        onAsk={runs[0]?.origin === 'simulated' ? onAsk : undefined}
        fills={!inOneColumn}
        text={text.timeline}
        describe={describe}
        describeFinding={describeFinding}
      />
      <HatchKey runs={runs} text={text.timeline} />
    </>
  );
});

/** The partings of neighbouring panels, each with its one sentence; null where two tell the same. */
function betweenPanels(
  pairs: readonly PairOfRuns[],
  runs: readonly Run[],
): readonly (TimelineDifference | null)[] {
  return runs.slice(1).map((right, index) => {
    const pair = pairs.find((one) => one.left === runs[index] && one.right === right);
    if (pair === undefined || pair.parting === null) return null;
    const { difference } = pair.parting;
    const { seq, only } = difference;
    return {
      t: pair.parting.t,
      above: difference.left === null || only === 'right' ? null : seq,
      below: difference.right === null || only === 'left' ? null : seq,
      sentence: differenceSentence(pair, pair.parting),
    };
  });
}
