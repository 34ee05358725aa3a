import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';

/** Where two runs of one schedule part: the entries there; null where a run has already ended. */
export interface FirstDifference {
  /** The same number in both runs: up to it they are equal entry by entry. */
  readonly seq: number;
  readonly left: Entry | null;
  readonly right: Entry | null;
  /** One run has an entry here that the other does not have, and goes on like the other after it. */
  readonly only: 'left' | 'right' | null;
}

const known = new WeakMap<Run, WeakMap<Run, { readonly difference: FirstDifference | null }>>();

/** The first difference of two runs, as `compared` finds it; remembered as long as both are. */
export function firstDifference(left: Run, right: Run): FirstDifference | null {
  let ofLeft = known.get(left);
  if (ofLeft === undefined) {
    ofLeft = new WeakMap();
    known.set(left, ofLeft);
  }
  let found = ofLeft.get(right);
  if (found === undefined) {
    found = { difference: compared(left, right) };
    ofLeft.set(right, found);
  }
  return found.difference;
}

/**
 * Compares two runs of one schedule entry by entry; null if they tell the same. Numbers of entries do not
 * count, nor does the fence a store states with a write that both stores treat alike: a naive store has
 * none, and that alone changes nothing for anybody.
 */
function compared(left: Run, right: Run): FirstDifference | null {
  const length = Math.max(left.entries.length, right.entries.length);
  for (let seq = 0; seq < length; seq += 1) {
    const a = left.entries[seq] ?? null;
    const b = right.entries[seq] ?? null;
    if (a !== null && b !== null && tellsTheSame(a, b)) continue;
    return { seq, left: a, right: b, only: onlyIn(left, right, seq) };
  }
  return null;
}

function onlyIn(left: Run, right: Run, seq: number): FirstDifference['only'] {
  const [a, b] = [left.entries[seq], right.entries[seq]];
  const [nextA, nextB] = [left.entries[seq + 1], right.entries[seq + 1]];
  if (b === undefined || (nextA !== undefined && tellsTheSame(nextA, b))) return 'left';
  return a === undefined || (nextB !== undefined && tellsTheSame(a, nextB)) ? 'right' : null;
}

const NOT_COMPARED: ReadonlySet<string> = new Set(['seq', 'cause', 'fence']);

function tellsTheSame(a: Entry, b: Entry): boolean {
  if (a.ev !== b.ev || a.t !== b.t || a.actor !== b.actor || a.outcome !== b.outcome) return false;
  if (a.ev === 'fence' && a.fence !== b.fence) return false;
  return fieldsEqual(a, b, NOT_COMPARED);
}

function fieldsEqual(a: object, b: object, except: ReadonlySet<string>): boolean {
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  let names = 0;
  for (const name of Object.keys(left)) {
    if (except.has(name)) continue;
    if (!Object.hasOwn(right, name) || !valuesEqual(left[name], right[name])) return false;
    names += 1;
  }
  for (const name of Object.keys(right)) if (!except.has(name)) names -= 1;
  return names === 0;
}

const NONE: ReadonlySet<string> = new Set();

function valuesEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return fieldsEqual(a, b, NONE);
}
