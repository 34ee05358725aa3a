import type { Run } from '../../scenarios/run.ts';
import { resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import { faultGrips } from './fault-grips.ts';
import type { Grip } from './grip.ts';
import { leaseGrips } from './lease-grips.ts';
import { arrivalGrips, sendingGrips } from './message-grips.ts';

/** More entries than these are not taken hold of one by one: the picture sums them up. */
const MOST_ENTRIES = 1000;

/** Everything that can be taken hold of in one run of a scenario, in the order of time. */
export function gripsOf(scenario: Scenario, edited: Edited, run: Run): readonly Grip[] {
  const { configuration } = run;
  if (run.entries.length > MOST_ENTRIES) return [];
  const body = resolveBody(scenario, configuration, edited.values, edited.edits);
  if (!body.ok) return [];
  const { faults, clients } = body.value;
  return [
    ...faultGrips(scenario, configuration, edited, { faults }, run),
    ...leaseGrips(scenario, configuration, edited, clients, run),
    ...arrivalGrips(scenario, configuration, edited, faults, run),
    ...sendingGrips(scenario, configuration, edited, clients, run),
  ].toSorted((a, b) => a.t - b.t || (a.id < b.id ? -1 : 1));
}
