import type { Scenario } from '../../scenarios/scenario.ts';
import type { Inputs } from '../state/inputs.ts';
import type { StripQuestion } from './strip-messages.ts';

const numbers = new WeakMap<object, number>();
let next = 1;

/** A number for an object: the same for the same object. */
function numberOf(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  numbers.set(object, next);
  next += 1;
  return next - 1;
}

/** What a strip asks: the parameter's own value does not count, for the whole range is played. */
export function questionOf(
  scenario: Scenario,
  configuration: string,
  parameter: string,
  { values, schedule, edits }: Pick<Inputs, 'values' | 'schedule' | 'edits'>,
): StripQuestion {
  const { [parameter]: _, ...others } = values;
  const key = JSON.stringify([
    numberOf(scenario.document),
    configuration,
    parameter,
    Object.entries(others).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    numberOf(schedule),
    numberOf(edits),
  ]);
  const { document } = scenario;
  return { key, document, configuration, parameter, held: { values: others, schedule, edits } };
}
