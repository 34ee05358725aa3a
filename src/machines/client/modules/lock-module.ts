import type { DeclaredMargin, Effect, MachineEvent } from '../../../engine/component.ts';
import type { RankRules } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';

/**
 * A lock module is the library that a process uses to lock: what it remembers in the process, which
 * requests it makes, how it reads the answers, and what it does in the background. All of it is pure
 * functions over plain JSON; the process machine carries them out. One module for each system, its
 * policies among its options.
 */
export interface LockModule<Memory extends object = object> {
  /** What the process remembers at its start, shared by its workers. */
  readonly initial: Memory;
  /** Which numbers of its memory, its progress and its events count only by their order, by field. */
  readonly ranks?: RankRules['fields'];
  /** A worker calls the module. */
  begin(memory: Memory, caller: Caller): Turn<Memory>;
  /** A reply or timer of the worker's own call has come. */
  go(memory: Memory, caller: Caller, progress: Json, event: MachineEvent): Turn<Memory>;
  /**
   * Anything else that may concern the module: its loops' timers and replies, an ended context; a `crash`, of
   * which it can still tell what is lost with its memory.
   */
  background(memory: Memory, process: string, event: MachineEvent): BackgroundTurn<Memory> | null;
  /** A worker learned that it lost the key, by this module or otherwise: what is given up with it, if anything. */
  forget?(
    memory: Memory,
    key: string,
    worker: string,
  ): { readonly memory: Memory; readonly effects: readonly Effect[] };
}

/** What the time-out of a blocking acquire is: an error, or (flaw) taken for success. */
export type TimeoutPolicy = 'error' | 'taken-for-success';

/** What a worker asks of the module. Durations are microseconds of the process's own time. */
export interface ModuleCall {
  readonly op: 'acquire' | 'renew' | 'release' | 'fence' | 'check';
  readonly key: string;
  readonly ttlUs: number;
  /**
   * `block` waits for the key by asking again, `queue` in the service's own queue, until `timeoutUs` have
   * passed if that is not null.
   */
  readonly mode: 'once' | 'block' | 'queue';
  readonly timeoutUs: number | null;
  readonly retryUs: number;
  /** What a `block` that ran out of time comes to: a refusal, or (flaw) a grant that nobody gave. */
  readonly onTimeout: TimeoutPolicy;
  readonly reentrant: boolean;
  /** The context that the call runs under has already ended. */
  readonly ended: boolean;
  /** Text that proves ownership, where the caller brings its own. */
  readonly proof: string | null;
}

/** Who calls what. `number` tells one call of a worker from its earlier ones, whose answers may still come. */
export interface Caller {
  readonly process: string;
  readonly worker: string;
  readonly number: number;
  readonly call: ModuleCall;
}

/** Where a call stands after one event. */
export interface Turn<Memory extends object = object> {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
  /** What the module needs to go on; null once there is an outcome. */
  readonly progress: Json;
  /** Whether it waits for an answer or for time to pass. */
  readonly phase: 'asking' | 'waiting';
  readonly outcome: Outcome | null;
}

/** What came of a call. */
export type Outcome =
  | {
      readonly kind: 'granted';
      readonly token: number | null;
      /** How long before the lease's end the holder means to stop, where it looks at that at all. */
      readonly marginUs?: number;
    }
  /** A release gave back one of several acquisitions of a re-entrant lock; `count` of them are left. */
  | { readonly kind: 'still-held'; readonly count: number }
  | { readonly kind: 'done'; readonly value: number | null }
  /** `lost`: what the worker held of the key is lost as well. */
  | { readonly kind: 'refused'; readonly reason: string; readonly lost?: true }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** A release failed, and the library says on that the lock is held: its caller believes it. */
      readonly holds?: { readonly token: number | null };
    };

/** What the module did in the background. */
export interface BackgroundTurn<Memory extends object = object> {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
  /** What workers of the process have lost, if its policy looks at that. */
  readonly lost: readonly Loss[];
}

/** The news that a lock is lost, or is taken for lost. */
export interface Loss {
  readonly key: string;
  /** Whose it was; null: whoever of the process believes to hold the key. */
  readonly worker: string | null;
  /** Why the belief ends, as its entry says: `renewal-refused`, `deadline`. */
  readonly reason: string;
  /** What the holder declares of its margin with the end of its belief, see `Effect`. */
  readonly margin?: DeclaredMargin;
}

/** The name of a worker's own conversation. */
export function refOf(caller: Caller): string {
  return `${caller.worker}/${String(caller.number)}`;
}

/** Whether an event belongs to a call: it has its name, or that of one of the call's rounds of requests. */
export function belongsTo(caller: Caller, event: MachineEvent): boolean {
  const ref = event['ref'];
  return typeof ref === 'string' && (ref === refOf(caller) || ref.startsWith(`${refOf(caller)}.`));
}

/** A request of a worker's call. */
export function ask(caller: Caller, to: string, body: MachineEvent): Effect {
  return { type: 'send', to, body: { ...body, client: caller.worker, ref: refOf(caller) } };
}

/** A timer of a worker's call. */
export function callTimer(caller: Caller, name: string, afterUs: number): Effect {
  const id = `${refOf(caller)}:${name}`;
  return { type: 'timer', id, afterUs, event: { type: 'module.timer', ref: refOf(caller), name } };
}

/** Forgets a timer of a worker's call. */
export function cancelCallTimer(caller: Caller, name: string): Effect {
  return { type: 'cancel', id: `${refOf(caller)}:${name}` };
}

/** A call that goes on. */
export function goesOn<Memory extends object>(
  memory: Memory,
  progress: Json,
  effects: readonly Effect[],
  phase: 'asking' | 'waiting' = 'asking',
): Turn<Memory> {
  return { memory, effects, progress, phase, outcome: null };
}

/** A call that is over. */
export function ends<Memory extends object>(
  memory: Memory,
  outcome: Outcome,
  effects: readonly Effect[] = [],
): Turn<Memory> {
  return { memory, effects, progress: null, phase: 'asking', outcome };
}

/** A call that this module does not have: nothing is asked of anybody. */
export function notOffered<Memory extends object>(memory: Memory): Turn<Memory> {
  return ends(memory, { kind: 'refused', reason: 'not-offered' });
}

/** The call of a module with everything that is not named left at its usual. */
export function moduleCall(call: Pick<ModuleCall, 'op' | 'key'> & Partial<ModuleCall>): ModuleCall {
  return {
    ttlUs: 0,
    mode: 'once',
    timeoutUs: null,
    retryUs: 0,
    onTimeout: 'error',
    reentrant: false,
    ended: false,
    proof: null,
    ...call,
  };
}
