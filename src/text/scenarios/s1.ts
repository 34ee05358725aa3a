import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lease manager, in English. */
export const s1: ScenarioTexts = {
  'renew-before-expiry': {
    name: 'Renewal keeps a lease alive',
    sentence: 'A renews before its lease ends and keeps the key; B has to wait until A releases it.',
    tryNext: 'Let A renew later than the TTL: the renewal fails and B gets the key.',
    parameters: {},
  },
  'renew-after-expiry': {
    name: 'A renewal that comes too late',
    sentence: 'A renews after its lease has ended; the manager refuses, and A has to acquire the key again.',
    tryNext: 'Let A renew before the TTL is over: the lease is extended and A needs no second grant.',
    parameters: {},
  },
  'many-acquirers': {
    name: 'Many want it, one holds it',
    sentence: 'Eight clients ask for the key at once and retry; each gets it in turn, with a growing token.',
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
    tryNext: 'Make the clock step smaller until the lease stays dead. A monotonic clock refuses in any case.',
    parameters: {},
  },
  'write-before-new-holder': {
    name: 'A zombie writes before the new holder',
    sentence:
      'A comes back and writes after B was granted the key but before B has written: the fence does not know of B yet. Both writes are accepted, and that of A is lost.',
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
    tryNext: 'Give A a TTL longer than its work: B and C are refused.',
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
  'whichever-service': {
    name: 'Whichever service grants the lease',
    sentence:
      'The same paused holder over four services, before the same fenced store: what decides is not who grants the lease, but whether its token rises with every grant.',
    claim: 'It does not matter which service issues the lease.',
    truth:
      'It matters what token comes with it: one that rises with each grant is fenced, one that stays the same or is missing is not.',
    tryNext: 'Lengthen the TTL until A writes in time, whatever the service.',
    parameters: {},
    configurations: {
      'lease-manager': 'Lease manager',
      'etcd-revision': 'etcd, creation revision',
      'etcd-stored': 'etcd, stored token',
      redis: 'Redis, no token',
    },
  },
};
