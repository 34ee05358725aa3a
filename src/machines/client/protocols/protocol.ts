import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Json } from '../../../engine/trace.ts';

/**
 * How one kind of lock service is spoken to: which requests make an acquire, a renewal, a release, step by
 * step, and how the answers are read. Pure functions over plain JSON. A protocol decides nothing: when to
 * ask again, what an unknown result is, whether a lease is still good and what becomes of a loss are
 * policies of the composed module, the same over every protocol.
 *
 * One operation is one conversation. It proceeds in rounds: the requests of a round go out together, to one
 * node or to several; each answer comes to `go` by itself, and as long as a step asks for nothing new the
 * others of the round are waited for. A step with new requests begins a new round: what is still answered to
 * an earlier one is looked at no more.
 */
export interface Protocol {
  readonly offer: ProtocolOffer;
  /** What the process itself keeps for the protocol, shared by its workers; null where the service keeps all. */
  readonly initial: Json;
  /** The first step of an operation. Only what `offer` names is ever asked for. */
  begin(task: Task): Step;
  /**
   * The next step. `progress` is what the last step left. `answer` is what came back, with `from` the node,
   * or `{ type: 'error', reason, from }` where a call failed: `unavailable` or `timed-out` when nothing is
   * known of what it did, any other reason when the node refused it. While the conversation waits for a
   * notice it is the notice: a message with its `ref`, or a `module.timer` event that the protocol set.
   */
  go(task: Task, progress: Json, answer: MachineEvent): Step;
  /**
   * Events that belong to no conversation: the protocol's own timers and deadlines, whose events name
   * `ref: 'protocol:...'`; and a `crash`, with which all that lives inside the process goes. Null where the event
   * is none of those.
   */
  background?(local: Json, event: MachineEvent): LocalTurn | null;
  /** What may be there while an acquire is at this progress, for a `give-back`; null where it is left out. */
  claimOf?(progress: Json): Json;
  /** How long after it began an acquisition or renewal may be relied on; the TTL where it is left out. */
  validityUs?(ttlUs: number): number;
}

/** What a protocol can do. A policy that asks for more is a problem of the document, told with what there is. */
export interface ProtocolOffer {
  /** `one-step`: lock and expiry at once; `two-steps` (flaw): the lock first, its expiry after it. */
  readonly acquire: readonly Attempt[];
  /** Empty: a lease cannot be extended. */
  readonly renew: readonly Manner[];
  /** A renewal extends by the TTL of the acquisition, whatever it asks for. */
  readonly keepsTtl?: true;
  /** Empty: there is no release, a lease only runs out. */
  readonly release: readonly Manner[];
  /** Where a token can come from, its usual one first; `random` is the composed module's own and not named. */
  readonly tokens: readonly [TokenSource, ...TokenSource[]];
  /** Knows `count`, a counter apart from the lock. */
  readonly counts: boolean;
  /** Knows `holds`: whether the caller still holds. */
  readonly tells: boolean;
  /** Knows `current`: the token that the service has for the key now, whoever holds it. */
  readonly fetches: boolean;
  /** Can wait in a queue at the service (`mode: 'queue'`) instead of asking again. */
  readonly queues: boolean;
}

/**
 * Lock and expiry at once; the lock first, its expiry after it (flaw); or taken over from whoever holds it, where
 * the service allows that.
 */
export type Attempt = 'one-step' | 'two-steps' | 'steals';

/** Ownership and the change in one step; read, then change in two commands (flaw); changed unseen (flaw). */
export type Manner = 'compared' | 'two-commands' | 'unchecked';

/** Where the token of a grant comes from: the first three are the protocol's, `counter` is drawn afterwards. */
export type TokenSource = 'grant' | 'creation-revision' | 'stored-value' | 'counter' | 'none';

/** What is asked of a protocol. */
export type Operation =
  /** Results: granted, held, failed, unknown. */
  | 'acquire'
  /** Results: renewed, lost, failed, unknown. */
  | 'renew'
  /** Results: released, not-owner, failed, unknown. */
  | 'release'
  /**
   * Undoes an acquisition that is not wanted any more, as far as its claim and its proof allow: unknown,
   * over before it was answered, or timed out in the queue. Results as those of release.
   */
  | 'give-back'
  /** Results: holds, failed, unknown. */
  | 'holds'
  /** Draws from the counter of the key. Results: number, failed, unknown. */
  | 'count'
  /** Results: number, null where there is none; failed, unknown. */
  | 'current';

/** One operation and all that it depends on. Durations are microseconds of the process's own time. */
export interface Task {
  readonly op: Operation;
  readonly key: string;
  /** The worker for whom it is asked. */
  readonly worker: string;
  readonly ttlUs: number;
  /** Text that proves ownership: one for each acquisition. */
  readonly proof: string;
  /** What the protocol noted of the acquisition; null before there is one. */
  readonly claim: Json;
  /** How an acquire puts lock and expiry. */
  readonly acquire: Attempt;
  /** How a renewal or release looks at ownership. */
  readonly manner: Manner;
  /** An acquire is tried once, or waits in the service's queue. */
  readonly mode: 'once' | 'queue';
  /** The name of this conversation's first round; for timers that wake it: see `notice`. */
  readonly ref: string;
  /** What the process keeps for the protocol, see `Protocol.initial`. */
  readonly local: Json;
}

/** A request to one node. `client` and `ref` are added when it is sent. */
export interface ProtocolRequest {
  readonly to: string;
  readonly body: MachineEvent;
}

/** Where a conversation stands after one event. */
export interface Step {
  /** What goes out; with a result nobody waits for the answers. */
  readonly requests: readonly ProtocolRequest[];
  /** What the next step needs to go on; null with a result. */
  readonly progress: Json;
  /** Waits for a notice instead of answers: no time-out of a request applies. */
  readonly waits: boolean;
  readonly result: Result | null;
  /** What the process keeps from now on; left out where it stays as it is. */
  readonly local?: Json;
  /** For what lives in the process itself: its entries in the trace, its timers and deadlines. */
  readonly effects?: readonly Effect[];
}

/** What a protocol's own events did, see `Protocol.background`. */
export interface LocalTurn {
  readonly local: Json;
  readonly effects: readonly Effect[];
}

/** What came of an operation. */
export type Result =
  /** `token` from the source that the protocol was made with; `claim` is what later operations need. */
  | { readonly kind: 'granted'; readonly token: number | null; readonly claim: Json }
  /** A live lease is in the way; nothing was left behind. */
  | { readonly kind: 'held' }
  | { readonly kind: 'renewed' }
  /** The lease to be renewed is gone, or somebody else's. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'released' }
  | { readonly kind: 'not-owner' }
  | { readonly kind: 'holds'; readonly holds: boolean }
  | { readonly kind: 'number'; readonly value: number | null }
  /** Refused by the service for a reason of its own; nothing was done. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It may have been done or not. `claim`: as much as is known of what may be there. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly claim: Json };

/** A step that asks, or, with no requests, goes on waiting for the rest of its round. */
export function asks(progress: Json, ...requests: readonly ProtocolRequest[]): Step {
  return { requests, progress, waits: false, result: null };
}

/** A step that waits for a notice of the service. */
export function waits(progress: Json): Step {
  return { requests: [], progress, waits: true, result: null };
}

/** The last step. `requests` go out with it, and nobody waits for their answers. */
export function comesTo(result: Result, ...requests: readonly ProtocolRequest[]): Step {
  return { requests, progress: null, waits: false, result };
}

/** A conversation's timer that wakes it while it waits: its event is the notice. */
export function notice(ref: string, afterUs: number): Effect {
  return {
    type: 'timer',
    id: `${ref}:notice`,
    afterUs,
    event: { type: 'module.timer', ref, name: 'notice' },
  };
}

/** What an answer says if it is an error: unknown where it may have been done, failed where it was refused. */
export function failureOf(answer: MachineEvent, claim: Json = null): Result | null {
  if (answer.type !== 'error') return null;
  const reason = typeof answer['reason'] === 'string' ? answer['reason'] : '';
  return reason === 'unavailable' || reason === 'timed-out'
    ? { kind: 'unknown', reason, claim }
    : { kind: 'failed', reason };
}
