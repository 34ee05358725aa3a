import type { Outcome } from '../../engine/verdict/types.ts';

/** What the list shows of a public report of a distributed lock going wrong; its body is loaded on demand. */
export interface ReportEntry {
  readonly id: string;
  readonly title: string;
  /** Where it was reported, as its readers know it. */
  readonly source: string;
  /** What the verdict says of its trace; a test compares. */
  readonly outcome: Outcome;
  /** Fetches the body. */
  readonly load: () => Promise<{ readonly default: unknown }>;
}

/** The public reports, in the order of their ids. */
export const REPORTS: readonly ReportEntry[] = [
  {
    id: 'C01',
    title: 'One failed renewal ends the watchdog for good',
    source: 'redisson/redisson#775',
    outcome: 'corrupted',
    load: () => import('./c01.json'),
  },
  {
    id: 'C04',
    title: 'Holder cut off from the lock server but not from the data',
    source: 'redisson/redisson#3636 (same family: #3187, etcd-io/etcd#10811, apache/curator#727)',
    outcome: 'corrupted',
    load: () => import('./c04.json'),
  },
  {
    id: 'C06',
    title: 'WAIT for one replica is not enough',
    source:
      'redisson/redisson#5256 (same family: sibson/redbeat#163, bsm/redislock#30, opsmill/infrahub#9450)',
    outcome: 'corrupted',
    load: () => import('./c06.json'),
  },
  {
    id: 'C07',
    title: 'Validity check answers yes after expiry',
    source: 'go-redsync/redsync#72',
    outcome: 'corrupted',
    load: () => import('./c07.json'),
  },
  {
    id: 'C09',
    title: 'Lock returned already expired',
    source: 'mike-marcacci/node-redlock#296 (fixes: PR#274, #276, #369)',
    outcome: 'no-finding',
    load: () => import('./c09.json'),
  },
  {
    id: 'C10',
    title: 'Refresh silently takes the lock again',
    source: 'swarthy/redis-semaphore#175 (same family: leandromoreira/redlock-rb#36)',
    outcome: 'corrupted',
    load: () => import('./c10.json'),
  },
  {
    id: 'C13',
    title: 'SETNX and EXPIRE in two steps',
    source: 'redis/redis-py#818 (same family: lukas-krecan/ShedLock#65, arvenil/mutex#46)',
    outcome: 'blocked',
    load: () => import('./c13.json'),
  },
  {
    id: 'C16',
    title: 'Error while acquiring is treated as acquired',
    source:
      'sibson/redbeat#208 (same family: leandromoreira/redlock-rb#108 inverted, simstudioai/sim PR#6864)',
    outcome: 'corrupted',
    load: () => import('./c16.json'),
  },
  {
    id: 'C18',
    title: 'Expiry written with one node clock, judged with another',
    source: 'lukas-krecan/ShedLock#231 (same: johanhaleby/occurrent#659, yorkie-team/yorkie PR#1426)',
    outcome: 'corrupted',
    load: () => import('./c18.json'),
  },
  {
    id: 'C20',
    title: "Unlock deletes somebody else's lock",
    source: 'lukas-krecan/ShedLock#2583 (JDBC twin: #1986; redisson#542 forced unlock)',
    outcome: 'corrupted',
    load: () => import('./c20.json'),
  },
  {
    id: 'C22',
    title: 'Stalled worker writes failure data over the new run',
    source: 'OptimalBits/bull#1416 (same family: #308, taskforcesh/bullmq#3183, #3078)',
    outcome: 'corrupted',
    load: () => import('./c22.json'),
  },
  {
    id: 'C24',
    title: 'Lock free does not mean work still needed',
    source: 'OptimalBits/bull PR#377 (issue #371)',
    outcome: 'no-finding',
    load: () => import('./c24.json'),
  },
  {
    id: 'C27',
    title: 'Waiter is granted after its own lease died',
    source: 'etcd-io/etcd#11456 (Jepsen etcd 3.4.3)',
    outcome: 'corrupted',
    load: () => import('./c27.json'),
  },
  {
    id: 'C28',
    title: 'Retried unlock deletes a later acquisition of the same session',
    source: 'etcd-io/etcd#22082',
    outcome: 'corrupted',
    load: () => import('./c28.json'),
  },
  {
    id: 'C32',
    title: 'A hanging renew request is longer than the lease',
    source: 'kubernetes/kubernetes#44887 (later comment)',
    outcome: 'corrupted',
    load: () => import('./c32.json'),
  },
  {
    id: 'C35',
    title: 'Lease released while guarded work is still draining',
    source: 'kubernetes/kubernetes PR#71490 caveat, PR#139504 / #139991 fix (client-go#728)',
    outcome: 'corrupted',
    load: () => import('./c35.json'),
  },
  {
    id: 'C36',
    title: 'Renewal errors are logged but nobody tells the application',
    source: 'hashicorp/consul#18271 (same family: #9788, #1843, NishanthSpShetty/lignum#34)',
    outcome: 'corrupted',
    load: () => import('./c36.json'),
  },
  {
    id: 'C40',
    title: 'Lock lost in the middle, taken again in the background',
    source: 'hashicorp/terraform PR#14930 (issues #14312, #16098, #30598)',
    outcome: 'refused',
    load: () => import('./c40.json'),
  },
  {
    id: 'C44',
    title: 'The lock service itself splits',
    source: 'Jepsen: Hazelcast 3.8.3',
    outcome: 'corrupted',
    load: () => import('./c44.json'),
  },
  {
    id: 'C46',
    title: 'Guard record cleaned up by TTL before a slow writer commits',
    source: 'delta-io/delta#1410 (fix PR#1416)',
    outcome: 'corrupted',
    load: () => import('./c46.json'),
  },
  {
    id: 'C49',
    title: "Loser fetches the winner's token before each write",
    source: 'Azure/azure-event-hubs-dotnet#115',
    outcome: 'corrupted',
    load: () => import('./c49.json'),
  },
  {
    id: 'C50',
    title: 'Lock document expires and the fence counter starts again',
    source: 'Azure-Samples/cosmos-db-design-patterns PR#91 (issue #32)',
    outcome: 'corrupted',
    load: () => import('./c50.json'),
  },
  {
    id: 'C53',
    title: 'Late message of an ended transaction joins the next one',
    source: 'Apache Kafka KIP-890',
    outcome: 'corrupted',
    load: () => import('./c53.json'),
  },
  {
    id: 'C57',
    title: 'Control case: pause, takeover, and the sink refuses the zombie',
    source: 'HBase region server after a long full GC (operator write-up, 79 s pause)',
    outcome: 'fenced',
    load: () => import('./c57.json'),
  },
];

/** The report with this id; undefined if there is none. */
export function reportById(id: string): ReportEntry | undefined {
  return REPORTS.find((report) => report.id === id);
}
