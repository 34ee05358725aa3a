import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import type { Json } from '../../engine/trace.ts';
import { branchesText as words } from '../../text/branches.ts';
import { faultWords } from '../edit/fault-words.ts';
import { optionLabel, parameterLabel } from '../labels.ts';
import type { Edited } from '../state/edit-tree.ts';

/** What a state differs in from the scenario as it was written, one thing a line. `inWords` says milliseconds. */
export function differences(
  scenario: Scenario,
  configuration: string,
  { values, edits, schedule }: Edited,
  inWords: (ms: number) => string,
): readonly string[] {
  const said: string[] = [];
  for (const parameter of scenario.parameters) {
    const value = values[parameter.id];
    if (value === undefined) continue;
    const shown = parameter.kind === 'choice' ? optionLabel(String(value)) : inWords(Number(value));
    said.push(words.parameter(parameterLabel(scenario, parameter), shown));
  }
  for (const [pointer, value] of Object.entries(edits.set)) {
    const isTime = typeof value === 'number' && !NO_TIMES.test(pointer);
    const shown = isTime ? inWords(value) : String(value);
    said.push(words.set(placeWords(scenario.document, pointer), shown));
  }
  const body = resolveBody(scenario, configuration, values);
  for (const index of edits.removed) {
    const fault = body.ok ? body.value.faults[index] : undefined;
    if (fault !== undefined) said.push(words.removed(faultWords(fault, inWords)));
  }
  for (const fault of edits.added) said.push(faultWords(fault, inWords));
  for (const { step, choice } of schedule.picks) said.push(words.pick(step, choice));
  return said;
}

/** Places of numbers that are no times: a seed, chances, a rate, how often. */
const NO_TIMES = /\/(?:seed|loss|duplicate|rate|times)$/u;

/** A place of a document as somebody would name it: `A, work, for`. */
function placeWords(document: Json, pointer: string): string {
  const names: string[] = [];
  let at: Json | undefined = document;
  for (const step of pointer.slice(1).split('/')) {
    at = typeof at === 'object' && at !== null ? (at as { readonly [field: string]: Json })[step] : undefined;
    const named = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {};
    const { id, op, kind } = named as { readonly id?: Json; readonly op?: Json; readonly kind?: Json };
    const name = [id, op, kind].find((one) => typeof one === 'string');
    if (name !== undefined) names.push(name);
    else if (typeof at !== 'object') names.push(step);
  }
  return names.join(', ');
}
