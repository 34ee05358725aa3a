import { describe, expect, test } from 'vitest';
import type { Effect } from './component.ts';
import { canonicalCell } from './explore/canonical.ts';
import { withoutHorizon } from './explore/counterexample.ts';
import { Exploration } from './explore/exploration.ts';
import { plainSearch } from './explore/plain.ts';
import { LOCK_PROPERTIES } from './explore/properties.ts';
import { play, playUntil } from './play.ts';
import { firstWorld } from './apply.ts';
import { ORDINARY } from './schedule.ts';
import { at, latencyOf, modelOf, puppet, says, timer } from './testing/puppet.ts';
import type { Model } from './model.ts';

const deadline = (id: string, afterMs: number): Effect => ({
  type: 'deadline',
  id,
  afterUs: at(afterMs),
  clock: 'wall',
});
const tellsLeft = ({ left }: { readonly [field: string]: unknown }): readonly Effect[] => [
  says(JSON.stringify(left)),
];

/** A sets a deadline at once, which is at 100 ms by its clock, and sends it 10 ms later. */
function carrying(faults: Model['timedFaults'], how: 'send' | 'call' = 'send', to = 'B'): Model {
  const deadlines = ['end', 'unknown'];
  const effect: Effect =
    how === 'send'
      ? { type: 'send', to, body: { type: 'copy' }, deadlines }
      : { type: 'call', to, event: { type: 'copy' }, deadlines };
  const A = puppet({
    id: 'A',
    start: [deadline('end', 100), timer('go', 10)],
    on: { go: [effect], copy: tellsLeft },
  });
  const B = puppet({ id: 'B', on: { copy: tellsLeft } });
  return modelOf([A, B], { timedFaults: faults, latency: latencyOf(5) });
}

function leftIn(model: Model): unknown {
  const text = play(model, ORDINARY).entries.find(({ ev, text }) => ev === 'note' && text)?.text;
  return text === undefined ? undefined : JSON.parse(text);
}

describe('a deadline that travels', () => {
  test('arrives as what is left of it by then', () => {
    expect(leftIn(carrying([]))).toEqual({ end: 85_000 });
    expect(leftIn(carrying([], 'call'))).toEqual({ end: 90_000 });
    expect(leftIn(carrying([], 'call', 'A'))).toEqual({ end: 90_000 });
  });

  test('is a wall-clock time: who is ahead has less of it left, whoever set it', () => {
    const ahead = (node: string) => ({ kind: 'clock', node, at: at(1), byUs: at(30) }) as const;
    expect(leftIn(carrying([ahead('B')]))).toEqual({ end: 55_000 });
    // A's own step brings its end nearer: it is still at 100 ms by A's clock and by B's.
    expect(leftIn(carrying([ahead('A')]))).toEqual({ end: 85_000 });
    expect(leftIn(carrying([{ ...ahead('B'), at: at(12) }]))).toEqual({ end: 55_000 });
  });

  test('that has passed on the way arrives with less than nothing', () => {
    expect(leftIn(carrying([{ kind: 'clock', node: 'B', at: at(1), byUs: at(200) }]))).toEqual({
      end: -115_000,
    });
  });
});

test('a component that is dated is told how far each sender is ahead of it, and other components are not', () => {
  const told = (faults: Model['timedFaults'], dated: boolean): unknown => {
    const A = puppet({
      id: 'A',
      start: [timer('go', 10)],
      on: { go: [{ type: 'send', to: 'B', body: { type: 'copy' } }] },
    });
    const B = { ...puppet({ id: 'B', on: { copy: tellsLeft } }), ...(dated ? { dated: true as const } : {}) };
    return leftIn(modelOf([A, B], { timedFaults: faults, latency: latencyOf(5) }));
  };
  const ahead = (node: string) => ({ kind: 'clock', node, at: at(1), byUs: at(30) }) as const;
  // What was written when it was sent is older by the time on the way.
  expect(told([], true)).toEqual({ now: -5000 });
  expect(told([ahead('A')], true)).toEqual({ now: 25_000 });
  expect(told([ahead('B')], true)).toEqual({ now: -35_000 });
  expect(told([ahead('A')], false)).toBeUndefined();
});

test('situations that differ only in when they are have the same form, with what travels in them', () => {
  const onItsWay = (startMs: number) => {
    const A = puppet({
      id: 'A',
      start: [timer('begin', startMs)],
      on: {
        begin: [deadline('end', 100), { type: 'send', to: 'B', body: { type: 'copy' }, deadlines: ['end'] }],
      },
    });
    const model = modelOf([A, puppet({ id: 'B' })], { latency: latencyOf(50) });
    const { world } = playUntil(model, firstWorld(model).world, at(startMs + 1));
    const cell = world.cells['B'];
    if (cell === undefined) throw new Error('B takes part');
    return canonicalCell(cell, world.now, { messageNumbers: false });
  };
  expect(onItsWay(20).key).toContain('end');
  expect(onItsWay(20)).toEqual(onItsWay(3));
});

test.each(['send', 'call'] as const)('the explorer finds the worlds that a plain search finds: %s', (how) => {
  const ahead = (node: string, byMs: number) => ({ kind: 'clock', node, at: at(1), byUs: at(byMs) }) as const;
  for (const faults of [[], [ahead('B', 30)], [ahead('B', 200)], [ahead('A', -30)]]) {
    const model = { ...carrying(faults, how), budget: { pause: 0, crash: 0, lose: 1, late: 1 } };
    const exploration = new Exploration({
      model,
      properties: LOCK_PROPERTIES,
      maxStates: Infinity,
      maxBytes: 1e8,
      stopAtFirst: false,
    });
    while (exploration.run(10));
    const plain = plainSearch(withoutHorizon(model), { pausedHolder: false }, 1000);
    const { states, transitions } = exploration.result();
    expect([states, transitions]).toEqual([plain.states, plain.transitions]);
    expect(states).toBeGreaterThan(2);
  }
});
