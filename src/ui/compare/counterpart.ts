import type { Entry } from '../../engine/trace.ts';
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
  const latest = lastNotAfter(other, timeOf(leading, cursor));
  if (cursor.t !== null || entry === undefined) return latest;
  // Several entries may stand at one time: the one that tells of the same thing, if there is one.
  for (let seq = latest; seq >= 0 && other.entries[seq]?.t === entry.t; seq -= 1) {
    const candidate = other.entries[seq];
    if (candidate !== undefined && isSameMatter(candidate, entry)) return seq;
  }
  return latest;
}

function isSameMatter(a: Entry, b: Entry): boolean {
  return a.ev === b.ev && a.actor === b.actor && a.client === b.client && a.message === b.message;
}
