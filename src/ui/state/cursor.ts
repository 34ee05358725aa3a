import type { Micros } from '../../engine/time.ts';
import { ZERO } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';

/**
 * Where the reader is in a run: at an entry, or some time after it and before the next. The world is that
 * of the entry in both cases.
 */
export interface Cursor {
  readonly seq: number;
  /** True time, if later than the entry's own. */
  readonly t: Micros | null;
}

/** The cursor at an entry; beyond either end it stays at the end. */
export function atEntry(run: Run, seq: number): Cursor {
  return { seq: Math.min(Math.max(0, seq), Math.max(0, run.entries.length - 1)), t: null };
}

/** The cursor at an instant: on the last entry that is not later. */
export function atTime(run: Run, time: Micros): Cursor {
  const seq = lastNotAfter(run, time);
  const entry = run.entries[seq];
  const end = run.entries.at(-1)?.t ?? ZERO;
  if (entry === undefined || time <= entry.t) return { seq, t: null };
  // Nothing is known after the last entry.
  return entry.t === end ? { seq, t: null } : { seq, t: time };
}

/** The instant that a cursor stands at. */
export function timeOf(run: Run, cursor: Cursor): Micros {
  return cursor.t ?? run.entries[cursor.seq]?.t ?? ZERO;
}

/**
 * One entry forward (1) or back (-1). Back from between two entries leads to the earlier of them first.
 */
export function stepped(run: Run, cursor: Cursor, by: 1 | -1): Cursor {
  if (by === -1 && cursor.t !== null) return { seq: cursor.seq, t: null };
  return atEntry(run, cursor.seq + by);
}

/** The next or previous entry of one lane; null if there is none. */
export function steppedInLane(run: Run, cursor: Cursor, lane: string, by: 1 | -1): Cursor | null {
  let seq = by === -1 && cursor.t !== null ? cursor.seq : cursor.seq + by;
  for (; seq >= 0 && seq < run.entries.length; seq += by) {
    if (run.entries[seq]?.actor === lane) return { seq, t: null };
  }
  return null;
}

/** The last entry at or before an instant; the first if all are later. */
export function lastNotAfter(run: Run, time: number): number {
  let low = 0;
  let high = run.entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((run.entries[middle]?.t ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
