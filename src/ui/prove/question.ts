import type { FaultBudget } from '../../engine/faults.ts';
import type { ExploreJob } from '../../explore/job.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Inputs } from '../state/inputs.ts';
import { budgetOf, GOALS, type Ask } from './ask.ts';

/** A job, and a name that is the same for the same job. */
export interface Question {
  readonly key: string;
  readonly configuration: string;
  readonly job: ExploreJob;
}

type Changed = Pick<Inputs, 'values' | 'edits'>;

/** Everything about one configuration within one budget. */
export function questionOf(scenario: Scenario, configuration: string, changed: Changed, ask: Ask): Question {
  return made(scenario, configuration, changed, ask, budgetOf(ask), false);
}

/** A cell of the matrix: whether one configuration can be broken within a budget, and how soon. */
export function cellQuestion(
  scenario: Scenario,
  configuration: string,
  changed: Changed,
  ask: Ask,
  budget: FaultBudget,
): Question {
  return made(scenario, configuration, changed, ask, budget, true);
}

/** What is always looked at as well: whether the rest proves anything. */
const REACHED = ['zombie-writes', 'write-accepted'];

function made(
  scenario: Scenario,
  configuration: string,
  { values, edits }: Changed,
  ask: Ask,
  budget: FaultBudget,
  isCell: boolean,
): Question {
  const job: ExploreJob = {
    kind: 'scenario',
    document: scenario.document,
    configuration,
    values,
    edits: ask.keepsFaults ? edits : withoutFaults(edits),
    ...(isCell ? { only: [...GOALS[ask.goal], ...REACHED] } : {}),
    budget,
    keepsFaults: ask.keepsFaults,
    pausedHolder: ask.pausedHolder,
    maxStates: ask.states,
    maxBytes: ask.megabytes * 1_000_000,
    stopAtFirst: isCell,
  };
  return { key: JSON.stringify(job), configuration, job };
}

/** What was changed beside the faults, which the budget replaces, and the horizon, at which exploring does not end. */
export function withoutFaults(edits: Edits): Edits {
  const set = Object.entries(edits.set).filter(
    ([pointer]) => !pointer.startsWith('/faults/') && pointer !== '/horizon',
  );
  return { ...NO_EDITS, set: Object.fromEntries(set) };
}
