/**
 * Requests to and replies from lock services and stores. All are plain JSON; `from` is set by the engine
 * when a message arrives.
 */

/** What a client asks of a lock service. */
export type LockRequest =
  | { readonly type: 'acquire'; readonly key: string; readonly ttlUs: number; readonly from: string }
  | {
      readonly type: 'renew';
      readonly key: string;
      readonly token: number;
      readonly ttlUs: number;
      readonly from: string;
    }
  | { readonly type: 'release'; readonly key: string; readonly token: number; readonly from: string };

/** Why a lock service refuses. `held`: a live lease exists. `lease-lost`: no lease with that token. */
export type LockRefusal = 'held' | 'lease-lost';

/** What a lock service answers. */
export type LockReply =
  | { readonly type: 'granted'; readonly key: string; readonly token: number; readonly ttlUs: number }
  | { readonly type: 'renewed'; readonly key: string; readonly token: number; readonly ttlUs: number }
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
      readonly token: number | null;
      readonly base: number | null;
      readonly from: string;
    }
  | { readonly type: 'read'; readonly key: string; readonly record: string; readonly from: string };

/** What a store answers. */
export type StoreReply =
  | { readonly type: 'written'; readonly record: string; readonly version: number }
  | { readonly type: 'value'; readonly record: string; readonly value: string; readonly version: number }
  | { readonly type: 'write.refused'; readonly record: string; readonly reason: string };

/** What passes between lock service and store in one atomic step, where a store's rule asks for it. */
export type AtomicEvent =
  | { readonly type: 'inspect'; readonly key: string; readonly store: string }
  | { readonly type: 'lease.view'; readonly live: boolean; readonly token: number | null }
  | { readonly type: 'fence.raise'; readonly key: string; readonly token: number };
