/** What people read about a scenario that comes with the product. */
export interface ScenarioText {
  readonly name: string;
  /** What it shows, in one sentence. */
  readonly sentence: string;
  /** What to change next, and what to look for. */
  readonly tryNext: string;
  /** Names of its parameters, by id, where they differ from the common ones. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Words of the built-in scenarios, in English. */
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
  } as Readonly<Record<string, string>>,

  scenarios: {
    'paused-holder': {
      name: 'A paused holder comes back',
      sentence:
        'A is paused while it holds the lock; the lease ends, B takes over and writes, then A wakes up and writes too.',
      tryNext:
        'Shorten the pause of A until the naive store is safe: the edge lies where A writes before its lease ends. Then set renewal to the watchdog: a paused client cannot renew either.',
      parameters: {},
    },
    'renew-before-expiry': {
      name: 'Renewal keeps a lease alive',
      sentence: 'A renews before its lease ends and keeps the key; B has to wait until A releases it.',
      tryNext: 'Let A renew later than the TTL: the renewal fails and B gets the key.',
      parameters: {},
    },
    'renew-after-expiry': {
      name: 'A renewal that comes too late',
      sentence:
        'A renews after its lease has ended; the manager refuses, and A has to acquire the key again.',
      tryNext: 'Let A renew before the TTL is over: the lease is extended and A needs no second grant.',
      parameters: {},
    },
    'many-acquirers': {
      name: 'Many want it, one holds it',
      sentence:
        'Eight clients ask for the key at once and retry; each gets it in turn, with a growing token.',
      tryNext: 'Make the work longer than the TTL: leases end while their holders still work.',
      parameters: {},
    },
    'release-after-expiry': {
      name: 'Releasing what has long ended',
      sentence:
        'A releases a lease that ended long ago; the manager agrees, for nobody replaced it. A second release fails.',
      tryNext: 'Move the release to either side of the TTL: the answer is the same.',
      parameters: {},
    },
    'clock-steps-back': {
      name: 'A clock steps back, a lease revives',
      sentence:
        "A's renewal comes too late and fails; then the manager's wall clock steps back, and the same renewal succeeds.",
      tryNext:
        'Make the clock step smaller until the lease stays dead. A monotonic clock refuses in any case.',
      parameters: {},
    },
    'write-before-new-holder': {
      name: 'A zombie writes before the new holder',
      sentence:
        'A comes back and writes after B was granted the key but before B has written: the fence does not know of B yet.',
      tryNext: 'Show the store fenced at takeover: it learns of B with the grant and rejects the write of A.',
      parameters: {},
    },
    'token-out-of-thin-air': {
      name: 'A token out of thin air',
      sentence:
        'M writes with token 1000, which nobody was granted; a fenced store accepts it and then refuses the rightful holders.',
      tryNext:
        'Show the authoritative store: it asks the lock service and rejects a token that was never granted.',
      parameters: {},
    },
    'manager-restarts-empty': {
      name: 'The manager forgets its counter',
      sentence:
        'The lock manager restarts without its records; the next token is 1 again, and the fence refuses its rightful holder.',
      tryNext: 'Let the manager restart before A was granted the key: then the tokens still rise.',
      parameters: {},
    },
    'own-write-overtaken': {
      name: 'A client overtaken by its own write',
      sentence:
        "A's first write is delayed and arrives after its second, with the same token: a fence keeps no order within one token.",
      tryNext:
        'Set the delay to zero, or show the strictly fenced store: it drops the second write that arrives, whichever that is.',
      parameters: {},
    },
    'zero-ttl-grants': {
      name: 'Leases of no length',
      sentence:
        'A and B ask for a TTL of zero and below; their leases are over at once, and C is granted the key at the same instant.',
      tryNext: 'Give A a TTL longer than its work: B and C have to wait, or are refused.',
      parameters: { ttl: 'TTL of C' },
    },
    'renew-with-zero': {
      name: 'A renewal that ends the lease',
      sentence:
        'A renews with a TTL of zero: the renewal succeeds, the lease is over, and B is granted the key while A still works.',
      tryNext: 'Raise the TTL of the renewal until A keeps the key for as long as it works.',
      parameters: {},
    },
    'holder-restarts': {
      name: 'A holder restarts and is a stranger',
      sentence:
        'A crashes, restarts and asks for the key again; the manager has no notion of owner and refuses until the old lease is over.',
      tryNext: 'Shorten the TTL: A gets its key back sooner, and any other client would, too.',
      parameters: {},
    },
    'late-release': {
      name: 'A late release harms nobody',
      sentence:
        'A is paused past its lease; B takes over; then A releases with its old token, and the manager refuses.',
      tryNext: 'Shorten the pause until A still holds the lease: then its release succeeds.',
      parameters: {},
    },
    'stalled-leader': {
      name: 'A leader that stalled',
      sentence:
        'A leads by an epoch lease and stalls; B leads with epoch 2; the sink asks for the latest epoch and refuses what A writes late.',
      tryNext:
        'Compare the fenced store: it learns of epoch 2 only when B writes, and takes the write of A before that.',
      parameters: {},
    },
    'token-gone-with-its-key': {
      name: 'A token that dies with its key',
      sentence:
        'The token is stored in the value of the etcd key and vanishes with it, so every holder gets token 1 and the fence tells nobody apart.',
      tryNext: 'Compare the creation revision as token: it rises from holder to holder.',
      parameters: { work: 'Work of A' },
    },
    'flag-outlives-lease': {
      name: 'A held flag that outlives its lease',
      sentence:
        'A is cut off from etcd and its lease ends, but the lock object still says held; A writes after B, and there is no token to refuse it by.',
      tryNext: 'Shorten the work of A until it writes before its lease ends.',
      parameters: { work: 'Work of A' },
    },
    'delete-in-two-commands': {
      name: 'Delete only what is yours, in one step',
      sentence:
        "P1 reads its own value, is paused past its lease, and then deletes the key, which is P2's by now; P3 gets in beside P2.",
      tryNext: 'Compare one script that compares and deletes: the key of P2 stays.',
      parameters: { pause: 'Pause of P1' },
    },
    'token-after-the-lock': {
      name: 'A token issued apart from the lock',
      sentence:
        'P1 stalls between the lock and INCR; P2 locks and counts 1; P1 wakes and counts 2: the fence now favours the zombie and refuses the holder.',
      tryNext: 'Shorten the pause of P1 until its lease is live when it counts.',
      parameters: { pause: 'Pause of P1' },
    },
    'watchdog-only-reentrant': {
      name: 'A watchdog that was never armed',
      sentence:
        'The watchdog runs only with the re-entrant option on; P1 works longer than its lease, and P2 gets in.',
      tryNext: 'Let the watchdog always run, then pause P1: a stopped process does not renew.',
      parameters: { pause: 'Pause of P1', work: 'Work of P1' },
    },
  } as Readonly<Record<string, ScenarioText>>,
};
