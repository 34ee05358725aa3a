/** One question: choose an answer, then see the run that shows it. */
export interface Question {
  readonly id: string;
  readonly asks: string;
  /** What can be answered, the right one among them. */
  readonly answers: readonly string[];
  /** Number of the right answer. */
  readonly right: number;
  readonly because: string;
  readonly scenario: string;
  /** The configurations that show it, where they are not the first two. */
  readonly shows?: readonly string[];
}

/** A rule of use, and the scenario that breaks it. */
interface Rule {
  readonly id: string;
  readonly rule: string;
  readonly because: string;
  readonly scenario: string;
}

const list: readonly Question[] = [
  {
    id: 'lock-and-expiry',
    asks: 'A client sends SETNX and then EXPIRE, and dies between the two. When is the key free?',
    answers: ['When the TTL has passed', 'Never', 'When Redis notices that the connection is gone'],
    right: 1,
    because:
      'The key has no expiry yet, and nothing will ever give it one. SET NX PX puts lock and expiry in one command.',
    scenario: 'setnx-then-crash',
  },
  {
    id: 'plain-delete',
    asks: 'P1 stalls past its lease, P2 locks. P1 wakes up and sends DEL. What becomes of the lock of P2?',
    answers: [
      'It is deleted',
      "It stays: Redis knows that it is not P1's",
      'It stays: DEL fails on a key with an expiry',
    ],
    right: 0,
    because: 'DEL asks nobody. The release has to compare the value and delete in one script.',
    scenario: 'unlock-without-a-look',
  },
  {
    id: 'watchdog-compares',
    asks: 'The watchdog of P1 wakes up after P2 has locked and died, and extends the key without comparing. What happens?',
    answers: [
      'Nothing: the key of P2 ends as P2 wanted',
      'P1 has the lock again',
      'The lock of a dead process is kept alive for as long as P1 runs',
    ],
    right: 2,
    because: 'The renewal extends whatever is there. It has to compare as well as the release, in one step.',
    scenario: 'renewal-of-a-stranger',
  },
  {
    id: 're-entrancy',
    asks: 'P1 locks with re-entrancy and loses the lock to P2 without noticing. It locks again. What is it told?',
    answers: ['No: P2 has it', 'Yes: its own memory says that it holds', 'It waits for P2'],
    right: 1,
    because:
      'A re-entrant count lives in one process and knows nothing of the others. It is worth something inside the process only.',
    scenario: 'held-from-memory',
  },
  {
    id: 'random-token',
    asks: 'Each holder proves itself by a random text. Can a store use it as a fencing token?',
    answers: [
      'Yes: no two are equal',
      'Yes, if it is long enough',
      'No: nobody can say which of two is newer',
    ],
    right: 2,
    because:
      'A fence has to know which of two holders came later. A random text proves ownership, and orders nothing. Over Redis alone the store has nothing to compare.',
    scenario: 'whichever-service',
    shows: ['lease-manager', 'redis'],
  },
  {
    id: 'time-out',
    asks: 'A blocking acquire runs out of time, and its adapter returns without an error. What does the caller do?',
    answers: ['It writes, beside the holder', 'It waits on', 'It fails, for it has no token'],
    right: 0,
    because: 'Nobody told it that it has no lock. A time-out is a failure, and has to be an error.',
    scenario: 'timeout-taken-for-success',
  },
  {
    id: 'redis-down',
    asks: 'Redis is down and the module degrades to a lock inside the process. Does the fence still protect?',
    answers: [
      'Yes: the fence is in the database',
      'No: the counter is down as well, and there is no token',
      'Yes, as long as one process writes at a time',
    ],
    right: 1,
    because:
      'The token came from the same Redis. Only a token from another source would help. To fail closed is the other choice: nothing is written.',
    scenario: 'the-counter-is-down-too',
  },
  {
    id: 'which-key',
    asks: 'A calibration measures a size and sets it; an upload adds 50 to it. Each has a lock of its own. Is the number right at the end?',
    answers: [
      'Always: each write is under a lock',
      'Never',
      'It depends on which of them came first, and on how each writes',
    ],
    right: 2,
    because:
      'They change one number and lock two keys, so that neither waits for the other. No finding tells of it; the value does. What shares a number has to share a key.',
    scenario: 'two-keys-one-number',
  },
];

const rules: readonly Rule[] = [
  {
    id: 'smallest-scope',
    rule: 'Hold the lock for as little as possible.',
    because: 'A slow call inside is waited for by everybody.',
    scenario: 'slow-call-inside',
  },
  {
    id: 'time-out-is-failure',
    rule: 'A time-out means failure.',
    because: 'Taken for success it writes beside the holder.',
    scenario: 'timeout-taken-for-success',
  },
  {
    id: 'release-in-finally',
    rule: 'Release in a finally, with a context that has not ended.',
    because: 'A release that fails before it asks leaves the key to its TTL, and everybody waits.',
    scenario: 'unlock-with-an-ended-context',
  },
  {
    id: 'ttl-above-work',
    rule: 'Choose a TTL above the longest work, or renew.',
    because: 'Work that outlives its lease goes on beside the next holder.',
    scenario: 'long-or-short-ttl',
  },
  {
    id: 'degraded-mode',
    rule: 'Decide beforehand what happens when Redis is down.',
    because: 'Degraded, two processes write side by side; failing closed, nobody writes.',
    scenario: 'redis-is-down',
  },
];

/** Words of the eight questions and the rules of use. */
export const questionsText = {
  sentence: 'Choose what you think happens; then see the run that shows it.',
  place: (question: number, of: number) => `Question ${String(question)} of ${String(of)}`,
  next: 'Next question',
  previous: 'Previous question',
  right: 'Right.',
  wrong: (answer: string) => `Not so. The answer is: ${answer}.`,
  answered: (right: number, of: number) => `${String(right)} of ${String(of)} answered right`,
  list,
  rulesTitle: 'Rules of use',
  rulesNote: 'Each with the run that breaks it.',
  rules,
} as const;
