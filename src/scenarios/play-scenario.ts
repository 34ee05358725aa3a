import { play, type History } from '../engine/play.ts';
import { bad, good, type Result } from '../engine/result.ts';
import { ORDINARY, type Schedule } from '../engine/schedule.ts';
import { judge } from '../engine/verdict/judge.ts';
import type { Model } from '../engine/model.ts';
import type { FaultBudget } from '../engine/faults.ts';
import { buildModel } from './build.ts';
import { NO_EDITS, type Edits } from './edits.ts';
import type { Run } from './run.ts';
import type { ScenarioBody } from './schema.ts';
import { resolveBody, type ParameterValues, type Scenario } from './scenario.ts';

/** A configuration that was played: the run, every world of it, and the model that made it. */
export interface PlayedRun {
  readonly run: Run;
  readonly history: History;
  readonly model: Model;
  /** The document with configuration, parameters and edits put in. */
  readonly body: ScenarioBody;
}

/** What somebody who chooses by hand may choose: any fault, any number of times. */
const BY_HAND: FaultBudget = { pause: 1000, crash: 1000, lose: 1000, late: 1000, duplicate: 1000 };

/** Plays one configuration of a scenario. Problems are those of the parameter values and edits. */
export function playConfiguration(
  scenario: Scenario,
  configurationId: string,
  values: ParameterValues,
  schedule: Schedule = ORDINARY,
  edits: Edits = NO_EDITS,
): Result<PlayedRun> {
  const body = resolveBody(scenario, configurationId, values, edits);
  if (!body.ok) return body;
  const { model, lanes } = buildModel(body.value, BY_HAND);
  const history = play(model, schedule);
  const label = scenario.configurations.find(({ id }) => id === configurationId)?.label ?? configurationId;
  // Of a run that was cut, nothing is known after its last entry.
  const until = history.end === 'over' ? { horizon: model.horizon } : {};
  const verdict = judge(history.entries, { origin: 'simulated', ...until });
  const run: Run = {
    configuration: configurationId,
    label,
    origin: 'simulated',
    lanes,
    initial: Object.fromEntries(body.value.stores.map(({ id, records }) => [id, records])),
    entries: history.entries,
    verdict,
  };
  return good({ run, history, model, body: body.value });
}

/** Plays every configuration of a scenario over one schedule, in the document's order. */
export function playScenario(
  scenario: Scenario,
  values: ParameterValues,
  schedule: Schedule = ORDINARY,
): Result<readonly PlayedRun[]> {
  const played: PlayedRun[] = [];
  for (const { id } of scenario.configurations) {
    const one = playConfiguration(scenario, id, values, schedule);
    if (!one.ok) return bad(...one.problems);
    played.push(one.value);
  }
  return good(played);
}
