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
  if (left === right) return null;
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
 * Compares two runs of one schedule entry by entry; null if they tell the same. What nobody can observe does
 * not count: numbers of entries and conversations, names of messages, a margin that is only declared, the
 * fence a store states with a write that both stores treat alike (a naive store has none, and that alone
 * changes nothing for anybody), and how the texts look by which clients prove that a lock is theirs, as long
 * as those that are equal in one run are equal in the other.
 */
function compared(left: Run, right: Run): FirstDifference | null {
  const length = Math.max(left.entries.length, right.entries.length);
  const proofs = new Proofs();
  for (let seq = 0; seq < length; seq += 1) {
    const a = left.entries[seq] ?? null;
    const b = right.entries[seq] ?? null;
    if (a !== null && b !== null && tellsTheSame(a, b, proofs)) continue;
    return { seq, left: a, right: b, only: onlyIn(left, right, seq, proofs) };
  }
  return null;
}

function onlyIn(left: Run, right: Run, seq: number, proofs: Proofs): FirstDifference['only'] {
  const [a, b] = [left.entries[seq], right.entries[seq]];
  const [nextA, nextB] = [left.entries[seq + 1], right.entries[seq + 1]];
  if (b === undefined || (nextA !== undefined && tellsTheSame(nextA, b, proofs.copy()))) return 'left';
  const isRight = a === undefined || (nextB !== undefined && tellsTheSame(a, nextB, proofs.copy()));
  return isRight ? 'right' : null;
}

/** Which proof of the one run stands for which of the other: one for one. */
class Proofs {
  readonly #ofLeft: Map<string, string>;
  readonly #ofRight: Map<string, string>;

  constructor(
    ofLeft: ReadonlyMap<string, string> = new Map(),
    ofRight: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#ofLeft = new Map(ofLeft);
    this.#ofRight = new Map(ofRight);
  }

  copy(): Proofs {
    return new Proofs(this.#ofLeft, this.#ofRight);
  }

  /** Whether two may stand for each other; from now on they do. */
  match(left: string, right: string): boolean {
    if ((this.#ofLeft.get(left) ?? right) !== right || (this.#ofRight.get(right) ?? left) !== left)
      return false;
    this.#ofLeft.set(left, right);
    this.#ofRight.set(right, left);
    return true;
  }
}

const NOT_COMPARED: ReadonlySet<string> = new Set(['seq', 'cause', 'fence', 'message', 'marginUs', 'body']);
const NOT_COMPARED_IN_BODY: ReadonlySet<string> = new Set(['ref']);
const PROOF: ReadonlySet<string> = new Set([...NOT_COMPARED_IN_BODY, 'value']);

function tellsTheSame(a: Entry, b: Entry, proofs: Proofs): boolean {
  if (a.ev !== b.ev || a.t !== b.t || a.actor !== b.actor || a.outcome !== b.outcome) return false;
  if (a.ev === 'fence' && a.fence !== b.fence) return false;
  return fieldsEqual(a, b, NOT_COMPARED) && bodiesEqual(a.body, b.body, proofs);
}

function bodiesEqual(a: unknown, b: unknown, proofs: Proofs): boolean {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const { value: left } = a;
  const { value: right } = b;
  // What is written to a store is no proof of anything.
  const isProof = a['type'] !== 'write' && typeof left === 'string' && typeof right === 'string';
  if (!isProof) return fieldsEqual(a, b, NOT_COMPARED_IN_BODY);
  return fieldsEqual(a, b, PROOF) && proofs.match(left, right);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The fields in which two entries differ that are compared at all, those of the message within it as well. */
export function differingFields(
  a: Entry,
  b: Entry,
): readonly { readonly name: string; readonly left: unknown; readonly right: unknown }[] {
  const inBody = isObject(a.body) && isObject(b.body) ? differing(a.body, b.body, NOT_COMPARED_IN_BODY) : [];
  return [...differing(a as never, b as never, NOT_COMPARED), ...inBody];
}

function differing(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  except: ReadonlySet<string>,
): { readonly name: string; readonly left: unknown; readonly right: unknown }[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => !except.has(name) && !valuesEqual(a[name], b[name]))
    .map((name) => ({ name, left: a[name], right: b[name] }));
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
