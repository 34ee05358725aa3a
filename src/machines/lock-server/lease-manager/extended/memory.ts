import type { Effect } from '../../../../engine/component.ts';
import type { ExpiryBy } from '../../foreign-clocks.ts';
import type { LeaseManagerOptions } from '../lease-manager.ts';

/** What a lease manager can do beside the plain rule; each is off where `PLAIN_EXTRAS` leaves it. */
export interface LeaseExtras {
  /** Grace time after a lease that ran out, before the key is granted again; 0: none. */
  readonly lockDelayUs: number;
  /** Leases have no end, whatever TTL is asked for. */
  readonly endless: boolean;
  /** A request may take the key over while it is leased. */
  readonly stealing: boolean;
  /** Whether a holder that acquires again is known: it keeps its lease, with its token and a TTL anew. */
  readonly owner: 'unknown' | 'known';
  readonly counter: TokenCounter;
  readonly expiryBy: ExpiryBy;
  /**
   * Who waits for a key is granted it in turn: as long as it is heard of within its TTL, or `unseen` (flaw),
   * whether it is still there or not.
   */
  readonly queue: 'none' | 'seen' | 'unseen';
}

/** Where tokens come from. */
export type TokenCounter =
  /** One counter for all keys that lasts. */
  | { readonly kind: 'persistent' }
  /** The same, but a client that is granted a key again after itself gets the same number (flaw). */
  | { readonly kind: 'per-holder' }
  /** A number in the record of the lease, which is gone with it (flaw). */
  | { readonly kind: 'forgotten-when-free' }
  /** A counter for each key that is gone so long after the last grant or renewal (flaw). */
  | { readonly kind: 'expires'; readonly afterUs: number };

/** The plain rule. */
export const PLAIN_EXTRAS: LeaseExtras = {
  lockDelayUs: 0,
  endless: false,
  stealing: false,
  owner: 'unknown',
  counter: { kind: 'persistent' },
  expiryBy: 'server',
  queue: 'none',
};

/** What is fixed for one such lease manager. */
export interface ExtendedOptions extends LeaseManagerOptions {
  readonly extras: LeaseExtras;
}

/** The record of one key; kept after its lease is over until somebody takes over or the owner releases. */
export interface Row {
  readonly token: number;
  readonly client: string;
  readonly live: boolean;
  /** It ran out, and the key is not granted again yet. */
  readonly delayed?: true;
  /** The call that it answered, where it may be made again: a queue knows its waiters by it. */
  readonly ref?: string;
}

/** A waiter in the queue of a key. */
export interface Place {
  readonly client: string;
  readonly from: string;
  readonly ref: string;
  readonly ttlUs: number;
  /** How far the waiter's clock was ahead of the service's when it asked. */
  readonly leadUs: number;
}

/** What one half of the service knows, or the whole while it is not split. */
export interface Half {
  /** The last token of the counter for all keys. */
  readonly counter: number;
  /** The last token of each key's own counter. */
  readonly counters: { readonly [key: string]: number };
  readonly rows: { readonly [key: string]: Row | null };
  /** The last holder of each key and its token, where that is what tokens go by. */
  readonly holders?: { readonly [key: string]: { readonly client: string; readonly token: number } };
  /** It was split once: two clients may have been given one token. */
  readonly twice?: true;
  /** Waiters by key; left out where nobody waits. */
  readonly queues: { readonly [key: string]: readonly Place[] };
}

export type Memory = {
  readonly halves: readonly Half[];
  /** While it is split: whom the second half hears, and which half's record stays when they join. */
  readonly split: { readonly aside: readonly string[]; readonly keeps: 'first' | 'second' } | null;
};

/** One half at work: which it is, and the other, if there is one. */
export interface Desk {
  readonly options: ExtendedOptions;
  readonly side: 0 | 1;
  readonly half: Half;
  readonly other: Half | null;
}

/** What a half knows after a request, and what goes out. */
export interface Served {
  readonly half: Half;
  readonly effects: readonly Effect[];
}

/** A request, read once. */
export interface Asked {
  readonly key: string;
  readonly client: string;
  readonly from: string;
  readonly ref: string | null;
  readonly ttlUs: number;
  readonly token: number;
  /** How far the asker's clock, as it sent this, was ahead of the service's now. */
  readonly leadUs: number;
  /** It waits in the queue if the key is taken. */
  readonly waits: boolean;
}

/** Deadlines of a half: those of the second are apart from the first's. */
export type DeadlineKind = 'lease' | 'until' | 'delay' | 'counter' | 'place';

/** The name of a deadline of a key, and of a waiter where there are several. */
export function deadlineOf(side: 0 | 1, kind: DeadlineKind, key: string, client?: string): string {
  const of = client === undefined ? key : `${key}:${client}`;
  return `${kind}:${of}${side === 0 ? '' : '/2'}`;
}

/** What a deadline is about. */
export function readDeadline(id: string): {
  readonly side: 0 | 1;
  readonly kind: DeadlineKind;
  readonly key: string;
  readonly client: string;
} {
  const isSecond = id.endsWith('/2');
  const [kind = '', key = '', client = ''] = (isSecond ? id.slice(0, -2) : id).split(':');
  return { side: isSecond ? 1 : 0, kind: kind as DeadlineKind, key, client };
}

/** A half that knows nothing. */
export function emptyHalf(keys: readonly string[]): Half {
  return { counter: 0, counters: {}, rows: Object.fromEntries(keys.map((key) => [key, null])), queues: {} };
}

/** The half with another record of a key. */
export function withRow(half: Half, key: string, row: Row | null): Half {
  return { ...half, rows: { ...half.rows, [key]: row } };
}

/** The half with other waiters for a key. */
export function withQueue(half: Half, key: string, places: readonly Place[]): Half {
  const { [key]: _before, ...queues } = half.queues;
  return { ...half, queues: places.length === 0 ? queues : { ...queues, [key]: places } };
}
