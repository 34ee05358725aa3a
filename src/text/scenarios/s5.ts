import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the scenarios of the lock in Redis, in English. */
export const s5: ScenarioTexts = {
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
  'timeout-taken-for-success': {
    name: 'A time-out taken for success',
    sentence:
      'P2 waits ten seconds for the lock, runs out of time, and its adapter reports success: it writes beside the holder without any lease.',
    tryNext: 'Let P2 wait longer than P1 works: then it is granted the lock.',
    parameters: { timeout: 'Time-out of P2' },
    configurations: { flawed: 'Time-out is success', corrected: 'Time-out is an error' },
  },
  'unlock-without-a-look': {
    name: 'Unlocking without a look',
    sentence:
      "P1 stalls past its lease and P2 locks; P1 wakes up and deletes the key without comparing, and P2's lock is gone while it works.",
    tryNext: 'Shorten the pause of P1 until its own lease is still there to delete.',
    parameters: { pause: 'Pause of P1' },
    configurations: { flawed: 'Delete unchecked', corrected: 'One script that compares' },
  },
  'renewal-of-a-stranger': {
    name: "Renewing a stranger's key",
    sentence:
      'P1 stalls, P2 locks and dies; P1 wakes up and its watchdog extends the key without comparing, so the lock of a dead process never ends.',
    tryNext: 'Shorten the pause of P1 until P2 never gets the key.',
    parameters: { pause: 'Pause of P1' },
    configurations: { flawed: 'Renewal unchecked', corrected: 'Renewal compared' },
  },
  'second-update-dropped': {
    name: 'A fence that refuses its own holder',
    sentence:
      'The only holder, with fence 1, updates twice; the condition wants a higher fence than the stored one, so its second update changes no row.',
    claim: 'A conditional update on the fence token protects every write of the holder.',
    truth:
      'It takes one write for each token. The total is 10 instead of 20, and the holder takes the refusal for the loss of its lock.',
    tryNext: 'Compare the fenced store, which takes an equal token: a holder may write twice.',
    parameters: {},
  },
  'records-by-key-alone': {
    name: 'Local records by key alone',
    sentence:
      'Two workers of one process share what the lock module remembers: g1 loses the lock, g2 gets it, and when g1 unlocks it deletes the lock of g2.',
    tryNext: 'Shorten the work of g1 in the file, or raise the TTL: then g1 unlocks its own.',
    parameters: {},
    configurations: { 'by-key': 'Records by key', 'by-worker': 'Records by worker' },
  },
  'renewal-that-found-nothing': {
    name: 'A renewal that found nothing',
    sentence:
      'P1 is paused past its lease; its next renewal finds nothing to renew, and whether anybody looks at that answer decides what P1 writes.',
    tryNext: 'Shorten the pause until the renewal comes in time.',
    parameters: { pause: 'Pause of P1' },
    configurations: { ignores: 'Answer ignored', 'tells-loss': 'Answer tells the loss' },
  },
  'held-from-memory': {
    name: 'Held from memory',
    sentence:
      'P1 locks with re-entrancy, loses the lock, and locks again: the module answers yes from its own memory, while Redis has P2.',
    tryNext: 'Raise the TTL until the second lock comes in time.',
    parameters: {},
    configurations: { 're-entrant': 'Re-entrant, from memory', 'asks-redis': 'Asks Redis' },
  },
  'anybody-may-unlock': {
    name: 'Anybody of the process may unlock',
    sentence:
      'Worker g1 holds the lock twice over; g2 of the same process unlocks, the key is deleted, and P2 is in beside g1.',
    tryNext: 'Compare records by worker: the unlock of g2 does nothing.',
    parameters: {},
    configurations: { 'by-key': 'Records by key', 'by-worker': 'Records by worker' },
  },
  'ttl-below-two-seconds': {
    name: 'Less than two seconds',
    sentence:
      'A TTL of 1.9 s becomes one second, and the watchdog ticks once a second: it comes too late although nothing is wrong with it.',
    tryNext: 'Choose two seconds: the first renewal comes while the lease is live.',
    parameters: {},
    configurations: { 'almost-two': 'TTL 1.9 s', half: 'TTL 0.5 s', two: 'TTL 2 s' },
  },
  'counter-lost-in-failover': {
    name: 'A counter lost in a failover',
    sentence:
      'The fence stands at 5 when the primary fails over to a replica that never saw the counter: the next token is 1, and the rightful holder is refused.',
    tryNext: 'Compare a replica that kept up: the next token is 6.',
    parameters: {},
    configurations: { 'replica-behind': 'Replica never saw it', 'replica-in-step': 'Replica kept up' },
  },
  'outsider-counts': {
    name: 'A token without a lock',
    sentence:
      'X counts up without holding the lock and writes with token 2; the fence lets it in and then refuses the holder with token 1.',
    tryNext:
      'Compare the naive store: there nobody is refused. A fence orders tokens; it does not ask who holds the lock.',
    parameters: {},
  },
  'failover-forgets-the-key': {
    name: 'Two holders after a failover',
    sentence:
      'The replica had stopped before P1 locked; after the failover nobody remembers P1, P2 locks too, and both hold the token 1.',
    tryNext: 'Compare a replica that kept up. A replica that is merely slow and catches up loses nothing.',
    parameters: {},
    configurations: { 'replica-behind': 'Replica had stopped', 'replica-in-step': 'Replica kept up' },
  },
  'setnx-then-crash': {
    name: 'SETNX, then a crash',
    sentence: 'P1 sets the key and dies before it sets the expiry: the key never ends, and everybody waits.',
    tryNext: 'Compare one command that does both: the key ends with its TTL.',
    parameters: {},
    configurations: { 'two-commands': 'SETNX, then EXPIRE', 'one-command': 'SET NX PX' },
  },
  'long-or-short-ttl': {
    name: 'A long or a short TTL',
    sentence:
      'With a TTL of thirty seconds a dead holder blocks everybody for thirty, so that P2 times out after ten; and work of forty seconds outlives its lease, so that P3 gets in and P1 writes late.',
    tryNext:
      'Move the TTL: a shorter one frees the lock of a dead holder sooner, a longer one covers slower work. Nothing covers both but a renewal.',
    parameters: { work: 'Work of P1' },
    configurations: { 'holder-crashes': 'Holder dies', 'work-is-slow': 'Work is slow' },
  },
  'restart-without-data': {
    name: 'A restart without data',
    sentence:
      'Redis restarts without its data: P1 still believes, P2 locks, the counter is back at 1, and the fence sees two equal tokens.',
    tryNext: 'Compare the append-only file: key and counter come back.',
    parameters: {},
    configurations: { 'no-persistence': 'No persistence', 'append-only': 'Append-only file' },
  },
  'deadlock-with-itself': {
    name: 'A deadlock with itself',
    sentence:
      'P1 holds the lock and asks for it again: without re-entrancy it waits for itself until its time-out.',
    tryNext: 'Compare re-entrancy: the second lock is granted from the count.',
    parameters: {},
    configurations: { 'not-re-entrant': 'Not re-entrant', 're-entrant': 'Re-entrant' },
  },
  'redis-is-down': {
    name: 'When Redis is down',
    sentence:
      'Redis refuses everything. Fail closed, and nothing is written; degrade to a lock inside the process, and two processes write side by side.',
    claim: 'The fence still protects while Redis is down.',
    truth: 'The counter is down with it: the writes carry no token, and a fence has nothing to compare.',
    tryNext: 'Compare both: what is exclusive in one process is not exclusive across two.',
    parameters: {},
    configurations: { degraded: 'Degraded to a local lock', 'fail-closed': 'Fail closed' },
  },
  'two-majorities': {
    name: 'Two majorities',
    sentence:
      'A holds exactly three of five nodes; one of them forgets it, and B gets three as well. Or no node forgets, and A pauses past its lease.',
    claim: 'Five independent nodes make the lock safe.',
    truth:
      'They make it survive the loss of two. A forgotten record or a jump of a clock makes two holders, and no number of nodes stops a paused client.',
    tryNext: 'Compare all five nodes: one that forgets is not enough then.',
    parameters: {},
    configurations: {
      'node-restarts-empty': 'One of three restarts empty',
      'clock-jumps': 'One of three clocks jumps',
      'client-pauses': 'The client pauses',
      'all-five-nodes': 'All five, one restarts',
    },
  },
  'lock-in-one-process': {
    name: 'A lock inside one process',
    sentence:
      'A lock in memory with a hard TTL and no renewal: work of 31 s lets a rival of the same process in at 30, whose hold is then ended by the late unlock; and another process was never kept out.',
    tryNext: 'Shorten the work below the TTL. Against a second process no TTL helps.',
    parameters: { work: 'Work of g1' },
    configurations: {
      'hard-ttl': 'One process, long work',
      'two-processes': 'Two processes',
      'short-work': 'One process, short work',
    },
  },
  'fence-five-stalls': {
    name: 'Five stalls, six writes',
    sentence:
      'Four holders came before P1, which has fence 5 and stalls; P2 takes over with 6 and writes. The late update of P1 asks for a stored fence below 5, finds none, and changes 0 rows.',
    tryNext: 'Compare the naive store: there the late write stays.',
    parameters: { pause: 'Pause of P1' },
    configurations: { 'conditional-update': 'Conditional update' },
  },
  'renewed-each-second': {
    name: 'Renewed each second',
    sentence:
      'The TTL is three seconds and the work takes ten. A watchdog that always runs renews once a second and P2 never gets in; one that runs only with the re-entrant option never starts, and P2 is in after three.',
    tryNext: 'Raise the TTL above the work: then no watchdog is needed, and a dead holder blocks for longer.',
    parameters: {},
  },
  'watchdog-and-a-fence': {
    name: 'A watchdog and a fence',
    sentence:
      'A watchdog keeps the Redis lock of A while its process runs. A pause stops both; the key is gone after the TTL, B has it, and A comes back and writes. The token is counted by the script that sets the key.',
    tryNext:
      'Prove it or break it, by the store: one that learns from writes can be passed between the grant to B and its first write; one whose fence rises in the step of the grant cannot. That is the ideal: a script at Redis does not reach another system in the same step, and raised by a message the gap is back.',
    parameters: { pause: 'Pause of A', 'pause-at': 'Pause starts at', work: 'Work of A and B' },
    configurations: {
      'raised-by-a-message': 'Raised by a message',
    },
  },
  'deleted-with-the-wrong-token': {
    name: 'Deleted with the wrong token',
    sentence:
      'X asks Redis to delete the lock of P1. By a plain DEL the key is gone and P2 gets in beside P1; by a script that compares, a guessed token deletes nothing.',
    tryNext: 'Compare both: the difference is one comparison, made in the same step as the deletion.',
    parameters: {},
    configurations: { unchecked: 'DEL', compared: 'Script that compares' },
  },
  'watchdog-of-the-request': {
    name: 'A watchdog that ends with the request',
    sentence:
      'The watchdog lives in the context of the request under which P1 locked. That context ends after fifteen seconds; the key, last renewed at ten, is gone at forty, P2 is in, and P1 is still at work and writes.',
    tryNext:
      'End the context later: every renewal before that moves the end of the key. A watchdog with a context of its own runs until P1 unlocks.',
    parameters: { ends: 'Context ends after' },
    configurations: { flawed: 'Context of the request', corrected: 'Context of its own' },
  },
  'unlock-with-an-ended-context': {
    name: 'Unlocking with an ended context',
    sentence:
      'P1 unlocks with a context that has ended: the call fails before it asks Redis, but the local record is gone already, so that the second unlock finds nothing to do. The key stays until its TTL is over, and P2 waits.',
    tryNext: 'Compare an unlock with a context of its own: P2 gets the lock within a second.',
    parameters: {},
    configurations: { flawed: 'Context of the request', corrected: 'Context of its own' },
  },
  'two-keys-one-number': {
    name: 'Two keys for one number',
    sentence:
      'A calibration measures the real size and corrects the record of what is used; an upload adds 50 to both. They lock different keys, so that neither waits for the other, and what is right depends on when was measured: 170 is right, 120 and 220 are not.',
    tryNext:
      'Read the last value of used: measured before the upload, an absolute write leaves 120 and adding the difference 170; measured after it, the absolute write leaves 170 and the difference 220. No lock property is broken, so that there is no finding.',
    parameters: {},
    configurations: {
      'before-absolute': 'Measured before, absolute',
      'before-difference': 'Measured before, difference',
      'after-absolute': 'Measured after, absolute',
      'after-difference': 'Measured after, difference',
    },
  },
  'one-key-one-number': {
    name: 'One key for one number',
    sentence:
      'Calibration and upload lock the same key: whoever comes second waits, and in either order, with either way to write, 170 is used at the end.',
    tryNext:
      'Compare two keys for the same number. Locks must share a key when what they protect is the same data.',
    parameters: {},
    configurations: {
      'first-absolute': 'Calibration first, absolute',
      'first-difference': 'Calibration first, difference',
      'second-absolute': 'Upload first, absolute',
      'second-difference': 'Upload first, difference',
    },
  },
  'two-statements': {
    name: 'Two statements instead of one',
    sentence:
      'P2 adds its difference in one statement and stores its fence in a second. Between the two the late update of P1 with the older token passes; and when the database restarts between them, the fence of P2 is never stored at all.',
    tryNext: 'Make both changes in one statement: the late update changes 0 rows.',
    parameters: { gap: 'Between the statements', pause: 'Pause of P1' },
    configurations: {
      'two-statements': 'Two statements',
      'second-fails': 'The second fails',
      'one-statement': 'One statement',
    },
  },
  'one-id-for-everybody': {
    name: 'One id for everybody',
    sentence:
      'Re-entrancy asks who is calling, and the id of a goroutine is always 0: g2 is taken for g1, enters its critical section and writes while g1 holds.',
    tryNext: 'Compare an id for each worker: g2 waits.',
    parameters: {},
    configurations: { 'always-zero': 'Id always 0', 'by-worker': 'Id of each worker' },
  },
  'one-hot-counter': {
    name: 'One hot counter',
    sentence:
      'Four processes count under one key, one after the other, and the last waits for more than seven seconds. Split into two segments, with a key each, two count at once and nobody waits for more than three.',
    tryNext: 'Compare when each process gets the lock. Whoever wants the total reads both segments.',
    parameters: {},
    configurations: { 'one-counter': 'One counter', 'two-segments': 'Two segments' },
  },
  'retry-or-queue': {
    name: 'Retry or queue',
    sentence:
      'Waiters who try again and again get the lock by luck: g4 asks last and is in after two seconds, while g3 has waited for ten. In a first-in-first-out queue g3 waits 5.9 and g4 4.7 seconds.',
    tryNext:
      'Change how often g2 tries: who is next depends on it. In the queue it depends on nothing but the order of asking.',
    parameters: { retry: 'g2 retries every' },
    configurations: { retry: 'Retry', queue: 'FIFO queue' },
  },
  'one-key-for-everybody': {
    name: 'One key for everybody',
    sentence:
      'The orders of two users are locked by one global key, and bob waits for ann although they share nothing. With a key for each user only requests of the same user wait for each other.',
    tryNext:
      'Compare when bob gets the lock: after about five seconds with the global key, at once with his own.',
    parameters: {},
    configurations: { 'global-key': 'One global key', 'key-per-user': 'A key per user' },
  },
  'slow-call-inside': {
    name: 'A slow call inside the lock',
    sentence:
      'Each process makes a call of three seconds. Inside the lock they make it one after the other, and the last waits for about seven seconds; made before the lock, the calls overlap, and nobody waits for much more than one.',
    tryNext:
      'Change how long the call takes: only inside the lock does everybody wait for it. What is asked outside may have changed by the time the lock is held.',
    parameters: { call: 'Call takes' },
    configurations: { inside: 'Inside the lock', before: 'Before the lock' },
  },
  'refused-then-counted-again': {
    name: 'Refused, then counted again',
    sentence:
      'P1 comes back late and its write with token 1 is rejected. It draws a fresh token by INCR, which is 3, and writes again: accepted, and the holder P2 with token 2 is rejected.',
    tryNext: 'Compare a writer that stops when it is refused, and one that locks again before it writes.',
    parameters: { pause: 'Pause of P1' },
    configurations: { 'fresh-token': 'Fresh token', stops: 'Stops', 'locks-again': 'Locks again' },
  },
  'unlocked-by-two-at-once': {
    name: 'Unlocked by two at once',
    sentence:
      'Two workers unlock at the same time, and both have looked up the record before either removed it. The second closes a channel that is closed already: the process crashes, with everything that it was about to do.',
    tryNext:
      'No lock property is broken, so that there is no finding; look at the crash. Compare a module that removes the record first.',
    parameters: {},
    configurations: { 'after-the-answer': 'Record removed after the answer', first: 'Record removed first' },
  },
  'lock-object-made-anew': {
    name: 'A lock object made anew',
    sentence:
      'A release drops the lock object although g2 waits for it and gets it; g3 finds no object, makes a new one, and holds beside g2.',
    tryNext: 'Compare an object that stays while anybody waits for it.',
    parameters: {},
    configurations: { dropped: 'Dropped at release', kept: 'Kept while awaited' },
  },
  'timer-of-an-earlier-hold': {
    name: 'The timer of an earlier hold',
    sentence:
      'The timer of the hold of g1 is not stopped when g1 unlocks. It rings after thirty seconds and ends the hold of g2, which had twelve left; g3 gets in beside it.',
    tryNext: 'Compare a timer that is bound to its own hold.',
    parameters: {},
    configurations: { unbound: 'Timer ends any hold', bound: 'Timer ends its own hold' },
  },
  'no-lock-configured': {
    name: 'No lock at all',
    sentence:
      'With a null locker every lock succeeds and nobody is asked: both take one from a stock of 10, and 9 are left. A caller that locks but passes no token gets as far: the fence is never asked.',
    tryNext: 'Compare a caller that passes its token: the late write is refused.',
    parameters: { pause: 'Pause of P1' },
    configurations: { 'null-locker': 'Null locker', 'no-token': 'No token passed', token: 'Token passed' },
  },
  'filled-after-the-clearing': {
    name: 'Filled after the clearing',
    sentence:
      'R misses the cache and loads the old price; W commits the new one and clears the cache; the answer to R arrives and fills it with the old price. R2 reads that later, and no lock property is broken: reads take no lock.',
    tryNext:
      'Shorten the answer until the cache is filled before it is cleared. Under the lock R and W come one after the other.',
    parameters: { answer: 'From database to cache' },
    configurations: { 'no-lock': 'Reads take no lock', 'under-the-lock': 'Reads under the lock' },
  },
  'the-counter-is-down-too': {
    name: 'The counter is down, too',
    sentence:
      'P1 has token 1 and stalls; Redis goes down and P2 degrades to a lock of its own process. The counter is in the same Redis, so that P2 has no token; P1 wakes up, and its write with token 1 is accepted.',
    claim: 'The fence still protects while Redis is down.',
    truth:
      'A fence compares tokens. Without the counter there is no new one to compare with, and the old one is still the highest.',
    tryNext:
      'Compare a token from another source, which the fence can hold against P1; P2 still writes without a lock that anybody else respects. Failing closed keeps P2 from writing, and P1 is refused by nobody.',
    parameters: { pause: 'Pause of P1' },
    configurations: {
      'no-token': 'Degraded, no token',
      'token-from-elsewhere': 'Degraded, token from elsewhere',
      'fail-closed': 'Fail closed',
    },
  },
};
