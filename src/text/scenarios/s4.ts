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
  'held-while-renewed': {
    name: 'Held until a TTL after the last renewal',
    sentence:
      'A renews every three seconds and holds far beyond its TTL of nine. It crashes; one millisecond before a TTL has passed since its last renewal B is still refused, and at that very moment C gets the lock.',
    tryNext: 'Compare a holder that lives: both are refused, and A writes after fifty seconds.',
    parameters: {},
    configurations: { 'holder-crashes': 'Holder crashes', 'holder-lives': 'Holder lives' },
  },
  'context-that-took-the-lock': {
    name: 'The context that took the lock',
    sentence:
      'The keepalive loop runs in the context in which A locked. That context ends, and the loop with it; a TTL after the last keepalive B is in, while A works on, still thinks that it holds, and writes.',
    tryNext: 'Compare a loop with a context of its own: it renews until A unlocks.',
    parameters: {},
    configurations: { 'bound-to-context': 'Loop ends with the context', 'own-context': 'Context of its own' },
  },
  'leases-left-behind': {
    name: 'A lease for every failed attempt',
    sentence:
      'B asks again a second after each refusal while A holds, and each attempt that fails leaves behind the lease that was granted for it. No key is bound to them; they last out their TTL at the server.',
    tryNext:
      'Shorten the retry: at any moment there are as many unused leases as there were failed attempts within a TTL. Revoking them costs one more request each.',
    parameters: { retry: 'B retries every' },
    configurations: { leaves: 'Left to their TTL', revokes: 'Revoked' },
  },
  'answer-with-the-lease-lost': {
    name: 'The answer with the lease is lost',
    sentence:
      'The answer by which etcd grants a lease is lost: A gives up with an error and does not know the lease, so that nobody can revoke it. It lasts out its TTL without a key; A locks with another one meanwhile.',
    tryNext: "Compare an answer that arrives. An unused lease is in nobody's way: a lock is its key.",
    parameters: { timeout: 'Time-out of a request' },
    configurations: { 'answer-lost': 'Answer lost', 'answer-arrives': 'Answer arrives' },
  },
  'one-key-for-all-candidates': {
    name: 'One key for all candidates',
    sentence:
      'Three candidates contend for one key and watch it. A leads and dies; within a TTL of its last renewal the key is gone, both others are woken, and one of them leads.',
    tryNext:
      'Compare the real profile: the key is deleted a little after its lease ended, and a change of the etcd leader gives the lease of the dead A its whole TTL again.',
    parameters: { crashAt: 'A crashes at' },
    configurations: {
      plain: 'Plain profile',
      'deletion-gap': 'Real profile, deletion 0.5 s late',
      'leader-change': 'Real profile, etcd leader changes',
    },
  },
  'its-own-key-in-the-way': {
    name: 'Its own key in the way',
    sentence:
      'The put succeeds and its answer is lost; A gives up and revokes the lease, but that request is lost as well. When A tries again it is refused by the key that it put itself, until the lease has run out.',
    tryNext: 'Compare a revocation that arrives: the next attempt gets the lock.',
    parameters: {},
    configurations: { 'revoke-fails': 'Revocation lost', 'revoke-arrives': 'Revocation arrives' },
  },
  'a-wait-that-is-called-off': {
    name: 'A wait that is called off',
    sentence:
      'B waits for the lock until its context ends after five seconds: the call returns an error, and the lease of its last attempt has been revoked. Nothing of B is left at the server.',
    tryNext: 'Let B wait on: it gets the lock when A releases.',
    parameters: { timeout: 'Context of B ends after' },
    configurations: { 'context-ends': 'Context ends', 'waits-on': 'Waits on' },
  },
  'the-librarys-mutex': {
    name: "Not the library's mutex",
    sentence:
      'A is cut off and loses its lease. With this lock C overtakes B, who has asked before it, and A writes late. The mutex of the client library queues by creation revision, each waiter watching the one before it, and its session tells A that it has lost the lock.',
    claim: "This lock is the same thing as the mutex of etcd's client library.",
    truth:
      'Both put a key under a lease. The mutex is fair, wakes one waiter at a time, and its holder can learn that it lost; it does not stop a write that is under way, which takes a token that the store compares.',
    tryNext: 'Compare the order of B and C, and what A believes after its lease has ended.',
    parameters: {},
    configurations: { lock: 'This lock', mutex: "Library's mutex" },
  },
};
