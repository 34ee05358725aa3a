import type { Micros } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';
import { firstDifference, type FirstDifference } from './first-difference.ts';

/** Two runs of one schedule, and where they part. */
export interface PairOfRuns {
  /** The one that is shown first. */
  readonly left: Run;
  readonly right: Run;
  /** null where they tell the same. */
  readonly parting: Parting | null;
}

/** Where two runs part, and when: the earlier of the two entries that differ. */
export interface Parting {
  readonly t: Micros;
  readonly difference: FirstDifference;
}

/** Every pair of the runs, neighbours or not: first against second, first against third, and so on. */
export function pairsOf(runs: readonly Run[]): readonly PairOfRuns[] {
  return runs.flatMap((left, index) =>
    runs.slice(index + 1).map((right) => ({ left, right, parting: partingOf(left, right) })),
  );
}

function partingOf(left: Run, right: Run): Parting | null {
  const difference = firstDifference(left, right);
  if (difference === null) return null;
  const times = [difference.left?.t, difference.right?.t].filter((t) => t !== undefined);
  return { t: Math.min(...times) as Micros, difference };
}
