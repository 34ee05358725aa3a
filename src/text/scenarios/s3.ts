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
    tryNext: 'Compare the creation revision: nobody guesses it by writing 1.',
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
};
