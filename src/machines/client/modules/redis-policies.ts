/** The explicit choices of a Redis lock module. */
export interface RedisPolicies {
  /** Lock and expiry in one command, or (flaw) SETNX and then the expiry, whoever has the key by then. */
  readonly acquire: 'one-command' | 'two-commands';
  /** The watchdog runs always, never, or (flaw) only for a re-entrant acquisition. */
  readonly watchdog: 'always' | 'only-reentrant' | 'none';
  /** Renewal: compare and extend in one script, or (flaw) extend whoever owns the key. */
  readonly renewal: 'compared' | 'unchecked';
  /** A renewal that finds the key gone is ignored (flaw), or ends the loop and the holder's belief. */
  readonly loss: 'ignored' | 'told';
  /** The watchdog lives in the request's context and ends with it (flaw), or in one of its own. */
  readonly context: 'request' | 'own';
  /** Release: compare and delete in one script, in two commands (flaw), or delete unchecked (flaw). */
  readonly release: 'compared' | 'two-commands' | 'unchecked';
  /** Where plain acquisitions are remembered: by worker and key, by key alone (flaw), or (flaw) not at all. */
  readonly records: 'by-worker' | 'by-key' | 'none';
  /** Who a re-entrant acquisition is of: the worker, or (flaw) an id that is the same for all of a process. */
  readonly owner: 'worker' | 'same-for-all';
  /**
   * A release takes the record out before it asks the server; or (flaw) when that has answered, closing the
   * watchdog's channel then: of two releases at once the second closes a closed channel, and the process crashes.
   */
  readonly closing: 'first' | 'after-the-answer';
}

/** The recorded module with its flaws repaired: what it does by default. */
export const CORRECTED: RedisPolicies = {
  acquire: 'one-command',
  watchdog: 'always',
  renewal: 'compared',
  loss: 'ignored',
  context: 'request',
  release: 'compared',
  records: 'by-key',
  owner: 'worker',
  closing: 'first',
};

/** The recorded module with its flaws. */
export const FLAWED: RedisPolicies = {
  ...CORRECTED,
  watchdog: 'only-reentrant',
  renewal: 'unchecked',
  release: 'unchecked',
  records: 'none',
};
