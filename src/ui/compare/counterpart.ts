import type { Run } from '../../scenarios/run.ts';
import type { Cursor } from '../state/cursor.ts';
import { lastNotAfter, timeOf } from '../state/cursor.ts';
import type { FirstDifference } from './first-difference.ts';

/**
 * The entry of `other` that stands where the cursor stands in `leading`: the same entry as long as the runs
 * are equal, from then on the last one at that time.
 */
export function counterpart(
  leading: Run,
  other: Run,
  difference: FirstDifference | null,
  cursor: Cursor,
): number {
  const last = Math.max(0, other.entries.length - 1);
  if (leading === other) return Math.min(cursor.seq, last);
  if (difference === null || cursor.seq < difference.seq) return Math.min(cursor.seq, last);
  // At the parting itself: each run's own entry, if they happen at one time.
  const own = other.entries[cursor.seq];
  const entry = leading.entries[cursor.seq];
  if (cursor.seq === difference.seq && own !== undefined && own.t === entry?.t) return cursor.seq;
  return lastNotAfter(other, timeOf(leading, cursor));
}
