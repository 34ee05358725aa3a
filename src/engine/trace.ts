import type { Micros } from './time.ts';

/** Values that survive JSON unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Kinds of entries that the trace format of version 1 names. Their meaning is fixed by docs/GLOSSARY.md;
 * the verdict reads these and no others.
 */
export type RecordedKind =
  | 'grant' // the service granted `key` to `client`, with `token`, until `expires` (absent: no end)
  | 'renew' // the lease of `client` was extended to `expires`; `by` is the sender if another
  | 'expire' // the lease of `client` ran out at the service
  | 'release' // its owner ended it; `by` is the sender if another
  | 'revoke' // somebody, or a request, that did not own the lease ended it; `by` says who
  | 'steal' // taken over while live, where the protocol allows it; `by` says who
  | 'forget' // the service lost its record
  | 'believe' // `client` starts (`held` true) or stops (`held` false) believing that it holds
  | 'write' // a store applied (`outcome` accepted) or refused (rejected) a write of `client`
  | 'read' // `client` read `record` of `store`
  | 'wait' // `client` waits for the key
  | 'abandon' // `client` gave up waiting
  | 'work' // `client` started or ended (`phase`) the unit of work `unit`
  | 'pause'
  | 'resume'
  | 'crash'
  | 'restart'
  | 'note';

/** Kinds that the product's own traces add; a reader of the format keeps and ignores them. */
export type OwnKind =
  | 'send' // `actor` sent `message` to `to`
  | 'deliver' // `actor` handled `message` and nothing else happened on it
  | 'lose' // `message` was lost on its way
  | 'duplicate' // `message`, which `actor` sent to `to`, arrives a second time
  | 'refuse' // the service refused a request (`op`: acquire, renew or release) for `reason`
  | 'check' // a store looked whether a write of `client` may pass; it is applied in a second step, if at all
  | 'fill' // a cache (`store`) keeps what `client` read through it, in version `base`
  | 'clear' // `client` cleared `record` in a cache (`store`)
  | 'fence' // the fence of `store` for `key` rose to `token` without a write (fenced at takeover)
  | 'fault' // a fault of its own kind (`op`) struck `actor`, or started or ended (`phase`)
  | 'clock' // the local clock of `actor` stepped by `byUs` microseconds, or runs at `ratePpm` from now on
  | 'revive'; // a lease that had run out lives again because the service's clock went back

/** What an entry tells. Recorded traces may carry kinds not listed here; they are kept and shown. */
export type EntryKind = RecordedKind | OwnKind;

/**
 * One line of a trace. `seq` is its place in the total order; entries are ordered by (t, seq).
 * All times are true time in microseconds. Absent fields are left out, never null, but for `cause`.
 */
export interface Entry {
  readonly seq: number;
  readonly t: Micros;
  readonly ev: EntryKind | (string & {});
  /** The lane the entry belongs to: the id of a client, a service or a store. */
  readonly actor: string;
  /** `seq` of the entry that caused this one; null for a root. */
  readonly cause: number | null;
  readonly client?: string;
  /** The lock key; the verdict takes `lock` where it is absent. */
  readonly key?: string;
  readonly token?: number;
  /** Promised end of the lease, true time as reckoned at this entry; absent: no end. */
  readonly expires?: Micros;
  readonly store?: string;
  readonly record?: string;
  /** The value written or read, where the trace knows it. */
  readonly value?: string;
  readonly outcome?: 'accepted' | 'rejected';
  /** When a write was issued, where that differs from `t`. */
  readonly sent?: Micros;
  /** Version the write was computed from; absent if nothing was read or the store adds a difference. */
  readonly base?: number;
  readonly by?: string;
  readonly held?: boolean;
  readonly unit?: string;
  readonly phase?: 'start' | 'end';
  /** Free text of a recorded log, shown to people, never interpreted. */
  readonly text?: string;
  /** The entry's own name in a recorded log. */
  readonly id?: string;

  /** Stable name of the message sent, or of the message whose handling made this entry: `A>lock#1`. */
  readonly message?: string;
  /** For `send`: the receiver. */
  readonly to?: string;
  /** For `send`: what travels. */
  readonly body?: Json;
  /** For `refuse`: what was asked. For `fault`: which. For a rejected write or an ended belief: nothing. */
  readonly op?: string;
  /**
   * Why: of a refusal, a rejected write, an ended belief, a lost message, a restart with nothing kept. An
   * identifier, not a sentence.
   */
  readonly reason?: string;
  /** For `write` and `fence`: the store's fence for the key after this entry. */
  readonly fence?: number;
  /** For `clock`: the step. For a `fault` that makes slow: by how much. */
  readonly byUs?: Micros;
  /** For `clock`: its new rate, in parts per million of true speed. */
  readonly ratePpm?: number;
  /** Declared safety margin of a client, for false loss; with `believe` held true. */
  readonly marginUs?: Micros;
  /** Fields that this version does not know, kept as they came. */
  readonly extra?: { readonly [name: string]: Json };
}

/**
 * Whether a grant is told by the client that has it, as where clients themselves count who agrees, or where the lock
 * lives in their process: it has reached its client with its own entry, and no message carries it.
 */
export function isToldByItsClient({ actor, client }: Entry): boolean {
  return actor === client;
}

/** An ordered list of entries; `entries[i].seq === i`. */
export type Trace = readonly Entry[];
