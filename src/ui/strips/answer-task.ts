import '../../scenarios/services/all-services.ts';
import type { Json } from '../../engine/trace.ts';
import { readScenario, type Scenario } from '../../scenarios/scenario.ts';
import { outcomeWith } from '../../scenarios/strip/outcome-with.ts';
import { withEdges } from '../../scenarios/strip/strip.ts';
import type { Sample } from '../../scenarios/strip/stretches.ts';
import type { StripQuestion, StripTask } from './strip-messages.ts';

/** The document that was read last: all strips of a page ask about one. */
let read: { readonly written: string; readonly scenario: Scenario } | null = null;

/** Does what a task asks for, by playing. Throws if the document is not one or has no such parameter. */
export function answerTask(task: StripTask): readonly Sample[] {
  const { configuration, parameter: id, held } = task.question;
  const scenario = scenarioOf(task.question);
  const parameter = scenario.parameters.find((one) => one.id === id);
  if (parameter?.kind !== 'duration') throw new Error(`"${id}" is no parameter with a range`);
  const outcomeAt = outcomeWith(scenario, configuration, id, held);
  return task.kind === 'values'
    ? task.values.map((value) => ({ value, outcome: outcomeAt(value) }))
    : withEdges(task.samples, parameter, outcomeAt);
}

function scenarioOf({ document }: StripQuestion): Scenario {
  const written = JSON.stringify(document satisfies Json);
  if (read?.written === written) return read.scenario;
  const scenario = readScenario(document);
  if (!scenario.ok)
    throw new Error(scenario.problems.map(({ where, what }) => `${where}: ${what}`).join('; '));
  read = { written, scenario: scenario.value };
  return scenario.value;
}
