import { expect, test } from 'vitest';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import { plainSearch } from '../engine/explore/plain.ts';
import { TimedSearch } from '../engine/explore/timed/timed-search.ts';
import { TimedSpace } from '../engine/explore/timed/timed-space.ts';
import '../scenarios/services/all-services.ts';
import { buildModel } from '../scenarios/build.ts';
import { readScenario, resolveBody } from '../scenarios/scenario.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
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

function bodyOf(parts: object): ScenarioBody {
  const read = readScenario(small({ ...parts }));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const body = resolveBody(read.value, 'only', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return body.value;
}

/** With deadlines that travel, and messages beside them that carry none. */
const REPLICATED = {
  service: { kind: 'redis', replica: { lag: 20 } },
  clients: clients.map((client) => ({
    ...client,
    policies: { lock: { kind: 'redis', watchdog: 'none' } },
    script: client.script.slice(0, 4),
  })),
  faults: [{ kind: 'failover', node: 'redis-replica', at: 400 }],
};

test.each([
  { pause: 1, late: 0 },
  { pause: 0, late: 1 },
])('the worlds of a primary and its replica are the same, packed or whole: %o', (some) => {
  const budget = { crash: 0, lose: 0, duplicate: 0, ...some };
  const model = withoutHorizon(buildModel(bodyOf(REPLICATED), budget).model);
  const monitor = { pausedHolder: false };
  const search = new TimedSearch(new TimedSpace(model, monitor, 2));
  expect(search.run(Infinity, 512e6)).toBe('done');
  const { states, transitions, terminals } = plainSearch(model, monitor, Infinity);
  expect(search).toMatchObject({ found: states, transitions, terminals });
  expect(states).toBeGreaterThan(400);
});

for (const [name, parts] of Object.entries(SERVICES)) {
  test(`${name}: a random run looks the same to the monitor and to the verdict`, () => {
    const body = bodyOf(parts);
    const kinds = new Set<string>();
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const { seen, found, names } = seenAndFound((budget) => buildModel(body, budget).model, seed);
      expect(seen, `seed ${String(seed)}: ${names.join(', ')}`).toEqual(found);
      for (const kind of found) kinds.add(kind);
    }
    expect([...kinds]).toContain('overlapping-leases');
  });
}
