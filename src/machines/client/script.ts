import type { TimeoutPolicy } from './modules/lock-module.ts';

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
  | {
      readonly kind: 'once';
      /** Whether the script goes on after a refusal, as that of an elector does; it ends otherwise. */
      readonly goesOn: boolean;
    }
  | {
      /** In the service's own queue. */
      readonly kind: 'queue';
      readonly timeoutUs: number | null;
      readonly onTimeout: TimeoutPolicy;
    }
  | {
      readonly kind: 'block';
      readonly retryUs: number;
      /** Null: it waits for ever. */
      readonly timeoutUs: number | null;
      /** What the time-out is: an error, or (flaw) taken for success. */
      readonly onTimeout: TimeoutPolicy;
    };

/** The explicit choices of one worker; those of the lock module are among the module's options. */
export interface WorkerPolicies {
  readonly acquire: AcquirePolicy;
}

/** What a worker does unless it is told otherwise. */
export const PLAIN_POLICIES: WorkerPolicies = { acquire: { kind: 'once', goesOn: false } };
