import { describe, expect, test } from 'vitest';
import { choices } from '../engine/choices.ts';
import { everySchedule, worldKey } from '../engine/explore/plain.ts';
import { firstNoted, notedStep, type NotedWorld } from '../engine/explore/noted-step.ts';
import { rankedWorld } from '../engine/explore/ranks/ranked-world.ts';
import { SIGHTS } from '../engine/explore/monitor.ts';
import { TimedSearch } from '../engine/explore/timed/timed-search.ts';
import { TimedSpace } from '../engine/explore/timed/timed-space.ts';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import type { Model } from '../engine/model.ts';
import { randomSequence } from '../engine/random.ts';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import { endless, serviceModel, unranked } from './testing/service-model.ts';

const monitor = { pausedHolder: false };

/** Services by the lock modules that are used on them; each locks, works, writes and, where it can, unlocks. */
const SERVICES = [
  { kind: 'lease-manager' },
  { kind: 'epoch-lease' },
  { kind: 'etcd' },
  { kind: 'etcd', lock: { kind: 'etcd-lock' } },
  { kind: 'redis' },
] as const;

const LOCKS = { kind: 'block', retry: 1000, timeout: 2500 };

function scriptFor(kind: string, workMs: number) {
  return [
    { op: 'acquire', ttl: 3000 },
    { op: 'work', for: workMs },
    ...(kind === 'redis' ? [{ op: 'fence' }] : []),
    { op: 'write', value: 'x' },
    ...(kind === 'epoch-lease' ? [] : [{ op: 'release' }]),
    { op: 'sleep', for: 1000 },
  ];
}

/** On a busy machine: nothing is remembered or merged there. */
const SLOW_MS = 300_000;

/** Steps of a run of which every one is looked at: enough for each client to lock twice. */
const STEPS = { 'lease-manager': 40, 'epoch-lease': 40, etcd: 40, redis: 60 } as const;

function search(model: Model, limit: number) {
  const found = new TimedSearch(new TimedSpace(model, monitor));
  return { isDone: found.run(limit, 512e6) === 'done', states: found.found };
}

function searchSteps(model: Model, steps: number) {
  const found = new TimedSearch(new TimedSpace(model, monitor));
  while (found.depth < steps && found.run(1, 512e6) !== 'done');
  const sights = [...found.firstSeen.keys()].reduce((all, bit) => all | bit, 0);
  return { states: found.found, sights };
}

function named(sights: number): readonly string[] {
  return SIGHTS.filter((_, index) => (sights & (1 << index)) !== 0);
}

describe('clients that lock again and again without end', () => {
  test.each(SERVICES)('$kind: come to a finite number of worlds, which no longer run adds to', (service) => {
    const script = scriptFor(service.kind, 400);
    const acquire = service.kind === 'epoch-lease' ? {} : { acquire: LOCKS };
    // On etcd alone a pause makes tens of thousands of worlds.
    const budget = { pause: service.kind === 'etcd' ? 0 : 1 };
    const given = serviceModel({ ...service, ...acquire, clients: 2, script, budget });
    const model = endless(given, script.length);
    const { isDone, states } = search(model, 60_000);
    expect({ isDone, states }).toEqual({ isDone: true, states: expect.any(Number) });
    // With every number as it is there are ever more.
    expect(search(unranked(model), states * 2).isDone).toBe(false);
  });
});

describe('ranks lose no finding: every schedule by itself, for so many steps, shows the same ones', () => {
  test.each(SERVICES)(
    '$kind',
    (service) => {
      const script = scriptFor(service.kind, 3500);
      const given = serviceModel({ ...service, clients: 2, script, budget: { late: 1 } });
      const model = endless(given, script.length);
      let all = 0;
      const visit = (sights: number): void => {
        all |= sights;
      };
      const steps = STEPS[service.kind];
      const runs = everySchedule(model, monitor, 30_000, visit, steps);
      expect(runs).toBeLessThan(30_000);
      const ranked = searchSteps(model, steps);
      expect(named(ranked.sights)).toEqual(named(all));
      expect(ranked.states).toBeLessThan(searchSteps(unranked(model), steps).states);
    },
    SLOW_MS,
  );
});

describe('a world goes on as the one does that it is renamed to', () => {
  test.each(SERVICES)('$kind, with every kind of fault', (service) => {
    const script = scriptFor(service.kind, 700);
    const acquire = service.kind === 'epoch-lease' ? {} : { acquire: LOCKS };
    for (let seed = 0; seed < 4; seed += 1) {
      const budget = { pause: 1, crash: seed % 2, lose: seed % 3, late: 2 };
      const given = serviceModel({ ...service, ...acquire, clients: 2, script, budget, store: 'fenced' });
      expect(renamedOn(endless(given, script.length), seed, 90)).toBeGreaterThan(2);
    }
  });

  for (const scenario of builtins()) {
    for (const { id } of scenario.configurations) {
      test(`${scenario.id}, ${id}`, () => {
        const body = resolveBody(scenario, id, {});
        if (!body.ok) throw new Error(JSON.stringify(body.problems));
        const { model } = buildModel(body.value, { pause: 1, crash: 1, lose: 1, late: 2 });
        expect(renamedOn(withoutHorizon(model), 1, 25)).toBeGreaterThanOrEqual(0);
      });
    }
  }
});

/** Walks at random and compares at each world what follows with what follows once it is renamed. */
function renamedOn(model: Model, seed: number, steps: number): number {
  const random = randomSequence(seed);
  let node = firstNoted(model, monitor);
  let renamed = 0;
  for (let step = 0; step < steps; step += 1) {
    const other = rankedWorld(model, node);
    if (JSON.stringify(other) !== JSON.stringify(rankedWorld(model, other))) throw new Error('renamed twice');
    if (JSON.stringify(other.world.cells) !== JSON.stringify(node.world.cells)) renamed += 1;
    expect(successors(model, other)).toEqual(successors(model, node));
    const possible = choices(model, node.world);
    const choice = possible[Math.floor(random() * possible.length)];
    const after = choice === undefined ? null : notedStep(model, node, choice, monitor);
    if (choice === undefined) break;
    node = after?.node ?? node;
  }
  return renamed;
}

function successors(model: Model, node: NotedWorld): readonly string[] {
  const found = choices(model, node.world).flatMap((choice) => {
    const after = notedStep(model, node, choice, monitor);
    return after === null ? [] : [`${choice.kind} ${String(after.sights)} ${worldKey(model, after.node)}`];
  });
  return found.sort();
}
