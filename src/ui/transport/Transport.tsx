import { memo } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { cursorOf, leadingRun, shownRuns } from '../state/derived.ts';
import { openMenu } from '../state/menu.ts';
import { goToEnd, goToNextFinding, step, stepInLane, toggleFolds, togglePlaying } from '../state/store.ts';
import { text } from '../text.ts';
import { foldingOfRuns } from '../timeline/folding.ts';
import { AdvanceBy } from './AdvanceBy.tsx';
import { Icon } from './Icon.tsx';
import { SPEEDS, type Speed } from './pace.ts';
import { TimeSlider } from './TimeSlider.tsx';
import { usePlayback } from './use-playback.ts';

/** Everything that moves the cursor: by entry, by time, by finding, and by itself. */
export const Transport = memo(function Transport() {
  usePlayback();
  return (
    <section className="transport" aria-label={text.page.transport}>
      <TimeSlider />
      <div className="transport-row">
        <Steps />
        <NextFinding />
        <ChangeHere />
        <LaneSteps />
        <AdvanceBy />
        <SpeedChoice />
        <FoldEmptyTime />
      </div>
    </section>
  );
});

const Steps = memo(function Steps() {
  const store = useAppStore();
  const playing = useApp((state) => state.playing);
  const atStart = useApp((state) => cursorOf(state).seq === 0 && cursorOf(state).t === null);
  const atEnd = useApp((state) => cursorOf(state).seq >= leadingRun(state).entries.length - 1);
  return (
    <div className="group">
      <button
        type="button"
        className="icon"
        aria-label={text.page.toStart}
        title={text.page.toStart}
        onClick={() => goToEnd(store, 'first')}
      >
        <Icon name="start" />
      </button>
      <button type="button" aria-disabled={atStart} onClick={() => step(store, -1)}>
        <Icon name="back" />
        <span>{text.page.stepBack}</span>
      </button>
      <button type="button" className="primary play" onClick={() => togglePlaying(store)}>
        <Icon name={playing ? 'pause' : 'play'} />
        <span>{playing ? text.page.pause : text.page.play}</span>
      </button>
      <button type="button" aria-disabled={atEnd} onClick={() => step(store, 1)}>
        <span>{text.page.stepForward}</span>
        <Icon name="forward" />
      </button>
      <button
        type="button"
        className="icon"
        aria-label={text.page.toEnd}
        title={text.page.toEnd}
        onClick={() => goToEnd(store, 'last')}
      >
        <Icon name="end" />
      </button>
    </div>
  );
});

const NextFinding = memo(function NextFinding() {
  const store = useAppStore();
  const none = useApp((state) => shownRuns(state).runs.every((run) => run.verdict.findings.length === 0));
  return (
    <button
      type="button"
      className="next-finding"
      aria-disabled={none}
      onClick={() => goToNextFinding(store)}
    >
      {text.page.nextFinding}
    </button>
  );
});

const ChangeHere = memo(function ChangeHere() {
  const store = useAppStore();
  const isRecorded = useApp((state) => leadingRun(state).origin === 'recorded');
  if (isRecorded) return null;
  return (
    <button type="button" aria-haspopup="dialog" title={text.page.changeHint} onClick={() => openMenu(store)}>
      {text.page.change}
    </button>
  );
});

const LaneSteps = memo(function LaneSteps() {
  const store = useAppStore();
  const lane = useApp((state) => leadingRun(state).lanes.find(({ id }) => id === state.lane)?.label ?? null);
  const name = lane ?? text.page.laneNone;
  return (
    <div className="group lane-steps" title={lane === null ? text.page.noLane : undefined}>
      <button
        type="button"
        className="icon"
        aria-label={text.page.previousInLane(name)}
        aria-disabled={lane === null}
        onClick={() => stepInLane(store, -1)}
      >
        <Icon name="back" />
      </button>
      <span className="lane-name" aria-hidden="true">
        {lane ?? text.page.lane}
      </span>
      <button
        type="button"
        className="icon"
        aria-label={text.page.nextInLane(name)}
        aria-disabled={lane === null}
        onClick={() => stepInLane(store, 1)}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
});

/** Offered where there is something to fold. */
const FoldEmptyTime = memo(function FoldEmptyTime() {
  const store = useAppStore();
  const { runs } = useApp(shownRuns);
  const folds = useApp((state) => state.folds);
  const folding = foldingOfRuns(runs);
  if (folding === null && !folds) return null;
  return (
    <button
      type="button"
      aria-pressed={folds}
      title={text.page.foldHint(folding?.gaps.length ?? 0)}
      onClick={() => toggleFolds(store)}
    >
      {text.page.fold}
    </button>
  );
});

const SpeedChoice = memo(function SpeedChoice() {
  const store = useAppStore();
  const speed = useApp((state) => state.speed);
  return (
    <label className="speed">
      <span className="hidden">{text.page.speed}</span>
      <select
        value={speed}
        onChange={(event) => {
          const wanted = SPEEDS.find((one) => String(one) === event.target.value);
          if (wanted !== undefined) store.setState({ speed: wanted satisfies Speed });
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {text.page.speedOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
});
