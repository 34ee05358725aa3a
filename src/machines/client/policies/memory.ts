import type { Json } from '../../../engine/trace.ts';
import type { Policies } from './policies.ts';
import type { Talk } from './talk.ts';

/** What a process remembers for its lock library, shared by its workers. Plain JSON, no time. */
export interface Memory {
  /** The protocol's own, see `Protocol.initial`. */
  readonly local: Json;
  /** The latest acquisition of each slot: of a key, or of a worker and a key. */
  readonly records: { readonly [slot: string]: LockRecord };
  /** Renewing loops by name. */
  readonly watches: { readonly [ref: string]: Watch };
  /** Reckonings of how long a lease is good, by name: see validity.ts. */
  readonly clocks: { readonly [id: string]: Clock };
  /** Locks inside the process, taken while the service was down: which worker has a key. */
  readonly inside: { readonly [key: string]: string };
}

/** One acquisition, as the process remembers it. */
export interface LockRecord {
  readonly worker: string;
  readonly key: string;
  readonly proof: string;
  readonly claim: Json;
  readonly token: number | null;
  readonly ttlUs: number;
  /** Neither released nor known to be lost; one that is not is kept, for a release may still present it. */
  readonly held: boolean;
  /** Acquisitions that are not given back yet: more than one only where it is re-entrant. */
  readonly count: number;
  /** The context of the request under which it was acquired has ended. */
  readonly contextEnded: boolean;
  /** The lock is one inside the process. */
  readonly inside: boolean;
  /** The reckoning of its lease, where there is one. */
  readonly clock: string | null;
}

/** A renewing loop: what it renews, and the conversations that are under way, the oldest first. */
export interface Watch {
  readonly worker: string;
  readonly key: string;
  readonly proof: string;
  readonly claim: Json;
  readonly ttlUs: number;
  readonly everyUs: number;
  readonly asked: readonly Asked[];
  /** Numbers of conversations begin here: an answer may yet come to one that was left behind. */
  readonly from: number;
  /** What is under way is the last. */
  readonly last: boolean;
}

/** A renewal that is not answered yet, or an acquire in its place. */
export interface Asked {
  /** Tells it from the others that are under way. */
  readonly number: number;
  readonly op: 'renew' | 'acquire';
  readonly talk: Talk;
  /** The reckoning of the lease as it will be when this is answered. */
  readonly clock: string | null;
}

/** A reckoning, whose it is, and what of it has passed. */
export interface Clock {
  readonly worker: string;
  readonly key: string;
  /** The lease is over. */
  readonly over: boolean;
  /** The moment to stop has come before the answer that it was started for. */
  readonly rang: boolean;
}

/** What a process remembers at its start. */
export function emptyMemory(local: Json): Memory {
  return { local, records: {}, watches: {}, clocks: {}, inside: {} };
}

/** The slot of a worker's acquisitions of a key. */
export function slotOf({ records }: Policies, worker: string, key: string): string {
  return records === 'by-key' ? key : `${worker} ${key}`;
}

/** Memory with this record in its slot. */
export function withRecord(memory: Memory, slot: string, record: LockRecord): Memory {
  return { ...memory, records: { ...memory.records, [slot]: record } };
}

/** Memory in which the acquisition of a slot is over: forgotten, or kept as one that is not held. */
export function givenUp(policies: Policies, memory: Memory, slot: string): Memory {
  const record = memory.records[slot];
  if (record === undefined) return memory;
  if (policies.release.forgets === 'never') {
    return withRecord(memory, slot, { ...record, held: false, count: 0, clock: null });
  }
  const { [slot]: _over, ...records } = memory.records;
  return { ...memory, records };
}
