import type { Trace } from '../../engine/trace.ts';
import { at } from './search.ts';

/** The last entry at or before a time, the first one before that; null in an empty trace. */
export function seqAt(entries: Trace, time: number): number | null {
  if (entries.length === 0) return null;
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(entries, middle).t <= time) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
