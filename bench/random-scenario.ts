import type { TimedFault } from '../src/engine/faults.ts';
import type { Model } from '../src/engine/model.ts';
import { randomSequence } from '../src/engine/random.ts';
import { micro } from '../src/engine/time.ts';
import { buildModel } from '../src/scenarios/build.ts';
import { readScenario, resolveBody } from '../src/scenarios/scenario.ts';

/** The clients of the scenario that random runs are measured on. */
export const CLIENTS = ['A', 'B', 'C'] as const;
export const ROUNDS_OF_WORK = 7;
export const TTL_US = 60_000;
export const RETRY_US = 21_000;
export const WORK_US = 20_000;
export const LATENCY_US = 2_000;
export const JITTER_US = 3_000;

/** Three clients that lock, work, write and unlock seven times each: about 250 events a run. */
export function randomScenario(): Model {
  const round = [
    { op: 'acquire', ttl: TTL_US / 1000 },
    { op: 'work', for: WORK_US / 1000 },
    { op: 'write', value: 'x' },
    { op: 'release' },
  ];
  const link = (a: string, b: string) => ({
    between: [a, b],
    latency: LATENCY_US / 1000,
    jitter: JITTER_US / 1000,
  });
  const scenario = readScenario({
    format: 'fenceline-scenario',
    version: 1,
    id: 'random-runs',
    horizon: 60_000,
    configurations: [{ id: 'naive', set: {} }],
    service: { kind: 'lease-manager' },
    stores: [{ kind: 'naive' }],
    clients: CLIENTS.map((id) => ({
      id,
      policies: { acquire: { kind: 'block', retry: RETRY_US / 1000 } },
      script: Array.from({ length: ROUNDS_OF_WORK }, () => round).flat(),
    })),
    links: CLIENTS.flatMap((id) => [link(id, 'lock'), link(id, 'store')]),
  });
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems));
  const body = resolveBody(scenario.value, 'naive', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return buildModel(body.value).model;
}

/** One pause of one client, drawn from the seed: long enough, now and then, to outlive the lease. */
export function randomPause(seed: number): Extract<TimedFault, { kind: 'pause' }> {
  const random = randomSequence(seed);
  const node = CLIENTS[Math.floor(random() * CLIENTS.length)] ?? 'A';
  return { kind: 'pause', node, at: micro(random() * 800_000), forUs: micro(random() * 150_000) };
}
