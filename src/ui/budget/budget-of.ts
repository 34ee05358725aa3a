import type { Figures } from '../../scenarios/budget/figures.ts';
import {
  holdersOf,
  readFigures,
  type Origin,
  type ReadFigures,
} from '../../scenarios/budget/read-figures.ts';
import { worstCase, type Budget } from '../../scenarios/budget/worst-case.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import type { Inputs } from '../state/inputs.ts';
import type { Typed } from './asked.ts';
import { FIELD_NAMES, type FieldName } from './fields.ts';

/** Where a field's number comes from. */
export type Mark = Origin | 'typed';

/** The budget of one client, with what was typed in place of what the scenario says. */
export interface ClientBudget {
  readonly holders: readonly string[];
  readonly read: ReadFigures;
  readonly figures: Figures;
  readonly marks: { readonly [name in FieldName]: Mark };
  readonly budget: Budget;
}

/** Why there is none. */
export type NoBudget =
  | { readonly kind: 'no-holder' }
  | { readonly kind: 'no-client'; readonly client: string }
  | { readonly kind: 'problem'; readonly what: string };

/** The budget of the client that is asked for, in one configuration as it is changed now. */
export function budgetOf(
  scenario: Scenario,
  configuration: string,
  { values, edits }: Pick<Inputs, 'values' | 'edits'>,
  typed: Typed,
): ClientBudget | NoBudget {
  const body = resolveBody(scenario, configuration, values, edits);
  if (!body.ok) {
    const [first] = body.problems;
    return { kind: 'problem', what: `${first?.where ?? ''}: ${first?.what ?? ''}` };
  }
  const holders = holdersOf(body.value).filter((id) => readFigures(body.value, id) !== null);
  const [first] = holders;
  if (first === undefined) return { kind: 'no-holder' };
  const id = typed.client ?? first;
  const read = holders.includes(id) ? readFigures(body.value, id) : null;
  if (read === null) return { kind: 'no-client', client: id };
  const figures = withTyped(read, typed);
  const marks = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, typed.numbers[name] === undefined ? read.origins[name] : 'typed']),
  ) as ClientBudget['marks'];
  return { holders, read, figures, marks, budget: worstCase(figures) };
}

/** The scenario's figures with what was typed, and what follows from that. */
function withTyped(read: ReadFigures, { renewing, believing, numbers }: Typed): Figures {
  const own: Figures = {
    ...read.figures,
    ...(numbers.ttl === undefined || numbers.ttl === null ? {} : read.following(numbers.ttl)),
    ...(renewing === null ? {} : { renewing }),
    ...(believing === null ? {} : { believing }),
  };
  // Somebody who lets it renew is asked how many renewals fail, as with a scenario that does.
  const failed = own.renewing !== 'none' && read.figures.renewing === 'none' ? 1 : own.failed;
  const { ttl: _counted, ...others } = numbers;
  return { ...own, failed, ...others } as Figures;
}

/** Whether there is a budget. */
export function isBudget(found: ClientBudget | NoBudget): found is ClientBudget {
  return 'budget' in found;
}
