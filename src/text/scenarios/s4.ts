import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lock of etcd, in English. */
export const s4: ScenarioTexts = {
  'flag-outlives-lease': {
    name: 'A held flag that outlives its lease',
    sentence:
      'A is cut off from etcd and its lease ends, but the lock object still says held; A writes after B, and there is no token to refuse it by.',
    tryNext: 'Shorten the work of A until it writes before its lease ends.',
    parameters: { work: 'Work of A' },
  },
  'both-say-locked': {
    name: 'Both say locked',
    sentence:
      'The keepalive of A dies and its lease ends, but its lock object still says held: both A and B get yes.',
    tryNext: 'Compare the session: without an answer for a whole TTL it ends, and with it what A believes.',
    parameters: {},
    configurations: { flag: 'Held flag', session: 'Session' },
  },
  'the-loss-is-never-told': {
    name: 'The loss is never told',
    sentence: 'A lost its lease to B while it was cut off; when it unlocks, success is reported.',
    tryNext: 'Compare the session: it ends by itself when no answer has come for a whole TTL.',
    parameters: {},
    configurations: { flag: 'Held flag', session: 'Session' },
  },
  'same-proof-twice': {
    name: 'The same proof twice',
    sentence:
      'Both clients prove their ownership with the same text; A has lost its lease, B holds, and the unlock of A deletes the key of B.',
    tryNext: 'Give each client a text of its own: the unlock of A finds nothing that is its own.',
    parameters: {},
    configurations: { 'same-proof': 'Same text', 'own-proof': 'Text of its own' },
  },
  'unlock-that-failed': {
    name: 'An unlock that failed',
    sentence:
      'A is cut off as it unlocks: the call fails and clears the flag. The next unlock reports success without a call, and B waits until the lease ends.',
    tryNext: 'Compare a connection that holds: B gets the key at once.',
    parameters: {},
    configurations: { 'cut-off': 'Cut off', connected: 'Connected' },
  },
  'locked-twice-unlocked-once': {
    name: 'Locked twice, unlocked once',
    sentence:
      'A locks twice and unlocks once: the flag knows no count, the key is gone, and B is inside the outer section of A.',
    tryNext: 'Compare a count: the key stays until A has unlocked as often as it locked.',
    parameters: {},
    configurations: { flag: 'Flag', counted: 'Count' },
  },
  'one-object-two-workers': {
    name: 'One lock object, two workers',
    sentence:
      'Two workers of one process share a lock object; both ask, and both get yes, for the object is already held.',
    tryNext: 'Give each worker an object of its own: the second one is refused.',
    parameters: {},
    configurations: { 'one-object': 'One object', 'an-object-each': 'An object each' },
  },
};
