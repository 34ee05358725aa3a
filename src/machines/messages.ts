/**
 * Requests to and replies from lock services and stores. All are plain JSON; `from` is set by the engine
 * when a message arrives.
 */

/** What a client asks of a lock service. */
export type LockRequest =
  /** The token of the live lease, whoever holds it. */
  | {
      readonly type: 'which-token';
      readonly key: string;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    }
  | {
      readonly type: 'check';
      readonly key: string;
      readonly token: number;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    }
  | {
      readonly type: 'acquire';
      readonly key: string;
      readonly ttlUs: number;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    }
  | {
      readonly type: 'renew';
      readonly key: string;
      readonly token: number;
      readonly ttlUs: number;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    }
  | {
      readonly type: 'release';
      readonly key: string;
      readonly token: number;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    };

/**
 * Why a lock service refuses. `held`: a live lease exists. `lease-lost`: no lease with that token.
 * `lock-delay`: the last lease ran out, and its grace time has not. `no-stealing`: a live key is not taken over.
 */
export type LockRefusal = 'held' | 'lease-lost' | 'lock-delay' | 'no-stealing';

/** What a lock service answers. */
export type LockReply =
  | { readonly type: 'holds'; readonly key: string; readonly holds: boolean }
  /** `ttlUs` is null where the lease has no end. */
  | { readonly type: 'granted'; readonly key: string; readonly token: number; readonly ttlUs: number | null }
  | { readonly type: 'renewed'; readonly key: string; readonly token: number; readonly ttlUs: number | null }
  /** It waits in the queue; the grant comes by itself. */
  | { readonly type: 'queued'; readonly key: string }
  | { readonly type: 'left'; readonly key: string }
  /** The token of the live lease; null where there is none. */
  | { readonly type: 'token'; readonly key: string; readonly token: number | null }
  | { readonly type: 'released'; readonly key: string; readonly token: number }
  | {
      readonly type: 'refused';
      readonly op: 'acquire' | 'renew' | 'release';
      readonly key: string;
      readonly reason: LockRefusal;
    };

/** What a client asks of a store. */
export type StoreRequest =
  | {
      readonly type: 'write';
      readonly key: string;
      readonly record: string;
      readonly value: string;
      /** A difference that the store adds to what is there, in place of `value`. */
      readonly add?: number;
      /** What is asked for where it is neither to set the value nor to add: `delete`, or a name of its own. */
      readonly operation?: string;
      readonly token: number | null;
      readonly base: number | null;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    }
  | {
      readonly type: 'read';
      readonly key: string;
      readonly record: string;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    };

/** The two steps of a store that checks and then writes: the check alone, kept under `id`, and the write. */
export type TwoStepRequest =
  | (Omit<Extract<StoreRequest, { readonly type: 'write' }>, 'type'> & {
      readonly type: 'check';
      readonly id: string;
    })
  | {
      readonly type: 'apply';
      readonly id: string;
      readonly client?: string;
      readonly ref?: string;
      readonly from: string;
    };

/** What a store answers. */
export type StoreReply =
  | { readonly type: 'written'; readonly record: string; readonly version: number }
  | { readonly type: 'checked'; readonly id: string }
  | { readonly type: 'value'; readonly record: string; readonly value: string; readonly version: number }
  | { readonly type: 'write.refused'; readonly record: string; readonly reason: string };

/** What passes between lock service and store in one atomic step, where a store's rule asks for it. */
export type AtomicEvent =
  | { readonly type: 'inspect'; readonly key: string; readonly store: string }
  | { readonly type: 'lease.view'; readonly live: boolean; readonly token: number | null }
  | { readonly type: 'fence.raise'; readonly key: string; readonly token: number };
