import type { ScenarioTexts } from './scenario-text.ts';

/** Words of the public reports as simulated scenarios, in English. */
export const reports: ScenarioTexts = {
  'c01-watchdog-gives-up': {
    name: 'The watchdog gives up after one error',
    sentence:
      'During a failover one renewal of A is lost, and its watchdog never sends another: the lease runs out long after Redis is back.',
    tryNext:
      'Lengthen the TTL until A writes in time. The fenced store does not help here: A writes before B does, and the fence knows of B only by its writes.',
    source: 'redisson/redisson#775',
    parameters: {},
    configurations: {
      fixed: 'Fixed: renews until its deadline',
      fenced: 'As it was, fenced store',
      authoritative: 'As it was, authoritative store',
    },
  },
  'c04-cut-from-the-lock-alone': {
    name: 'Cut off from the lock, not from the data',
    sentence:
      'A loses its link to Redis and nothing else; its lease runs out, B takes over, and A overwrites what B wrote.',
    tryNext:
      'Compare the fix: A reckons by its own clock and stops before its lease can be over. The fenced store leaves A working, and refuses what it writes.',
    source: 'redisson/redisson#3636; of the same kind: #3187, etcd-io/etcd#10811, apache/curator#727',
    parameters: {},
    configurations: {
      fixed: 'Fixed: stops at its own deadline',
      fenced: 'As it was, fenced store',
    },
  },
  'c06-one-replica-has-it': {
    name: 'Confirmed by the wrong replica',
    sentence:
      'One of two replicas confirms the lock of A; promoted is the other, which never had it: B is granted the same key with the same number.',
    tryNext:
      'Compare who waits for both: A is granted nothing and writes nothing. What the primary had promised and counted is lost all the same.',
    source:
      'redisson/redisson#5256; of the same kind: sibson/redbeat#163, bsm/redislock#30, opsmill/infrahub#9450',
    parameters: {},
    configurations: {
      fixed: 'Fixed: promotes the one that has the key',
      'waits-for-both': 'Waits for both replicas',
    },
  },
  'c07-slow-vote': {
    name: 'Votes that were good once',
    sentence:
      'A asks five nodes whether it still holds; one answers ten seconds later, and only then A counts votes that were true when they were given.',
    tryNext: 'Shorten the delay of the fifth node until A writes within its lease.',
    source: 'go-redsync/redsync#72',
    parameters: { slow: 'Fifth node is late by' },
    configurations: { fixed: 'Fixed: its own deadline counts' },
  },
  'c09-expired-on-arrival': {
    name: 'A lock that is over on arrival',
    sentence:
      'A counts its TTL from its first try: the lock is over by its reckoning as it arrives, and A gives up a lease that has just begun.',
    tryNext: 'Lengthen the TTL of A beyond the time that it has to wait: then the wrong start does no harm.',
    source: 'mike-marcacci/node-redlock#296; its fixes: PR#274, #276, #369',
    parameters: {},
    configurations: { fixed: 'Fixed: counts from each request' },
  },
  'c10-refresh-takes-it-again': {
    name: 'A renewal that takes the lock again',
    sentence:
      'A is stopped past its lease while B comes and goes; its next renewal meets no key and puts one there, and A goes on with what it read before.',
    tryNext:
      'Shorten the pause until A renews in time. The fenced store refuses A, which still presents the token of its first grant.',
    source: 'swarthy/redis-semaphore#175; of the same kind: leandromoreira/redlock-rb#36',
    parameters: {},
    configurations: {
      fixed: 'Fixed: a missing key is a loss',
      fenced: 'As it was, fenced store',
    },
  },
  'c13-key-without-end': {
    name: 'A key that was never given an end',
    sentence:
      'A sets its key, and dies before the second command gives it a TTL: the key stays for good, and B waits for good.',
    tryNext: 'Change the TTL: it makes no difference to a key that never got one.',
    source: 'redis/redis-py#818; of the same kind: lukas-krecan/ShedLock#65, arvenil/mutex#46',
    parameters: {},
    configurations: { fixed: 'Fixed: key and TTL in one command' },
  },
  'c16-error-taken-for-the-lock': {
    name: 'An error taken for the lock',
    sentence:
      'B stands by while A schedules; a connection breaks, the error is swallowed on its way, and B schedules without any lock.',
    tryNext: 'Compare the fix: whoever knows nothing of its request does not hold, and asks again.',
    source:
      'sibson/redbeat#208; of the same kind: simstudioai/sim PR#6864, and leandromoreira/redlock-rb#108 the other way round',
    parameters: {},
    configurations: { fixed: 'Fixed: asks again' },
  },
  'c18-two-clocks': {
    name: 'Written by one clock, judged by another',
    sentence:
      'A writes down when its lock ends; B, whose clock is ahead, finds that time past and takes a lock that has just begun.',
    tryNext:
      'Set the clock of B ahead by less than the two minutes of the lock: B has to wait, and A is done before it.',
    source: 'lukas-krecan/ShedLock#231; the same: johanhaleby/occurrent#659, yorkie-team/yorkie PR#1426',
    parameters: { ahead: 'Clock of B is ahead by' },
    configurations: { fixed: "Fixed: the database's clock for both" },
  },
  'c20-plain-delete': {
    name: "An unlock that anybody's lock obeys",
    sentence:
      'A works a little longer than its lease and deletes the key when it is done; by then it is the key of B, and C is let in beside B.',
    tryNext:
      'Lengthen the TTL beyond the work of A. Compare the lock that is renewed as well: then A and B never meet at all.',
    source: 'lukas-krecan/ShedLock#2583; over a database: #1986; forced: redisson#542',
    parameters: {},
    configurations: {
      fixed: 'Fixed: compares, then deletes',
      renewed: 'Fixed, and renewed',
    },
  },
  'c22-one-path-without-a-check': {
    name: 'One way in that nobody guards',
    sentence:
      'A stands still and loses its job to B; its result is refused, but the note that follows is not checked and lands on the job of B.',
    tryNext: 'Compare the fix: a fence belongs to each operation, and the one that was left out decides.',
    source: 'OptimalBits/bull#1416; of the same kind: #308, taskforcesh/bullmq#3183, #3078',
    parameters: {},
    configurations: { fixed: 'Fixed: both operations are checked' },
  },
  'c24-finished-job-again': {
    name: 'A free lock is no unfinished job',
    sentence:
      'A and B both know of job 7; A does it and unlocks, and B, which comes later, locks rightfully and does it once more.',
    tryNext: 'Compare the fix: whoever has locked reads again whether there is still anything to do.',
    source: 'OptimalBits/bull PR#377; issue #371',
    parameters: { late: 'B comes after' },
    configurations: { fixed: 'Fixed: reads the job again under the lock' },
  },
  'c27-waiter-let-in-unseen': {
    name: 'Let in after its lease had died',
    sentence:
      'The lease of B runs out while it waits; its turn comes, the server says "locked" with nothing behind it, and C is granted the key as well.',
    tryNext: 'Lengthen the TTL of B until its lease outlives the cut.',
    source: 'etcd-io/etcd#11456; Jepsen, etcd 3.4.3',
    parameters: {},
    configurations: { fixed: 'Fixed: looks at the lease again' },
  },
  'c28-unlock-sent-again': {
    name: 'An unlock that comes a second time',
    sentence:
      'The answer to an unlock is lost; the session has locked anew by that name when the unlock is sent once more, and that deletes the new key.',
    tryNext: 'Compare the fix: the second unlock finds another creation revision, and deletes nothing.',
    source: 'etcd-io/etcd#22082',
    parameters: {},
    configurations: { fixed: 'Fixed: compares the creation revision' },
  },
  'c32-renewal-that-hangs': {
    name: 'A renewal that hangs longer than the lease',
    sentence:
      'A sits in one renewal for a minute and learns of nothing; after fifteen seconds B leads, and the workers of A go on.',
    tryNext:
      'Shorten the time-out of a request: A asks again and again, and still does not stop by itself. Only its own deadline makes it stop.',
    source: 'kubernetes/kubernetes#44887, a later comment',
    parameters: { requestTimeout: 'Request gives up after' },
    configurations: { fixed: 'Fixed: short time-out, own deadline' },
  },
  'c35-released-while-draining': {
    name: 'Released while its work drains',
    sentence:
      'A is told to stop and gives its lease back at once, with its last batch under way; B leads before that is written.',
    tryNext:
      'Set the rest of the work to nothing: what is written before B is granted the lease does no harm.',
    source: 'kubernetes/kubernetes PR#71490, a caveat; mended by PR#139504, #139991; client-go#728',
    parameters: { drain: 'Work left at the signal' },
    configurations: { fixed: 'Fixed: the work ends first' },
  },
  'c36-errors-only-logged': {
    name: 'Renewal errors that nobody hears of',
    sentence:
      'Packets to the lock service vanish; every renewal of A fails and is logged, no more. B holds in the end, and A still writes.',
    tryNext:
      'Lengthen the grace time until B is granted the lock after the write of A: nothing is overwritten then, though A still writes without a lease.',
    source: 'hashicorp/consul#18271; of the same kind: #9788, #1843, NishanthSpShetty/lignum#34',
    parameters: { lockDelay: 'Grace time after a lost lease' },
    configurations: { fixed: 'Fixed: a loss by its own clock' },
  },
  'c40-taken-again-behind-its-back': {
    name: 'Taken again behind its back',
    sentence:
      'A loses its lock, and a library takes it again in the background; its plan is older than what B wrote, and the rightful holder is refused.',
    tryNext: 'Compare the fix: A is told, starts over, and plans on what B left.',
    source: 'hashicorp/terraform PR#14930; issues #14312, #16098, #30598',
    parameters: {},
    configurations: { fixed: 'Fixed: a loss starts the run again' },
  },
  'c44-service-splits': {
    name: 'Two halves, two holders',
    sentence:
      'The lock service splits, and both halves go on granting: A and B hold one lock with one number, and an update is lost.',
    tryNext: 'Compare the fix: the half without a majority grants nothing, and A waits.',
    source: 'Jepsen, Hazelcast 3.8.3',
    parameters: {},
    configurations: { fixed: 'Fixed: only a majority grants' },
  },
  'c46-guard-gone-too-soon': {
    name: 'A guard that is gone before the latecomer',
    sentence:
      'A commits a version and clears its guard away; B planned the same version, looks at the guards alone, and overwrites the commit.',
    tryNext: 'Let B plan for less time than the guard of A stands.',
    source: 'delta-io/delta#1410; mended by PR#1416',
    parameters: { plan: 'B plans for' },
    configurations: {
      fixed: 'Fixed: the guard outlives the slowest',
      'looks-again': 'Fixed: looks at the file again',
    },
  },
  'c49-winners-token-fetched': {
    name: "The loser fetches the winner's token",
    sentence:
      'A steals the lease of B, as the protocol allows; B fetches whatever token the lease has by then, and its stale checkpoint passes.',
    tryNext:
      'Compare the fix: with the token of its own acquisition B is refused. What is left is the theft itself, while B had been promised more time.',
    source: 'Azure/azure-event-hubs-dotnet#115',
    parameters: {},
    configurations: {
      fixed: 'Fixed: the token of its own grant',
      'no-stealing': 'Nobody steals',
    },
  },
  'c50-counter-with-a-ttl': {
    name: 'A counter that runs out like a lease',
    sentence:
      'The document with the fence counter has a TTL of its own: counting begins at 1 again, B is refused, and the old token of A passes.',
    tryNext: 'Shorten the pause of A below its lease: A does no harm, and B is refused all the same.',
    source: 'Azure-Samples/cosmos-db-design-patterns PR#91; issue #32',
    parameters: {},
    configurations: { fixed: 'Fixed: the counter never runs out' },
  },
  'c53-late-into-the-next-one': {
    name: 'A late message joins the next transaction',
    sentence:
      'A message of an aborted transaction arrives in the next one, which has the same epoch, and is taken for one of its own.',
    tryNext: 'Shorten the delay: what arrives before the abort belongs where it was sent.',
    source: 'Apache Kafka KIP-890',
    parameters: { delay: 'Delay of the message' },
    configurations: { fixed: 'Fixed: an epoch for each transaction' },
  },
  'c57-fenced-before-the-new-owner': {
    name: 'Fenced before the new owner starts',
    sentence:
      'A server stands still for 79 seconds; its log is taken from it before B opens the region, and its late write is refused. This one went well.',
    tryNext: 'Compare the naive store: without the fence the same run loses.',
    source: 'HBase: a write-up by operators of a region server after a 79 s collection',
    parameters: {},
    configurations: {
      fixed: 'Shorter pause',
      naive: 'Without the fence',
    },
  },
};
