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
    configurations: { flawed: 'Delete unchecked', corrected: 'Compare, then delete' },
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
    truth: 'It takes one write for each token. The total is 10 instead of 20, and nobody is told why.',
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
      'With a long TTL a dead holder blocks everybody until it ends; with a short one slow work outlives its lease.',
    tryNext: 'Move both sliders: what one gains the other loses, unless a watchdog renews.',
    parameters: { work: 'Work of P1' },
    configurations: { 'holder-crashes': 'Long TTL, holder dies', 'work-is-slow': 'TTL 5 s, slow work' },
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
      'A lock in memory with a hard TTL and no renewal: work of 31 s lets a rival of the same process in at 30, and another process was never kept out.',
    tryNext: 'Shorten the work below the TTL. Against a second process no TTL helps.',
    parameters: { work: 'Work of g1' },
    configurations: {
      'hard-ttl': 'One process, long work',
      'two-processes': 'Two processes',
      'short-work': 'One process, short work',
    },
  },
};
