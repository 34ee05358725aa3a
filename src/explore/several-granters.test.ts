import { expect, test } from 'vitest';
import '../scenarios/services/all-services.ts';
import { buildModel } from '../scenarios/build.ts';
import { readScenario, resolveBody } from '../scenarios/scenario.ts';
import { small } from '../scenarios/testing/small.ts';
import { seenAndFound } from './testing/monitor-agreement.ts';

const SEEDS = 40;

const script = (value: string) => [
  { op: 'acquire', ttl: 2000 },
  { op: 'work', for: 500 },
  { op: 'write', value },
  { op: 'release' },
  { op: 'acquire', ttl: 2000 },
  { op: 'write', value },
];
const clients = [
  { id: 'A', script: script('a') },
  { id: 'B', start: 300, script: script('b') },
];

/** Services at which more than one node, or no node at all, grants a key. */
const SERVICES = {
  'a Redlock that loses the data of two of its nodes': {
    service: { kind: 'redlock', nodes: 3 },
    clients,
    faults: ['redlock-1', 'redlock-2'].map((node) => ({ kind: 'restart', node, at: 300, data: 'lost' })),
  },
  'two processes with locks of their own': {
    service: { kind: 'in-process' },
    clients: [
      { ...clients[0], process: 'P' },
      { ...clients[1], process: 'Q' },
    ],
  },
  'a primary and its replica': {
    service: { kind: 'redis', replica: { lag: 20 } },
    clients,
    faults: [{ kind: 'failover', node: 'redis-replica', at: 400 }],
  },
  'an old primary that serves on': {
    service: { kind: 'redis', replica: { oldPrimary: 'serves' } },
    clients,
    faults: [{ kind: 'failover', node: 'redis-replica', at: 200 }],
  },
};

for (const [name, parts] of Object.entries(SERVICES)) {
  test(`${name}: a random run looks the same to the monitor and to the verdict`, () => {
    const read = readScenario(small(parts));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const body = resolveBody(read.value, 'only', {});
    if (!body.ok) throw new Error(JSON.stringify(body.problems));
    const kinds = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { seen, found, names } = seenAndFound((budget) => buildModel(body.value, budget).model, seed);
      expect(seen, `seed ${String(seed)}: ${names.join(', ')}`).toEqual(found);
      for (const kind of found) kinds.add(kind);
    }
    expect([...kinds]).toContain('overlapping-leases');
  });
}
