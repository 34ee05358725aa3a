import { describe, expect, test } from 'vitest';
import { apply, firstWorld } from './apply.ts';
import { choices, type Choice } from './choices.ts';
import { NO_FAULTS, type FaultBudget } from './faults.ts';
import type { Model } from './model.ts';
import { at, latencyOf, modelOf, puppet, says, sends, timer } from './testing/puppet.ts';
import type { World } from './world.ts';

const budget = (part: Partial<FaultBudget>): FaultBudget => ({ ...NO_FAULTS, ...part });
const names = (model: Model, world: World): readonly string[] =>
  choices(model, world).map(({ name }) => name);

/** The world after choices by name, which must all be possible. */
function after(model: Model, ...taken: readonly string[]): World {
  let { world } = firstWorld(model);
  for (const name of taken) world = taken1(model, world, name);
  return world;
}

function taken1(model: Model, world: World, name: string): World {
  const applied = apply(model, world, named(model, world, name));
  if (applied === null) throw new Error(`"${name}" was refused`);
  return applied.world;
}

function named(model: Model, world: World, name: string): Choice {
  const found = choices(model, world).find((choice) => choice.name === name);
  if (found === undefined) throw new Error(`"${name}" is not among ${names(model, world).join(', ')}`);
  return found;
}

const store = puppet({ id: 'store', role: 'store', on: { write: [says('written')] } });
const writer = (
  id: string,
  ...more: Parameters<typeof puppet>[0]['start'] & object
): ReturnType<typeof puppet> =>
  puppet({ id, start: [sends('store', 'write'), ...more], on: { alarm: [says('alarm')] } });

describe('what may be passed over', () => {
  const model = (late: number, ms = 5): Model =>
    modelOf([writer('A', timer('alarm', ms)), writer('B'), store], {
      latency: (from) => latencyOf(from === 'A' ? 2 : 3)(from, 'store'),
      budget: budget({ late }),
    });

  test('nothing, with no budget: the earliest alone', () => {
    expect(names(model(0), firstWorld(model(0)).world)).toEqual(['deliver A>store#1']);
  });

  test('a message, at the price of one that is late', () => {
    expect(names(model(1), firstWorld(model(1)).world)).toEqual(['deliver A>store#1', 'deliver B>store#1']);
    const world = after(model(1), 'deliver B>store#1');
    expect(world.budget.late).toBe(0);
    expect(world.now).toBe(3000);
    // Late already, so that it costs no more; but it happens now, not when it was due.
    expect(choices(model(1), world)[0]).toMatchObject({ name: 'deliver A>store#1', at: 3000, passesOver: 0 });
    expect(names(model(1), world)).toEqual(['deliver A>store#1', 'timer A alarm']);
  });

  test('two messages at the price of two', () => {
    expect(names(model(2), firstWorld(model(2)).world)).toEqual([
      'deliver A>store#1',
      'deliver B>store#1',
      'timer A alarm',
    ]);
    expect(after(model(2), 'timer A alarm').budget.late).toBe(0);
  });

  test('never a timer of a running component', () => {
    expect(names(model(9, 2.5), firstWorld(model(9, 2.5)).world)).toEqual([
      'deliver A>store#1',
      'timer A alarm',
    ]);
  });

  test('at one instant a message may go after a timer, before it, but not before a deadline', () => {
    const lock = puppet({
      id: 'lock',
      role: 'service',
      start: [{ type: 'deadline', id: 'lease', afterUs: 2000, clock: 'wall' }],
      on: { 'deadline.passed': [says('over')] },
    });
    const tied = modelOf([writer('A', timer('alarm', 2)), store, lock], { latency: latencyOf(2) });
    expect(names(tied, firstWorld(tied).world)).toEqual(['deadline lock lease']);
    expect(names(tied, after(tied, 'deadline lock lease'))).toEqual(['deliver A>store#1', 'timer A alarm']);
  });

  test('not the deadline of a service that is paused or down', () => {
    const lock = puppet({
      id: 'lock',
      role: 'service',
      start: [{ type: 'deadline', id: 'lease', afterUs: 2000, clock: 'wall' }],
      on: { 'deadline.passed': [says('over')] },
    });
    for (const kind of ['pause', 'crash'] as const) {
      const held = modelOf([writer('A'), store, lock], {
        latency: latencyOf(3),
        timedFaults: [{ kind, node: 'lock', at: at(1) }],
        budget: budget({ late: 9 }),
      });
      expect(names(held, after(held, `fault lock ${kind}.0`))).toEqual(['deadline lock lease']);
    }
  });

  test('not a fault that strikes at a set time', () => {
    const struck = modelOf([writer('A'), store], {
      latency: latencyOf(3),
      timedFaults: [{ kind: 'clock', node: 'store', at: at(1), byUs: at(1) }],
      budget: budget({ late: 9 }),
    });
    expect(names(struck, firstWorld(struck).world)).toEqual(['fault store clock.0']);
  });
});

test('a client that was stopped goes on with its instruction before any message or timer may go first', () => {
  const A = puppet({
    id: 'A',
    start: [sends('A', 'hello'), timer('alarm', 3), { type: 'next', afterUs: 2000, busy: false }],
    on: { run: [says('runs')], hello: [says('hears')], alarm: [says('alarm')] },
  });
  const stopped = modelOf([A], {
    latency: latencyOf(2),
    timedFaults: [{ kind: 'pause', node: 'A', at: at(1), forUs: at(5) }],
    budget: budget({ late: 9 }),
  });
  const resumed = after(stopped, 'fault A pause.0', 'fault A resume.0');
  expect(names(stopped, resumed)).toEqual(['run A']);
  expect(names(stopped, taken1(stopped, resumed, 'run A'))).toEqual(['deliver A>A#1', 'timer A alarm']);
});

describe('the fault budget', () => {
  const model = (part: Partial<FaultBudget>): Model =>
    modelOf([writer('A'), store], { latency: latencyOf(2), budget: budget(part) });

  test('lets a client be paused, and resume for nothing', () => {
    const paused = after(model({ pause: 1 }), 'pause A');
    expect(paused.budget.pause).toBe(0);
    expect(names(model({ pause: 1 }), paused)).toEqual(['deliver A>store#1', 'resume A']);
    expect(names(model({ pause: 1 }), taken1(model({ pause: 1 }), paused, 'resume A'))).toEqual([
      'deliver A>store#1',
    ]);
  });

  test('does not let a pause of set length be cut short', () => {
    const set = modelOf([writer('A'), store], {
      latency: latencyOf(2),
      timedFaults: [{ kind: 'pause', node: 'A', at: at(1), forUs: at(5) }],
      budget: budget({ pause: 1 }),
    });
    expect(names(set, after(set, 'fault A pause.0'))).toEqual(['deliver A>store#1']);
  });

  test('lets a client crash and, at the price of another, restart', () => {
    const two = model({ crash: 2 });
    expect(names(two, after(two, 'crash A'))).toEqual(['deliver A>store#1', 'restart A']);
    expect(names(model({ crash: 1 }), after(model({ crash: 1 }), 'crash A'))).toEqual(['deliver A>store#1']);
  });

  test('lets a message be lost, at the moment of its arrival', () => {
    const one = model({ lose: 1 });
    expect(names(one, firstWorld(one).world)).toEqual(['deliver A>store#1', 'lose A>store#1']);
    const lost = after(one, 'lose A>store#1');
    expect(lost).toMatchObject({ now: 2000, budget: { lose: 0 } });
    expect(names(one, lost)).toEqual([]);
  });

  test('strikes clients alone', () => {
    const all = model({ pause: 1, crash: 1 });
    expect(names(all, firstWorld(all).world)).toEqual(['deliver A>store#1', 'crash A', 'pause A']);
  });
});

test('a component may do of its own accord what it is said to, and only what it takes', () => {
  const free = puppet({
    id: 'A',
    spontaneous: [{ type: 'acquire', key: 'lock' }, { type: 'never' }],
    on: { acquire: [says('asks')] },
  });
  const model = modelOf([free]);
  const { world } = firstWorld(model);
  expect(names(model, world)).toEqual(['A acquire lock', 'A never']);
  expect(apply(model, world, named(model, world, 'A acquire lock'))?.entries).toMatchObject([
    { text: 'asks' },
  ]);
  expect(apply(model, world, named(model, world, 'A never'))).toBeNull();
});

test('names do not depend on the path: a message keeps its name whatever went before', () => {
  const model = modelOf([writer('A'), writer('B'), writer('C'), store], {
    latency: latencyOf(2),
    budget: budget({ lose: 1 }),
  });
  const one = after(model, 'deliver B>store#1', 'deliver A>store#1');
  const other = after(model, 'lose A>store#1', 'deliver B>store#1');
  const third = after(model, 'deliver A>store#1', 'deliver B>store#1');
  expect(names(model, one)).toEqual(names(model, third));
  expect(names(model, other)).toEqual(['deliver C>store#1']);
  expect(names(model, third)).toEqual(['deliver C>store#1', 'lose C>store#1']);
});
