/** Words that scenarios share, in English. Those of each scenario lie in the folder beside this file. */
export const enScenarios = {
  /** Names that parameters have wherever nothing else is said. */
  parameters: {
    ttl: 'TTL',
    pause: 'Pause of A',
    pauseAt: 'Pause starts at',
    writeDelay: 'Write delay of A',
    renewal: 'Renewal',
    renewAfter: 'A renews after',
    releaseAfter: 'A releases after',
    restartAt: 'Manager restarts at',
    retry: 'Retry every',
    work: 'Work under the lock',
    delay: 'Delay of the first write',
    think: 'B thinks for',
    step: 'Clock step',
    ttlOfA: 'TTL of A',
    ttlOfB: 'TTL of B',
    renewTtl: 'TTL of the renewal',
  } as Readonly<Record<string, string>>,

  /** Systems that scenarios run on, by the letter and number of their documents. */
  systems: {
    S1: 'Lease manager',
    S2: 'Epoch lease',
    S3: 'Lease locker on etcd',
    S4: 'Lock of etcd',
    S5: 'Lock in Redis',
    reports: 'Public reports',
  } as Readonly<Record<string, string>>,
  noSystem: 'Others',

  options: { none: 'None', watchdog: 'Watchdog, every TTL / 3' } as Readonly<Record<string, string>>,

  configurations: {
    naive: 'Naive store',
    fenced: 'Fenced store',
    'strictly-fenced': 'Strictly fenced store',
    'fenced-at-takeover': 'Store fenced at takeover',
    authoritative: 'Authoritative store',
    'wall-clock': 'Wall clock',
    'monotonic-clock': 'Monotonic clock',
    'epoch-sink': 'Epoch sink',
    'stored-value': 'Token stored in the value',
    'creation-revision': 'Creation revision as token',
    'two-commands': 'GET, then DEL',
    'one-script': 'One script',
    'only-reentrant': 'Watchdog only if re-entrant',
    always: 'Watchdog always',
    'as-it-was': 'As it was',
  } as Readonly<Record<string, string>>,
};
