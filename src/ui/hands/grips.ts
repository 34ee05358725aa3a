import type { PlayedRun } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Edited } from '../state/edit-tree.ts';
import { faultGrips } from './fault-grips.ts';
import type { Grip } from './grip.ts';
import { leaseGrips } from './lease-grips.ts';
import { arrivalGrips, sendingGrips } from './message-grips.ts';

/** More entries than these are not taken hold of one by one: the picture sums them up. */
const MOST_ENTRIES = 1000;

/** A run and the document it was played from, with parameters and edits put in. */
export type GrippedRun = Pick<PlayedRun, 'run' | 'body'>;

/** Everything that can be taken hold of in one run of a scenario, in the order of time. */
export function gripsOf(scenario: Scenario, edited: Edited, played: GrippedRun): readonly Grip[] {
  return inOrder([
    ...plainGrips(scenario, edited, played),
    ...messageGrips('arrival', scenario, edited, played),
    ...messageGrips('sending', scenario, edited, played),
  ]);
}

/**
 * What is left to see while something moves: what is always seen, and the grip that is held. The ends of
 * messages are most of the grips of a run, and nobody can take hold of a second one meanwhile.
 */
export function gripsInMotion(
  scenario: Scenario,
  edited: Edited,
  played: GrippedRun,
  held: Pick<Grip, 'id' | 'kind'> | null,
): readonly Grip[] {
  const { kind = null, id = '' } = held ?? {};
  const own = kind === 'arrival' || kind === 'sending' ? messageGrips(kind, scenario, edited, played) : [];
  return inOrder([...plainGrips(scenario, edited, played), ...own.filter((grip) => grip.id === id)]);
}

function plainGrips(scenario: Scenario, edited: Edited, { run, body }: GrippedRun): readonly Grip[] {
  if (!isGripped(scenario, run)) return [];
  const { configuration } = run;
  return [
    ...faultGrips(scenario, configuration, edited, body, run),
    ...leaseGrips(scenario, configuration, edited, body.clients, run),
  ];
}

function messageGrips(
  kind: 'arrival' | 'sending',
  scenario: Scenario,
  edited: Edited,
  { run, body }: GrippedRun,
): readonly Grip[] {
  if (!isGripped(scenario, run)) return [];
  return kind === 'arrival'
    ? arrivalGrips(scenario, run.configuration, edited, body.faults, run)
    : sendingGrips(scenario, run.configuration, edited, body.clients, run);
}

/** The run of another state, which is shown beside, is looked at alone. */
function isGripped({ configurations }: Scenario, { configuration, entries }: Run): boolean {
  return entries.length <= MOST_ENTRIES && configurations.some(({ id }) => id === configuration);
}

function inOrder(grips: readonly Grip[]): readonly Grip[] {
  return grips.toSorted((a, b) => a.t - b.t || (a.id < b.id ? -1 : 1));
}
