import type { RedisPolicies } from './redis-policies.ts';

/** A renewal loop. It ends when it is stopped or its context has ended, at its next tick. */
export interface Loop {
  readonly key: string;
  readonly worker: string;
  readonly proof: string;
  readonly seconds: number;
  readonly stopped: boolean;
  readonly contextEnded: boolean;
}

/** What is remembered of an acquisition: its proof, and the loop that renews it. */
export interface Held {
  readonly proof: string;
  readonly loop: string | null;
}

/** A re-entrant acquisition. */
export interface Reentrant extends Held {
  readonly worker: string;
  readonly count: number;
}

/** What a process remembers of its locks. */
export interface Memory {
  /** By slot, see `slotOf`. */
  readonly held: { readonly [slot: string]: Held };
  readonly reentrant: { readonly [key: string]: Reentrant };
  readonly loops: { readonly [id: string]: Loop };
  /** The loop that the latest granted acquisition of a key started. */
  readonly latest: { readonly [key: string]: string | null };
  readonly started: number;
  readonly drawn: number;
  /** The renewing thread is stalled; loops whose tick it missed. */
  readonly stalled: boolean;
  readonly missed: readonly string[];
}

/** Nothing was locked yet. */
export const EMPTY: Memory = {
  held: {},
  reentrant: {},
  loops: {},
  latest: {},
  started: 0,
  drawn: 0,
  stalled: false,
  missed: [],
};

/** Where a plain acquisition is remembered. */
export function slotOf({ records }: RedisPolicies, worker: string, key: string): string {
  return records === 'by-worker' ? `${worker} ${key}` : key;
}

/** The re-entrant record of a key that is the caller's; undefined if there is none, or it is another's. */
export function reentrantOf(
  { owner }: RedisPolicies,
  { reentrant }: Memory,
  worker: string,
  key: string,
): Reentrant | undefined {
  const record = reentrant[key];
  return record !== undefined && (record.worker === worker || owner === 'same-for-all') ? record : undefined;
}

/** The proof that a worker has of a key; empty if it has none. */
export function heldProof(policies: RedisPolicies, memory: Memory, worker: string, key: string): string {
  return memory.held[slotOf(policies, worker, key)]?.proof ?? memory.reentrant[key]?.proof ?? '';
}

/** The memory with a re-entrant record. */
export function withReentrant(memory: Memory, key: string, record: Reentrant): Memory {
  return { ...memory, reentrant: { ...memory.reentrant, [key]: record } };
}

/** The memory without what was remembered of an acquisition; its loop ends at its next tick. */
export function without(memory: Memory, slot: string, key: string, loop: string | null): Memory {
  const { [slot]: _held, ...held } = memory.held;
  const { [key]: _record, ...reentrant } = memory.reentrant;
  return stopLoop({ ...memory, held, reentrant }, loop);
}

/** Stops a loop, if there is one. */
export function stopLoop(memory: Memory, id: string | null): Memory {
  return changeLoop(memory, id, { stopped: true });
}

/** Changes a loop, if there is one. */
export function changeLoop(memory: Memory, id: string | null, change: Partial<Loop>): Memory {
  const loop = id === null ? undefined : memory.loops[id];
  if (id === null || loop === undefined) return memory;
  return { ...memory, loops: { ...memory.loops, [id]: { ...loop, ...change } } };
}

/** How many loops are neither stopped nor under an ended context, even if they no longer own the key. */
export function runningLoops(memory: object): number {
  return Object.values((memory as Memory).loops).filter((loop) => !loop.stopped && !loop.contextEnded).length;
}

/** What a process remembers of a key: its proof, or none, and its re-entrant count. */
export function localRecord(memory: object, key: string): { readonly held: string; readonly count: number } {
  const { held, reentrant } = memory as Memory;
  return { held: held[key]?.proof ?? '', count: reentrant[key]?.count ?? 0 };
}
