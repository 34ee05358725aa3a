import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply, firstWorld } from './apply.ts';
import { choices, ordinaryChoice, type Choice } from './choices.ts';
import type { Effect } from './component.ts';
import type { TimedFault } from './faults.ts';
import type { Model } from './model.ts';
import { deepFreeze, latencyOf, modelOf, puppet, says } from './testing/puppet.ts';
import { micro, type Micros } from './time.ts';
import type { Entry } from './trace.ts';
import type { Pending, World } from './world.ts';

/**
 * What must hold in every world that anything can lead to. Worlds come from puppets with random tables,
 * walked by random choices; times are a few microseconds so that much is due at once.
 */
const IDS = ['P', 'Q', 'R'] as const;
const EVENTS = ['a', 'b', 'c'] as const;
const id = fc.constantFrom(...IDS);
const event = fc.constantFrom(...EVENTS).map((type) => ({ type }));
const span = fc.integer({ min: 0, max: 6 });

const effect: fc.Arbitrary<Effect> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('send' as const), to: id, body: event }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('timer' as const),
      id: fc.constantFrom('t', 'u'),
      afterUs: span,
      event,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('deadline' as const),
      id: fc.constantFrom('d', 'e'),
      afterUs: fc.integer({ min: -2, max: 6 }),
      clock: fc.constantFrom('wall' as const, 'monotonic' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('next' as const), afterUs: span, busy: fc.boolean() }),
  },
  fc.record({ type: fc.constant('cancel' as const), id: fc.constantFrom('t', 'd') }),
  fc.constant({ type: 'halt' as const }),
  fc.record({
    type: fc.constant('call' as const),
    to: id,
    event: fc.constantFrom({ type: 'called' }, { type: 'c' }),
  }),
  fc.constant(says('so')),
  span.map((afterUs): Effect => ({ type: 'trace', entry: { ev: 'grant' }, expiresAfterUs: afterUs })),
);
const effects = fc.array(effect, { maxLength: 2 });
const table = fc.record(
  {
    a: effects,
    b: effects,
    run: effects,
    'deadline.passed': effects,
    'deadline.revived': effects,
    called: fc.constant([]),
  },
  { requiredKeys: [] },
);
const fault: fc.Arbitrary<TimedFault> = fc.oneof(
  fc.record({ kind: fc.constant('pause' as const), node: id, at: span.map(micro), forUs: span.map(micro) }),
  fc.record({ kind: fc.constant('crash' as const), node: id, at: span.map(micro) }),
  fc.record({
    kind: fc.constant('restart' as const),
    node: id,
    at: span.map(micro),
    data: fc.constant('kept' as const),
  }),
  fc.record({
    kind: fc.constant('clock' as const),
    node: id,
    at: span.map(micro),
    byUs: fc.integer({ min: -9, max: 9 }).map(micro),
  }),
  fc.record({
    kind: fc.constant('partition' as const),
    between: fc.constant(['P', 'R'] as const),
    at: span.map(micro),
    forUs: span.map(micro),
  }),
);
const model: fc.Arbitrary<Model> = fc
  .record({
    tables: fc.array(table, { minLength: 3, maxLength: 3 }),
    starts: fc.array(effects, { minLength: 3, maxLength: 3 }),
    latency: fc.constantFrom(0, 0.001, 0.003),
    timedFaults: fc.array(fault, { maxLength: 3 }),
    budget: fc.record({
      pause: fc.nat({ max: 2 }),
      crash: fc.nat({ max: 2 }),
      lose: fc.nat({ max: 1 }),
      late: fc.nat({ max: 3 }),
    }),
  })
  .map(({ tables, starts, latency, timedFaults, budget }) =>
    modelOf(
      IDS.map((name, index) =>
        puppet({
          id: name,
          role: index === 2 ? 'service' : 'client',
          // A call at the start may not be refused; it has nothing to be disabled.
          start: (starts[index] ?? []).filter(({ type }) => type !== 'call'),
          on: tables[index] ?? {},
          ...(index === 0 ? { spontaneous: [{ type: 'a' }] } : {}),
        }),
      ),
      { latency: latencyOf(latency), timedFaults, budget, horizon: micro(40) },
    ),
  );
const walk = fc.array(fc.nat({ max: 20 }), { maxLength: 25 });

/** Visits the worlds of a walk: at each, the drawn choice is taken where nobody refuses it. */
function visit(
  model: Model,
  draws: readonly number[],
  look: (world: World, possible: readonly Choice[], taken: Choice | undefined) => void,
): void {
  let world = deepFreeze(firstWorld(model).world);
  for (const draw of draws) {
    const possible = choices(model, world);
    const taken = possible[draw % Math.max(1, possible.length)];
    look(world, possible, taken);
    if (taken === undefined) return;
    const applied = tryApply(model, world, taken);
    if (applied === null) continue;
    world = deepFreeze(applied.world);
  }
}

/** A loop of calls that call each other without end is the puppets' fault. */
function tryApply(model: Model, world: World, choice: Choice): ReturnType<typeof apply> {
  try {
    return apply(model, world, choice);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A failure is made small only as long as a test may take. */
const RUNS = { numRuns: 300, seed: 20_261, interruptAfterTimeLimit: 30_000 };

describe('in every world', () => {
  test('the first choice is the one that ordinary playback takes', () => {
    check((model, world, possible) => {
      const ordinary = ordinaryChoice(model, world);
      if (ordinary !== undefined) expect(possible[0]).toEqual(ordinary);
      // When the run is over nothing is left that waits; somebody may still act of his own accord.
      else expect(possible.filter(({ id }) => id !== undefined)).toEqual([]);
    });
  });

  test('no two choices have one name', () => {
    check((_model, _world, possible) => {
      const names = possible.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    });
  });

  test('no choice passes over what must happen, and the price of what it passes over is paid', () => {
    check((model, world, possible) => {
      for (const choice of possible) {
        expect(choice.at).toBeGreaterThanOrEqual(world.now);
        expect(choice.passesOver).toBeLessThanOrEqual(world.budget.late);
        if (choice.id === undefined) continue;
        for (const { item, node } of mustHappen(model, world)) {
          expect(
            Math.max(world.now, item.due),
            `${choice.name} passes over ${item.kind} ${node}`,
          ).toBeGreaterThanOrEqual(choice.at);
          const isPunctual = item.kind === 'deadline' || item.kind === 'fault';
          const isChosenPunctual = choice.kind === 'deadline' || choice.kind === 'fault';
          if (isPunctual && !isChosenPunctual) {
            expect(
              Math.max(world.now, item.due),
              `${choice.name} goes before ${item.kind} ${node}`,
            ).toBeGreaterThan(choice.at);
          }
        }
        const late = messages(world).filter(({ due }) => due >= world.now && due < choice.at).length;
        expect(choice.passesOver).toBe(late);
        const applied = tryApply(model, world, choice);
        if (applied !== null) expect(applied.world.budget.late).toBe(world.budget.late - late);
      }
    });
  });

  test('the budget never falls below nothing', () => {
    check((_model, world) => {
      for (const left of Object.values(world.budget)) expect(left).toBeGreaterThanOrEqual(0);
    });
  });

  test('the world is plain JSON: what comes back from JSON goes on identically', () => {
    check((model, world, possible, taken) => {
      const copy = JSON.parse(JSON.stringify(world)) as World;
      expect(copy).toEqual(world);
      expect(choices(model, copy)).toEqual(possible);
      if (taken !== undefined) expect(tryApply(model, copy, taken)).toEqual(tryApply(model, world, taken));
    });
  });

  test('only how far away things are matters: the same world later gives the same, later', () => {
    check((model, world, possible, taken) => {
      const byUs = 1_000_003;
      const later = { ...model, horizon: shifted(model.horizon, byUs) };
      const moved = movedBy(world, byUs);
      expect(choices(later, moved)).toEqual(possible.map((choice) => choiceMovedBy(choice, byUs)));
      if (taken === undefined) return;
      const applied = tryApply(model, world, taken);
      const expected =
        applied === null
          ? null
          : {
              world: movedBy(applied.world, byUs),
              entries: applied.entries.map((entry) => entryMovedBy(entry, byUs)),
            };
      expect(tryApply(later, moved, choiceMovedBy(taken, byUs))).toEqual(expected);
    });
  });
});

test('the same walk taken twice leads to the same worlds', () => {
  fc.assert(
    fc.property(model, walk, (model, draws) => {
      const first: string[] = [];
      const second: string[] = [];
      visit(model, draws, (world) => first.push(JSON.stringify(world)));
      visit(model, draws, (world) => second.push(JSON.stringify(world)));
      expect(second).toEqual(first);
    }),
    { ...RUNS, numRuns: 100 },
  );
});

function check(
  look: (model: Model, world: World, possible: readonly Choice[], taken: Choice | undefined) => void,
): void {
  fc.assert(
    fc.property(model, walk, (model, draws) => {
      visit(model, draws, (world, possible, taken) => look(model, world, possible, taken));
    }),
    RUNS,
  );
}

/** What no choice may pass over, said anew in other words than the engine's. */
function mustHappen(
  model: Model,
  world: World,
): readonly { readonly node: string; readonly item: Pending }[] {
  return model.components.flatMap(({ id, status }) => {
    const cell = world.cells[id]!;
    const runs = status(cell.state) === 'running';
    return cell.pending
      .filter(({ kind, passed }) => {
        if (kind === 'message') return false;
        if (kind === 'fault') return true;
        return kind === 'deadline' ? passed !== true : runs;
      })
      .map((item) => ({ node: id, item }));
  });
}

function messages(world: World): readonly Pending[] {
  return Object.values(world.cells).flatMap(({ pending, state }) =>
    pending.filter(({ kind }) => kind === 'message' && state.value !== 'paused'),
  );
}

function shifted(time: Micros, byUs: number): Micros {
  return micro(time + byUs);
}

function movedBy(world: World, byUs: number): World {
  const cells = Object.entries(world.cells).map(([id, cell]) => {
    const pending = cell.pending.map((item) => ({
      ...item,
      due: shifted(item.due, byUs),
      ...(item.sent === undefined ? {} : { sent: shifted(item.sent, byUs) }),
    }));
    return [id, { ...cell, pending }] as const;
  });
  return { ...world, now: shifted(world.now, byUs), cells: Object.fromEntries(cells) };
}

function choiceMovedBy(choice: Choice, byUs: number): Choice {
  return { ...choice, at: shifted(choice.at, byUs) };
}

function entryMovedBy(entry: Entry, byUs: number): Entry {
  return {
    ...entry,
    t: shifted(entry.t, byUs),
    ...(entry.expires === undefined ? {} : { expires: shifted(entry.expires, byUs) }),
  };
}
