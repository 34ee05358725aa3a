import type { TimedFault } from '../src/engine/faults.ts';
import type { Model } from '../src/engine/model.ts';
import { randomSequence } from '../src/engine/random.ts';
import { micro } from '../src/engine/time.ts';
import { buildModel } from '../src/scenarios/build.ts';
import { readScenario, resolveBody } from '../src/scenarios/scenario.ts';

/** The clients of the scenario that random runs are measured on. */
export const CLIENTS = ['A', 'B', 'C'] as const;
/** How much is going on: durations in microseconds. */
export interface Load {
  readonly rounds: number;
  readonly ttlUs: number;
  readonly retryUs: number;
  readonly workUs: number;
}

/**
 * Waiting: few rounds of long work, the others ask again and again; few different states. Busy: many rounds
 * of short work; with each the tokens and versions grow, and with them the states that a client can be in.
 */
export const LOADS = {
  waiting: { rounds: 2, ttlUs: 300_000, retryUs: 9_000, workUs: 130_000 },
  busy: { rounds: 5, ttlUs: 60_000, retryUs: 21_000, workUs: 20_000 },
} as const satisfies Readonly<Record<string, Load>>;

export const LATENCY_US = 2_000;
export const JITTER_US = 3_000;

/** Three clients that lock, work, write and unlock: about 250 events a run. */
export function randomScenario(load: Load): Model {
  const round = [
    { op: 'acquire', ttl: load.ttlUs / 1000 },
    { op: 'work', for: load.workUs / 1000 },
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
      policies: { acquire: { kind: 'block', retry: load.retryUs / 1000 } },
      script: Array.from({ length: load.rounds }, () => round).flat(),
    })),
    links: CLIENTS.flatMap((id) => [link(id, 'lock'), link(id, 'store')]),
  });
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems));
  const body = resolveBody(scenario.value, 'naive', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return buildModel(body.value).model;
}

/** One pause of one client, drawn from the seed: long enough, now and then, to outlive the lease. */
export function randomPause(seed: number, load: Load): Extract<TimedFault, { kind: 'pause' }> {
  const random = randomSequence(seed);
  const node = CLIENTS[Math.floor(random() * CLIENTS.length)] ?? 'A';
  return { kind: 'pause', node, at: micro(random() * 600_000), forUs: micro(random() * 2.5 * load.ttlUs) };
}
