import type { FaultBudget } from '../src/engine/faults.ts';
import { prepareJob, type ExploreJob } from '../src/explore/job.ts';

import { median, percentile, type Result } from './harness.ts';

export const name = 'explore-clients';

/** What may go wrong in a search, how many worlds it has at most, and how often it is repeated. */
interface Extent {
  /** What its figures are named for. */
  readonly name: string;
  readonly budget: FaultBudget;
  readonly states: number;
  readonly rounds: number;
}

const EXTENTS: readonly Extent[] = [
  { name: '', budget: { pause: 1, crash: 0, lose: 1, late: 0 }, states: 500_000, rounds: 3 },
  // What is worked out once counts for less the longer a search goes on.
  {
    name: ', with a crash as well',
    budget: { pause: 1, crash: 1, lose: 1, late: 0 },
    states: 2_000_000,
    rounds: 2,
  },
  // A long search, as somebody waits for who wants to know it exactly.
  {
    name: ', with a crash and a late message as well',
    budget: { pause: 1, crash: 1, lose: 1, late: 1 },
    states: 5_000_000,
    rounds: 1,
  },
];

/** Worlds that are looked into in one stretch: short, so that some stretches are not interrupted by other work. */
const STRETCH = 300;

/** Three clients that wait for the key, work, write under it and give it back. */
function job(kind: 'redis' | 'etcd', { budget, states }: Extent): ExploreJob {
  const script = [
    { op: 'acquire', ttl: 3000 },
    { op: 'work', for: 700 },
    ...(kind === 'redis' ? [{ op: 'fence' }] : []),
    { op: 'write', value: 'x' },
    { op: 'release' },
  ];
  const policies = { acquire: { kind: 'block', retry: 1000, timeout: 5000 } };
  return {
    kind: 'scenario',
    document: {
      format: 'fenceline-scenario',
      version: 1,
      id: `three-clients-on-${kind}`,
      horizon: 60_000,
      service: { kind },
      stores: [{ kind: 'fenced' }],
      latency: 5,
      configurations: [{ id: 'only', set: {} }],
      clients: ['A', 'B', 'C'].map((id, index) => ({ id, start: index, policies, script })),
    },
    configuration: 'only',
    values: {},
    budget,
    keepsFaults: false,
    pausedHolder: false,
    maxStates: states,
    maxBytes: 2048e6,
    stopAtFirst: false,
  };
}

/** Searches of three clients on Redis and on etcd; each begins with nothing remembered. */
export async function run(): Promise<readonly Result[]> {
  await Promise.resolve();
  return EXTENTS.flatMap((extent) => [...searches('redis', extent), ...searches('etcd', extent)]);
}

function searches(kind: 'redis' | 'etcd', extent: Extent): readonly Result[] {
  const { rounds } = extent;
  const rates: number[] = [];
  const cpuRates: number[] = [];
  const quickest: number[] = [];
  let states = 0;
  let bytes = 0;
  for (let round = -1; round < rounds; round += 1) {
    const prepared = prepareJob(job(kind, extent));
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
    const { exploration } = prepared.value;
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    const stretches: number[] = [];
    for (let goesOn = true, before = 0, since = start; goesOn;) {
      goesOn = exploration.run(STRETCH);
      const now = performance.now();
      const { states: found } = exploration.progress();
      stretches.push(((found - before) / (now - since)) * 1000);
      before = found;
      since = now;
    }
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    ({ states, bytes } = exploration.progress());
    if (round < 0) continue;
    quickest.push(percentile(stretches.slice(stretches.length / 2), 90));
    rates.push(states / seconds);
    cpuRates.push(states / ((user + system) / 1e6));
  }
  const metric = `three clients on ${kind}${extent.name}`;
  const whole = (values: readonly number[]): number => Math.round(median(values));
  return [
    { metric: `${metric}, states`, value: states, unit: 'states' },
    { metric, value: whole(rates), unit: 'states/s', rounds },
    { metric: `${metric}, by processor time`, value: whole(cpuRates), unit: 'states/s', rounds },
    {
      metric: `${metric}, in the quickest tenth of the stretches of its second half`,
      value: whole(quickest),
      unit: 'states/s',
      rounds,
    },
    { metric: `${metric}, tables and steps`, value: bytes, unit: 'bytes' },
  ];
}
