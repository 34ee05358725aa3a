import type { Result } from './harness.ts';
import { prepareSweep, type Sweep } from '../src/explore/map/sweep.ts';

export const name = 'safety-map';

const CELLS = 40;
const RUNS = 200;
const CORES = 2;

/** A safety map of 40 by 40 cells, 200 runs a cell, about 200 entries a run: each row has machines of its own. */
export async function run(): Promise<readonly Result[]> {
  await Promise.resolve();
  const sweep = prepared();
  const outcomes = new Map<string, number>();
  const startMs = processorMs();
  let runs = 0;
  let total = 0;
  for (const portion of sweep.portions()) {
    for (const cell of portion) {
      const result = sweep.cell(cell);
      runs += result.runs;
      total += result.runs * result.meanEntries;
      for (const [outcome, count] of Object.entries(result.outcomes)) {
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
      }
    }
  }
  const seconds = (processorMs() - startMs) / 1000;
  return [
    { metric: 'processor time of the whole map', value: Number(seconds.toPrecision(4)), unit: 's' },
    {
      metric: `the same on ${String(CORES)} cores`,
      value: Number((seconds / CORES).toPrecision(4)),
      unit: 's',
    },
    { metric: 'runs', value: Math.round(runs / seconds), unit: 'runs/s of processor time' },
    { metric: 'entries in a run', value: Math.round(total / runs), unit: 'entries' },
    { metric: 'corrupted', value: (outcomes.get('corrupted') ?? 0) / runs, unit: 'share' },
  ];
}

function prepared(): Sweep {
  const script = [1, 2].flatMap(() => [
    { op: 'acquire', ttl: '$ttl' },
    { op: 'work', for: 1300 },
    { op: 'write', value: 'x' },
    { op: 'release' },
  ]);
  const clients = ['A', 'B', 'C'];
  const sweep = prepareSweep({
    document: {
      format: 'fenceline-scenario',
      version: 1,
      id: 'safety-map',
      horizon: 120_000,
      parameters: [
        { kind: 'duration', id: 'ttl', value: 3000, min: 500, max: 10_000, step: 100 },
        { kind: 'duration', id: 'pause', value: 2000, min: 0, max: 20_000, step: 100 },
      ],
      configurations: [{ id: 'naive', set: {} }],
      service: { kind: 'redis' },
      stores: [{ kind: 'naive' }],
      clients: clients.map((id) => ({
        id,
        policies: { acquire: { kind: 'block', retry: 300 } },
        script,
      })),
      links: clients.flatMap((id) => [
        { between: [id, 'redis'], latency: 2, jitter: 3 },
        { between: [id, 'store'], latency: 2, jitter: 3 },
      ]),
      faults: [{ kind: 'pause', node: 'A', at: 1000, for: '$pause' }],
    },
    configuration: 'naive',
    values: {},
    axes: [
      { target: 'pause', from: 0, to: 20_000, cells: CELLS, scale: 'linear' },
      { target: 'ttl', from: 500, to: 10_000, cells: CELLS, scale: 'linear' },
    ],
    draws: [{ target: '/faults/0/at', from: { kind: 'uniform', from: 0, to: 8000 } }],
    runs: RUNS,
    seed: 1,
  });
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  return sweep.value;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
