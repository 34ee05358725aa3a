/** How large the reference model is: tokens that may be given out (T) and ticks of a lease (L). */
export interface ReferenceSize {
  readonly tokens: number;
  readonly lease: number;
}

/** The two clients of the reference model. */
export const CLIENTS: readonly string[] = ['client-1', 'client-2'];

/** What a client asks of the lock service, answered within the same atomic step. */
export type LockCall =
  | { readonly type: 'acquire'; readonly client: string }
  | { readonly type: 'check'; readonly client: string }
  | { readonly type: 'renew'; readonly client: string };

/** What the lock service tells a client within the same atomic step. */
export type ClientCall =
  | { readonly type: 'granted'; readonly token: number }
  | { readonly type: 'checked'; readonly holds: boolean }
  | { readonly type: 'tick' };

/** A write with a token: from a client to the network or the store, and from the network to the store. */
export interface WriteCall {
  readonly type: 'write';
  readonly token: number;
}
