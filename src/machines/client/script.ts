import type { MachineEvent } from '../../engine/component.ts';
import type { TimeoutPolicy } from './modules/lock-module.ts';

/**
 * The work script of a worker: what it does, one instruction after the other. Durations are microseconds
 * of its process's own time. A script is fixed for a run; the machine's context holds only its place in it.
 */
export type Instruction =
  /** Asks for the key by the acquire policy and goes on when it is granted. */
  | {
      readonly op: 'acquire';
      readonly key: string;
      readonly ttlUs: number;
      readonly reentrant: boolean;
      /** The context that it runs under has already ended. */
      readonly ended?: boolean;
    }
  /** Computes: a pause stops it half-way. */
  | { readonly op: 'work'; readonly forUs: number; readonly unit: string | null }
  /** Waits for time to pass: a pause does not stop it. */
  | { readonly op: 'sleep'; readonly forUs: number }
  /** Reads a record; later writes to it are computed from what was read. */
  | {
      readonly op: 'read';
      readonly store: string;
      readonly key: string;
      readonly record: string;
      /** Keeps the value too, for a write that is computed from it. */
      readonly keeps?: boolean;
      /** What the record must hold for the work to be needed still: the script ends where it holds another. */
      readonly expects?: string;
    }
  | {
      readonly op: 'write';
      readonly store: string;
      readonly key: string;
      readonly record: string;
      /** What is written, or how it is computed from what was last read of a record of the store. */
      readonly value: string | { readonly read: string; readonly plus: number };
      /** A difference that the store adds, in place of a value. */
      readonly add: number | null;
      /** What it asks for where it is neither to set the value nor to add: `delete`, or a name of its own. */
      readonly operation?: string;
      /** What the worker presents: its token, none, or a number of its own invention. */
      readonly token: 'granted' | 'none' | number;
      /** Whether it waits for the answer before it goes on. */
      readonly awaits: boolean;
      /** What a refused one means: the key is lost, unless it says otherwise. */
      readonly onRefused?: RefusedWrite;
      /** How many instructions that follow are for a refused write only. */
      readonly skip?: number;
    }
  /** Takes a token from a counter apart from the lock. */
  | { readonly op: 'fence'; readonly key: string }
  /** Asks whether it still holds the key; `skip` is how many instructions it passes over if not. */
  | { readonly op: 'check'; readonly key: string; readonly skip: number }
  /** Asks once for more time; goes on whatever the answer. */
  | { readonly op: 'renew'; readonly key: string; readonly ttlUs: number }
  /** Ends its lease and its belief; goes on when answered. */
  | {
      readonly op: 'release';
      readonly key: string;
      readonly ended?: boolean;
      /** Passed over where it does not believe to hold the key. */
      readonly onlyHeld?: boolean;
    }
  /** The context under which it acquired the key ends; the module hears of it. */
  | { readonly op: 'end-context'; readonly key: string }
  /** Goes back over so many instructions, until they have been run so often; null: for ever. */
  | { readonly op: 'again'; readonly back: number; readonly times: number | null }
  /** Waits until the instant of this place among those that its script names; goes on at once when it is past. */
  | { readonly op: 'wait-until'; readonly instant: number }
  /** Asks a node of the lock service by hand, and goes on with any answer. */
  | { readonly op: 'operate'; readonly to: string; readonly body: MachineEvent }
  /** Where the script ends, if it does not end early. */
  | { readonly op: 'end' }
  /** Where what it does beside its script ends. */
  | { readonly op: 'back' };

/**
 * What a refused write means to the worker: it lost its key; nothing; a try more, with the instructions that
 * follow; or the loss of its key and then the try more.
 */
export type RefusedWrite = 'loses' | 'goes-on' | 'retries' | 'loses-and-retries';

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

/** How a worker waits for the answer of a store; null: for ever, and an error is a failure. */
export type StoreRequestPolicy = null | {
  readonly timeoutUs: number;
  /** How often a request is sent again whose result is not known. */
  readonly retries: number;
  readonly backoffUs: number;
  /** What a write is whose result is not known: sent again, failed, or (flaw) taken for done. */
  readonly onUnknown: 'retry' | 'fail' | 'taken-for-done';
};

/** The explicit choices of one worker; those of the lock module are among the module's options. */
export interface WorkerPolicies {
  readonly acquire: AcquirePolicy;
  readonly storeRequest: StoreRequestPolicy;
  /** When it acts on the news that it lost a key, in microseconds; it believes on until then. */
  readonly lossDelayUs: number;
  /** What its script does then. */
  readonly afterLoss: 'stops' | 'goes-on' | 'starts-again';
}

/** What a worker does unless it is told otherwise. */
export const PLAIN_POLICIES: WorkerPolicies = {
  acquire: { kind: 'once', goesOn: false },
  storeRequest: null,
  lossDelayUs: 0,
  afterLoss: 'stops',
};
