/**
 * The work script of a worker: what it does, one instruction after the other. Durations are microseconds
 * of its process's own time. A script is fixed for a run; the machine's context holds only its place in it.
 */
export type Instruction =
  /** Asks for the key by the acquire policy and goes on when it is granted. */
  | { readonly op: 'acquire'; readonly key: string; readonly ttlUs: number; readonly reentrant: boolean }
  /** Computes: a pause stops it half-way. */
  | { readonly op: 'work'; readonly forUs: number; readonly unit: string | null }
  /** Waits for time to pass: a pause does not stop it. */
  | { readonly op: 'sleep'; readonly forUs: number }
  /** Reads a record; later writes to it are computed from what was read. */
  | { readonly op: 'read'; readonly store: string; readonly key: string; readonly record: string }
  | {
      readonly op: 'write';
      readonly store: string;
      readonly key: string;
      readonly record: string;
      readonly value: string;
      /** A difference that the store adds, in place of a value. */
      readonly add: number | null;
      /** What the worker presents: its token, none, or a number of its own invention. */
      readonly token: 'granted' | 'none' | number;
      /** Whether it waits for the answer before it goes on. */
      readonly awaits: boolean;
    }
  /** Takes a token from a counter apart from the lock. */
  | { readonly op: 'fence'; readonly key: string }
  /** Asks once for more time; goes on whatever the answer. */
  | { readonly op: 'renew'; readonly key: string; readonly ttlUs: number }
  /** Ends its lease and its belief; goes on when answered. */
  | { readonly op: 'release'; readonly key: string };

/** What the worker does when an acquire is refused. */
export type AcquirePolicy =
  | { readonly kind: 'once' }
  | {
      readonly kind: 'block';
      readonly retryUs: number;
      /** Null: it waits for ever. */
      readonly timeoutUs: number | null;
      /** What a time-out is to the worker: an error, or (flaw) taken for success. */
      readonly timeout: 'error' | 'taken-for-success';
    };

/** What the worker makes of an acquire whose outcome it does not know: the call failed or timed out. */
export type UnknownPolicy = 'fail' | 'retry' | 'taken-for-granted';

/** How long a worker believes that it holds. */
export type BeliefPolicy =
  /** Until it is told otherwise. */
  | { readonly kind: 'until-told' }
  /**
   * Until the end of the lease by its own clock, less a margin. The end is counted from before the request
   * was sent (right), from the reply, or from the first attempt (flaws).
   */
  | {
      readonly kind: 'until-deadline';
      readonly marginUs: number;
      readonly from: 'request' | 'reply' | 'first-attempt';
      /** Whether a grant that arrives after that end is refused. */
      readonly checked: boolean;
    }
  /** It is told of a loss and acts on it only later (flaw). */
  | { readonly kind: 'acts-late'; readonly afterUs: number };

/** What the worker does before each write. */
export type BeforeWritePolicy =
  | 'nothing'
  /** Asks the lock service whether it still holds, then writes: two steps. */
  | 'asks-service'
  /** Takes a fresh token (flaw). */
  | 'fetches-token';

/** What the worker does when its write is refused. */
export type RefusedWritePolicy =
  | 'stops'
  | 'goes-on'
  /** Takes a fresh token and writes once more (flaw). */
  | 'retries-with-fresh-token';

/** The explicit choices of one worker; those of the lock module are among the module's options. */
export interface WorkerPolicies {
  readonly acquire: AcquirePolicy;
  readonly unknown: UnknownPolicy;
  readonly belief: BeliefPolicy;
  readonly beforeWrite: BeforeWritePolicy;
  readonly refusedWrite: RefusedWritePolicy;
  /** A call without an answer fails after this; null: it waits for ever. */
  readonly requestTimeoutUs: number | null;
}

/** What a worker does unless it is told otherwise. */
export const PLAIN_POLICIES: WorkerPolicies = {
  acquire: { kind: 'once' },
  unknown: 'fail',
  belief: { kind: 'until-told' },
  beforeWrite: 'nothing',
  refusedWrite: 'stops',
  requestTimeoutUs: null,
};
