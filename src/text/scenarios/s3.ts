import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lease locker on etcd, in English. */
export const s3: ScenarioTexts = {
  'token-gone-with-its-key': {
    name: 'A token that dies with its key',
    sentence:
      'The token is stored in the value of the etcd key and vanishes with it, so every holder gets token 1 and the fence tells nobody apart.',
    tryNext: 'Compare the creation revision as token: it rises from holder to holder.',
    parameters: { work: 'Work of A' },
  },
  'token-never-read': {
    name: 'A token that is never read',
    sentence:
      'The database reads the token out of the stored value by a pattern that swallows its separator: it finds none, and refuses even the holder.',
    tryNext: 'Compare the repaired pattern: the holder writes.',
    parameters: {},
    configurations: { misparsed: 'Pattern swallows the separator', parsed: 'Pattern repaired' },
  },
  'renewal-errors-change-nothing': {
    name: 'Renewal errors that change nothing',
    sentence:
      'A is cut off and its lease ends; B takes over. The renewals of A fail, and nothing in A changes: it still says locked long after.',
    tryNext: 'Compare the session, which ends with its lease and says so.',
    parameters: {},
    configurations: { locker: 'Errors ignored', session: 'Session tells the loss' },
  },
  'passed-a-token-of-its-own': {
    name: 'A token somebody made up',
    sentence:
      'M never locked and writes with token 1. The stored token of every holder is 1, so the check lets it in.',
    tryNext:
      'Compare the creation revision: 1 is not the current one, and M is refused. Whoever knows the current one is let in all the same.',
    parameters: {},
  },
  'another-key-entirely': {
    name: 'A lock on another key',
    sentence:
      'C holds another key and writes; the database asks etcd for one fixed key. While that is free C is refused, while anybody holds it with the same token C is let in.',
    tryNext:
      'Both answers are about a key that C never asked for. A fence belongs to the key that a write relies on.',
    parameters: {},
    configurations: { 'lock-is-free': 'Fixed key is free', 'lock-is-held': 'Fixed key is held' },
  },
  'keepalive-does-not-add': {
    name: 'A keepalive does not add',
    sentence:
      'A is granted ten seconds and sends one keepalive at once; at twelve the key is gone, and B has it.',
    claim: 'Ten seconds granted and one keepalive make twenty.',
    truth: 'A keepalive starts the TTL anew. It does not add to what is left.',
    tryNext: 'Compare the watchdog, which renews again and again.',
    parameters: {},
    configurations: { 'one-keepalive': 'One keepalive', watchdog: 'Watchdog' },
  },
  'no-lock-on-record': {
    name: 'No lock on record',
    sentence:
      'A comes back after B has released: its late write is refused, but only because there is no lock at all. While B holds, the same write is let in.',
    tryNext: 'Every holder has the token 1: the check knows locked and unlocked, and nothing of stale.',
    parameters: { hold: 'B holds on for' },
    configurations: { 'after-release': 'After B released', 'while-held': 'While B holds' },
  },
  'a-cut-is-no-release': {
    name: 'A cut connection is no release',
    sentence:
      'A is cut off for six seconds and connected again before its lease ends: it still holds. Only the TTL ends a lease.',
    claim: 'When the connection is cut, the lock is released.',
    truth: 'Nothing happens until the TTL has passed without a keepalive.',
    tryNext: 'Cut it for twelve seconds: the lease ends, B gets the key, and A writes late.',
    parameters: {},
    configurations: { 'cut-for-6': 'Cut for 6 s', 'cut-for-12': 'Cut for 12 s' },
  },
  'check-passed-just-before': {
    name: 'Checked just before the end',
    sentence:
      'A is cut off from etcd; the database checks its token a moment before the lease ends, and applies the write after B has acquired, written and released. What stays is the value of A, although the creation revision of B is higher.',
    tryNext:
      'Shorten the time that the import takes until it is applied before B acquires. Check and write in one step leave no such time.',
    parameters: { gap: 'Import takes' },
    configurations: { 'two-steps': 'Check, then write', 'one-step': 'One step' },
  },
  'release-while-cut-off': {
    name: 'A release while cut off',
    sentence:
      'A releases while it is cut off from etcd: the call fails, the heartbeat has been stopped before it, and the flag still says locked. When the lease has ended B acquires, and both believe that they hold the lock.',
    tryNext:
      'Let A go on writing because the flag says locked: it overwrites B, unless the store compares the creation revision.',
    parameters: {},
    configurations: {
      flag: 'Flag stays set',
      'writes-on': 'A writes on',
      'writes-on-fenced': 'A writes on, fenced store',
      session: 'Session',
    },
  },
  'without-a-quorum': {
    name: 'Without a quorum nothing runs out',
    sentence:
      'The quorum is lost for twenty seconds: nothing is granted, nothing renewed, and nothing expires. A stops by its own deadline, its key stays. When the quorum is back the lease gets its whole TTL again, and only then does B get the lock.',
    claim: 'Without a quorum leases run out, so that locks come free.',
    truth:
      'Only the deadline of the client passes. The servers end no lease until they agree again, and then start its TTL anew, unless checkpoints keep what was left of it.',
    tryNext:
      'Cut off A alone instead: with a quorum its lease runs out a TTL after the last renewal, and B gets the lock.',
    source: 'Behaviour measured on etcd 3.4.',
    parameters: { outage: 'Outage' },
    configurations: {
      'quorum-lost': 'Quorum lost',
      'client-cut-off': 'Client cut off',
      checkpoints: 'Quorum lost, checkpoints on',
    },
  },
  'clocks-do-matter': {
    name: 'Clocks do matter',
    sentence:
      'The clock of A runs at a quarter of true speed, so that its heartbeats, due every third of the TTL, come too late. Or the clock of the etcd leader runs at double speed, and one lost heartbeat is enough. Each time two clients believe that they hold the lock, and A writes last.',
    claim: 'The server measures the lease, so the clocks of clients do not matter.',
    truth:
      'Nobody compares dates, but both sides measure durations: the client when to send a heartbeat, the leader when the lease ends.',
    tryNext:
      'Compare true clocks with the same heartbeat lost: the next one comes in time. A fence on the creation revision refuses A in either case; the clocks it does not mend.',
    parameters: {},
    configurations: {
      'client-slow': 'Clock of A slow',
      'client-slow-fenced': 'Clock of A slow, fenced store',
      'leader-fast': 'Clock of the leader fast, a heartbeat lost',
      'clocks-true': 'True clocks, a heartbeat lost',
    },
  },
};
