import { describe, expect, test } from 'vitest';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import { SIGHTS } from '../engine/explore/monitor.ts';
import { everySchedule, plainSearch } from '../engine/explore/plain.ts';
import { TooLong } from '../engine/explore/timed/packing.ts';
import { TimedSearch } from '../engine/explore/timed/timed-search.ts';
import { TimedSpace } from '../engine/explore/timed/timed-space.ts';
import type { FaultBudget } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { referenceModel } from '../machines/reference/reference-model.ts';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import { serviceModel } from './testing/service-model.ts';
import { STORE_VARIANTS } from './testing/store-variants.ts';

const monitor = { pausedHolder: false };

/** A built-in scenario as it is explored: the budget in place of its own faults, or beside them. */
function modelOf(
  id: string,
  configuration: string,
  budget: Partial<FaultBudget>,
  keepsFaults = false,
): Model {
  const scenario = builtins().find((candidate) => candidate.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  const body = resolveBody(scenario, configuration, {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  const all = { pause: 0, crash: 0, lose: 0, late: 0, ...budget };
  const faults = keepsFaults ? body.value.faults : [];
  return withoutHorizon(buildModel({ ...body.value, faults }, all).model);
}

/** Clients that lock, work, write and unlock at one kind of lock service, each in a process of its own or in one. */
function lockingModel(
  kind: string,
  clients: number,
  budget: Partial<FaultBudget>,
  process?: string,
  faults: readonly object[] = [],
): Model {
  const isElector = kind === 'epoch-lease';
  return serviceModel({
    kind,
    clients,
    budget,
    faults,
    script: [
      { op: 'acquire', ttl: 3000 },
      { op: 'work', for: 2500 },
      { op: 'write', value: 'x' },
      ...(isElector ? [] : [{ op: 'release' }]),
    ],
    ...(isElector ? {} : { acquire: { kind: 'block', retry: 2000, timeout: 2500 } }),
    ...(process === undefined ? {} : { process }),
  });
}

function packed(model: Model, watched = true, isWide = false) {
  const search = new TimedSearch(new TimedSpace(model, watched ? monitor : null), [], isWide);
  expect(search.run(Infinity, 512e6)).toBe('done');
  const { found, transitions, terminals } = search;
  const sights = [...search.firstSeen.keys()].reduce((all, bit) => all | bit, 0);
  return { states: found, transitions, terminals, sights, complete: true };
}

describe('the packed search finds what a plain one finds', () => {
  test.each([
    ['paused-holder', 'naive', { pause: 1 }, false],
    ['paused-holder', 'fenced-at-takeover', { pause: 1 }, false],
    ['paused-holder', 'authoritative', { crash: 1 }, false],
    ['paused-holder', 'naive', { late: 1 }, true],
    ['late-release', undefined, { lose: 1, late: 1 }, false],
    ['clock-steps-back', undefined, { late: 1 }, true],
    ['manager-restarts-empty', undefined, { late: 1 }, true],
  ] as const)('%s, %s, %o', (id, configuration, budget, keepsFaults) => {
    const first = builtins().find((scenario) => scenario.id === id)?.configurations[0]?.id ?? '';
    const model = modelOf(id, configuration ?? first, budget, keepsFaults);
    const plain = plainSearch(model, monitor, 20_000);
    expect(packed(model)).toEqual(plain);
  });

  test.each([
    ['redis', 2, { pause: 1 }],
    ['redis', 3, {}],
    ['etcd', 2, { pause: 1 }],
    ['etcd', 2, { crash: 1 }],
    ['epoch-lease', 2, { pause: 1, late: 1 }],
    ['lease-manager', 2, { crash: 1, lose: 1 }],
    ['lease-manager', 2, { duplicate: 1 }],
    ['redis', 2, { duplicate: 1, late: 1 }],
  ] as const)('%s, %i clients, %o', (kind, clients, budget) => {
    const model = lockingModel(kind, clients, budget);
    const plain = plainSearch(model, monitor, 20_000);
    expect(plain.complete).toBe(true);
    expect(packed(model)).toEqual(plain);
  });

  test.each([
    [
      'a clock at half speed',
      'lease-manager',
      { late: 1 },
      [{ kind: 'clock', node: 'lock', at: 1000, rate: 0.5 }],
    ],
    [
      'a clock that stands still for a while and is set',
      'lease-manager',
      { late: 1 },
      [
        { kind: 'clock', node: 'lock', at: 1000, rate: 0 },
        { kind: 'clock', node: 'lock', at: 1500, by: 4000 },
        { kind: 'clock', node: 'lock', at: 1600, by: -2000 },
        { kind: 'clock', node: 'lock', at: 2000, rate: 1.5 },
      ],
    ],
    [
      "a client's slow clock, and a rhythm by it, missed in a pause",
      'etcd',
      {},
      [
        { kind: 'clock', node: 'A', at: 500, rate: 0.3 },
        { kind: 'pause', node: 'A', at: 3000, for: 7000 },
        { kind: 'clock', node: 'A', at: 8000, rate: 1 },
      ],
    ],
    [
      'a service that refuses and is slow',
      'redis',
      { late: 1 },
      [
        { kind: 'refuse', node: 'redis', at: 10, for: 2000 },
        { kind: 'slow', node: 'redis', at: 1000, by: 700, for: 3000 },
      ],
    ],
    [
      'slow clients and a store that is paused',
      'lease-manager',
      { late: 1 },
      [
        { kind: 'slow', node: 'A', at: 0, by: 300, for: 2800 },
        { kind: 'pause', node: 'store', at: 2000, for: 2000 },
      ],
    ],
    [
      'messages that arrive twice, and answers that do not',
      'lease-manager',
      { late: 1 },
      [
        { kind: 'duplicate', message: 'A>lock#1', by: 1 },
        { kind: 'lose-answer', message: 'B>lock#1', sender: 'told' },
        { kind: 'lose-answer', message: 'A>store#1' },
      ],
    ],
    [
      'partitions, told and one way',
      'lease-manager',
      { pause: 1 },
      [
        { kind: 'partition', between: ['A', 'lock'], at: 2000, for: 3000, sender: 'told' },
        { kind: 'partition', between: ['lock', 'B'], at: 1, for: 5000, direction: 'from-first' },
      ],
    ],
  ] as const)("beside the document's own faults: %s", (_what, kind, budget, faults) => {
    const model = lockingModel(kind, 2, budget, undefined, faults);
    const plain = plainSearch(model, monitor, 20_000);
    expect(plain.complete).toBe(true);
    expect(packed(model)).toEqual(plain);
  });

  test('workers of one process, who go on in the order in which they were stopped', () => {
    const model = lockingModel('lease-manager', 2, { pause: 1 }, 'host');
    const plain = plainSearch(model, monitor, 20_000);
    expect(packed(model)).toEqual(plain);
  });

  test.each(
    STORE_VARIANTS.flatMap(({ name, body }) =>
      [{ late: 1 }, { crash: 1, lose: 1 }, { pause: 1 }].map((budget) => ({ name, body, budget })),
    ),
  )('$name, $budget', ({ body, budget }) => {
    const all = { pause: 0, crash: 0, lose: 0, late: 0, ...budget };
    const model = withoutHorizon(buildModel({ ...body, faults: [] }, all).model);
    const plain = plainSearch(model, monitor, 20_000);
    expect(plain.complete).toBe(true);
    expect(packed(model)).toEqual(plain);
  });

  test.each([{ pause: 1 }, { late: 1 }])('times that 32 bits do not hold, %o', (budget) => {
    const model = serviceModel({
      kind: 'lease-manager',
      clients: 2,
      budget,
      script: [
        { op: 'acquire', ttl: 3_600_000 },
        { op: 'work', for: 3_500_000 },
        { op: 'write', value: 'x' },
        { op: 'release' },
      ],
      acquire: { kind: 'block', retry: 2_400_000, timeout: 4_000_000 },
    });
    const plain = plainSearch(model, monitor, 20_000);
    expect(plain.complete).toBe(true);
    expect(plain.states).toBeGreaterThan(100);
    expect(packed(model, true, true)).toEqual(plain);
    expect(() => packed(model)).toThrow(TooLong);
  });

  test('the reference model, packed in rows', () => {
    const model = referenceModel({ tokens: 2, lease: 2, store: 'fenced', writes: 'delayed' });
    const plain = plainSearch(model, null, 20_000);
    expect([plain.states, plain.transitions]).toEqual([1_649, 6_568]);
    expect(packed(model, false)).toEqual(plain);
  });
});

describe('merging loses no finding: every schedule by itself shows the same ones', () => {
  test.each([
    ['paused-holder', 'naive', { pause: 1 }],
    ['paused-holder', 'fenced', { pause: 1 }],
    ['paused-holder', 'fenced-at-takeover', { pause: 1 }],
    ['late-release', undefined, { late: 1 }],
    ['write-before-new-holder', undefined, { late: 1 }],
  ] as const)('%s, %s, %o', (id, configuration, budget) => {
    const first = builtins().find((scenario) => scenario.id === id)?.configurations[0]?.id ?? '';
    const model = modelOf(id, configuration ?? first, budget);
    let all = 0;
    const runs = everySchedule(model, monitor, 50_000, (sights) => {
      all |= sights;
    });
    expect(runs).toBeLessThan(50_000);
    expect(named(packed(model).sights)).toEqual(named(all));
  });
});

function named(sights: number): readonly string[] {
  return SIGHTS.filter((_, index) => (sights & (1 << index)) !== 0);
}
