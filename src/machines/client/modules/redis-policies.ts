/** The explicit choices of a Redis lock module. */
export interface RedisPolicies {
  /** The watchdog runs always, never, or (flaw) only for a re-entrant acquisition. */
  readonly watchdog: 'always' | 'only-reentrant' | 'none';
  /** Renewal: compare and extend in one script, or (flaw) extend whoever owns the key. */
  readonly renewal: 'compared' | 'unchecked';
  /** Release: compare and delete in one script, in two commands (flaw), or delete unchecked (flaw). */
  readonly release: 'compared' | 'two-commands' | 'unchecked';
  /** Where plain acquisitions are remembered: by key, or (flaw) not at all. */
  readonly records: 'by-key' | 'none';
}

/** What the module does right, by default. */
export const CORRECTED: RedisPolicies = {
  watchdog: 'always',
  renewal: 'compared',
  release: 'compared',
  records: 'by-key',
};

/** The flawed variant of the module. */
export const FLAWED: RedisPolicies = {
  watchdog: 'only-reentrant',
  renewal: 'unchecked',
  release: 'unchecked',
  records: 'none',
};
