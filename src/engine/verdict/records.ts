import type { Entry } from '../trace.ts';
import type { EndedBy, Lease } from './lease.ts';

/** The lock key of an entry that names none. */
export const DEFAULT_KEY = 'lock';
/** The store of a write or read that names none. */
export const DEFAULT_STORE = 'store';
/** The record of a write or read that names none. */
export const DEFAULT_RECORD = 'record';

/** All that the trace tells of one lock key. */
export interface KeyState {
  readonly key: string;
  /** Every lease, in the order of the grants, but for those in `older`. */
  readonly leases: Lease[];
  /** Leases of which the first that is heard is their end: they were granted before the trace began. */
  readonly older: Lease[];
  /** The lease on the lock service's record: the last granted, or brought back by a renewal. */
  record: Lease | null;
  readonly holders: Map<string, Holder>;
  /** Who believes to hold the key, in the order in which they began. */
  readonly believers: Map<string, Holder>;
  /** Leases whose promise may still count, the newest last; those that are over are dropped on the way. */
  readonly promises: Lease[];
}

/** One client under one key. */
export interface Holder {
  readonly client: ClientState;
  readonly key: KeyState;
  readonly leases: Lease[];
  readonly byToken: Map<number, Lease>;
  /** The lease by which it was promised the key last. */
  promised: Lease | null;
  /** Its leases that may not have ended: its last, and those that renewals have brought back by their tokens. */
  readonly lasting: Set<Lease>;
  /** The entry by which it began to believe; null while it does not. */
  belief: Entry | null;
  /** Whether the trace ever tells what it believes about this key. */
  beliefKnown: boolean;
  /** The safety margin it last declared, in microseconds; undefined while it declared none. */
  marginUs: number | undefined;
  /** The entry by which it began to wait; null while it does not. */
  wait: Entry | null;
  /** It gave up waiting and has not asked again. */
  abandoned: boolean;
  /** Units of work begun and not ended. */
  readonly units: Set<string>;
  /** Its last entry of work that ended; null before the first. */
  worked: Entry | null;
  /** The last entry at which it stopped to believe, to work or to live. */
  stopped: Entry | null;
}

/** One client under all keys. */
export interface ClientState {
  readonly id: string;
  crashed: Entry | null;
  paused: Entry | null;
  /** `seq` of its pauses, resumes, crashes and restarts. */
  readonly halts: number[];
  readonly believing: Set<Holder>;
  readonly waiting: Set<Holder>;
  readonly working: Set<Holder>;
  /** Leases that no entry has ended and whose holder has not gone. */
  readonly open: Set<Lease>;
  /** Leases that it left behind when it crashed; a restart may find them again. */
  readonly left: Set<Lease>;
}

/** One accepted or rejected write, with what stood when it was applied. */
export interface WriteRecord {
  readonly entry: Entry;
  readonly key: KeyState;
  readonly client: string;
  /** `seq` of the message that carried it; null where the trace has none. */
  readonly sentSeq: number | null;
  /** How many leases of the key had been granted before, in the trace. */
  readonly leasesBefore: number;
  /** Somebody had been granted the key before, in the trace or before it began. */
  readonly wasGranted: boolean;
  /** The lease on the lock service's record at that moment. */
  readonly record: Lease | null;
}

/** What one entry changed; the detectors of findings look at these. */
export type Change =
  | {
      readonly kind: 'granted';
      readonly key: KeyState;
      readonly holder: Holder;
      readonly lease: Lease;
      /** The client had given up waiting before. */
      readonly abandoned: boolean;
    }
  | {
      readonly kind: 'renewed';
      readonly key: KeyState;
      readonly lease: Lease;
      /** The promise did not count before and does again. */
      readonly revived: boolean;
      readonly promisedBefore: number;
    }
  | {
      readonly kind: 'ended';
      readonly key: KeyState;
      readonly lease: Lease;
      readonly by: EndedBy;
      /** It had run out before, and the key had gone to somebody else. */
      readonly passedOn: boolean;
    }
  | { readonly kind: 'believed'; readonly holder: Holder }
  | { readonly kind: 'disbelieved'; readonly holder: Holder; readonly began: Entry }
  | { readonly kind: 'crashed'; readonly left: readonly Lease[] }
  | { readonly kind: 'written'; readonly write: WriteRecord; readonly holder: Holder }
  | { readonly kind: 'acted'; readonly holder: Holder }
  | { readonly kind: 'unit-done'; readonly holder: Holder; readonly unit: string }
  | { readonly kind: 'undelivered'; readonly lease: Lease }
  | null;

/** A lock key of which nothing has been told. */
export function newKey(key: string): KeyState {
  return {
    key,
    leases: [],
    older: [],
    record: null,
    holders: new Map(),
    believers: new Map(),
    promises: [],
  };
}

/** A client of which nothing has been told. */
export function newClient(id: string): ClientState {
  return {
    id,
    crashed: null,
    paused: null,
    halts: [],
    believing: new Set(),
    waiting: new Set(),
    working: new Set(),
    open: new Set(),
    left: new Set(),
  };
}

/** A client under a key of which nothing has been told. */
export function newHolder(client: ClientState, key: KeyState): Holder {
  return {
    client,
    key,
    leases: [],
    byToken: new Map(),
    promised: null,
    lasting: new Set(),
    belief: null,
    beliefKnown: false,
    marginUs: undefined,
    wait: null,
    abandoned: false,
    units: new Set(),
    worked: null,
    stopped: null,
  };
}
