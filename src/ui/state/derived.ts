import type { Schedule } from '../../engine/schedule.ts';
import type { Problem } from '../../engine/result.ts';
import { ZERO, type Micros } from '../../engine/time.ts';
import { playConfiguration, type PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Edits } from '../../scenarios/edits.ts';
import type { ParameterValues, Scenario } from '../../scenarios/scenario.ts';
import { counterpart } from '../compare/counterpart.ts';
import { firstDifference } from '../compare/first-difference.ts';
import { pairsOf, type PairOfRuns } from '../compare/pairs.ts';
import { interestingMoment } from '../compare/moments.ts';
import { formatTime } from '../format-time.ts';
import { configurationLabel } from '../labels.ts';
import { text } from '../text.ts';
import { atEntry, timeOf, type Cursor } from './cursor.ts';
import type { Inputs } from './inputs.ts';
import { shownConfigurations } from './inputs.ts';
import { memoized } from './memoized.ts';
import { PlaysOfLate } from './plays-of-late.ts';
import { recordedOf, scenarioOf } from './source.ts';

/** What is on the page: the runs shown, and for a scenario the histories behind them. */
export interface Shown {
  readonly runs: readonly Run[];
  /** In the order of the runs; empty for a recorded trace, which has no worlds. */
  readonly played: readonly PlayedRun[];
  /** Why a configuration could not be played with these values, or not to its end. */
  readonly problems: readonly Problem[];
}

/** Another state of a scenario, whose run is shown beside that of the present one, with a name for both. */
export interface Beside {
  readonly edited: {
    readonly values: ParameterValues;
    readonly edits: Edits;
    readonly schedule: Schedule;
  };
  readonly names: readonly [present: string, other: string];
}

/** The end of the name of a configuration that is played for another state. */
export const BESIDE = '~beside';

type Seen = Inputs & { readonly beside?: Beside | null };

/** The runs that follow from the inputs. Equal inputs give the same object. */
export function shownRuns(inputs: Seen): Shown {
  const recorded = recordedOf(inputs.source);
  const scenario = scenarioOf(inputs.source);
  if (recorded !== null) return ofRecorded(recorded);
  if (scenario === null) return NOTHING;
  const { beside = null } = inputs;
  if (beside !== null) return besides(inputs, scenario, beside);
  return ofScenario(scenario, inputs.values, shownConfigurations(inputs), inputs.schedule, inputs.edits);
}

/** The run whose entries are stepped through and listed. */
export function leadingRun(inputs: Seen): Run {
  const { runs } = shownRuns(inputs);
  return runs.find((run) => run.configuration === inputs.leading) ?? runs[0] ?? EMPTY_RUN;
}

/** The cursor, put at the interesting moment if nobody has moved it, and kept inside the run. */
export function cursorOf(inputs: Seen): Cursor {
  return cursorIn(leadingRun(inputs), shownRuns(inputs).runs, inputs.cursor);
}

/** True time at the cursor. */
export function cursorTime(inputs: Seen): Micros {
  return timeOf(leadingRun(inputs), cursorOf(inputs));
}

/** For every pair of the runs shown where they part, in the order of the runs. */
export function partingsOf(inputs: Seen): readonly PairOfRuns[] {
  return pairs(shownRuns(inputs).runs);
}

/** For each run shown, the entry that stands where the cursor stands. */
export function placesOf(inputs: Seen): readonly number[] {
  return places(leadingRun(inputs), shownRuns(inputs).runs, cursorOf(inputs));
}

const EMPTY_RUN: Run = {
  configuration: 'none',
  label: '',
  origin: 'recorded',
  lanes: [],
  entries: [],
  verdict: { outcome: 'no-finding', findings: [], liveness: [], notRecorded: [] },
};
const NOTHING: Shown = { runs: [], played: [], problems: [] };

/** One configuration, of the present state and of another. */
function besides(inputs: Inputs, scenario: Scenario, { edited, names }: Beside): Shown {
  const shown = shownConfigurations(inputs);
  const id = shown.find((one) => one === inputs.leading) ?? shown[0] ?? '';
  const present = onlyOf(scenario, id, inputs.values, inputs.schedule, inputs.edits);
  return ofTwo(present, otherOf(scenario, id, edited.values, edited.schedule, edited.edits), names);
}

const otherOf = memoized(playOne);

const onlyOf = memoized(
  (scenario: Scenario, id: string, values: ParameterValues, schedule: Schedule, edits: Edits): Shown =>
    ofScenario(scenario, values, [id], schedule, edits),
);

const ofTwo = memoized((present: Shown, other: Play, names: Beside['names']): Shown => {
  const [first] = present.played;
  const played: PlayedRun[] = [];
  if (first !== undefined) played.push({ ...first, run: named(first.run, names[0], '') });
  if (other.played !== null) played.push({ ...other.played, run: named(other.played.run, names[1], BESIDE) });
  return {
    played,
    runs: played.map(({ run }) => run),
    problems: [...present.problems, ...other.problems],
  };
});

function named(run: Run, name: string, end: string): Run {
  return { ...run, configuration: `${run.configuration}${end}`, label: `${run.label}: ${name}` };
}

const ofRecorded = memoized((run: Run): Shown => ({ runs: [run], played: [], problems: [] }));

const cursorIn = memoized((leading: Run, runs: readonly Run[], cursor: Cursor | null): Cursor => {
  if (cursor === null) return interestingMoment(leading, runs);
  return cursor.seq < leading.entries.length ? cursor : atEntry(leading, cursor.seq);
});

const pairs = memoized(pairsOf);

const places = memoized((leading: Run, runs: readonly Run[], cursor: Cursor): readonly number[] =>
  runs.map((run) => counterpart(leading, run, firstDifference(leading, run), cursor)),
);

type Play = { readonly played: PlayedRun | null; readonly problems: readonly Problem[] };

const ofScenario = memoized(
  (
    scenario: Scenario,
    values: ParameterValues,
    configurations: readonly string[],
    schedule: Schedule,
    edits: Edits,
  ): Shown => {
    const shown = configurations.map((id) => playOne(scenario, id, values, schedule, edits));
    const played = shown.flatMap((play) => (play.played === null ? [] : [play.played]));
    return {
      played,
      runs: played.map(({ run }) => run),
      problems: shown.flatMap((play) => play.problems),
    };
  },
);

/** So that showing one more configuration plays one more. */
const late = new PlaysOfLate<Play>(({ played }) => played?.history.steps.length ?? 1);

function playOne(
  scenario: Scenario,
  id: string,
  values: ParameterValues,
  schedule: Schedule,
  edits: Edits,
): Play {
  return late.get({ scenario, configuration: id, values, schedule, edits }, () =>
    playAnew(scenario, id, values, schedule, edits),
  );
}

function playAnew(
  scenario: Scenario,
  id: string,
  values: ParameterValues,
  schedule: Schedule,
  edits: Edits,
): Play {
  try {
    const played = playConfiguration(scenario, id, values, schedule, edits);
    if (!played.ok) return { played: null, problems: played.problems };
    const run = { ...played.value.run, label: configurationLabel(scenario, id) };
    const { end, steps, entries } = played.value.history;
    const last = entries.at(-1)?.t ?? ZERO;
    const what = end === 'over' ? null : text.page.runCut(steps.length - 1, formatTime(run, last));
    return {
      played: { ...played.value, run },
      problems: what === null ? [] : [{ where: run.label, what }],
    };
  } catch (error) {
    // A broken promise of the program: one configuration is missing then, the page stays.
    return { played: null, problems: [{ where: configurationLabel(scenario, id), what: String(error) }] };
  }
}
