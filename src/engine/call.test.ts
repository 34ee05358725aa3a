import { describe, expect, test } from 'vitest';
import { apply, firstWorld, intervene } from './apply.ts';
import { BrokenPromise } from './assert.ts';
import { ordinaryChoice } from './choices.ts';
import type { Effect } from './component.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, deepFreeze, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';

const call = (to: string, type: string): Effect => ({ type: 'call', to, event: { type } });

describe('a call', () => {
  test('happens in the same step as what asked for it, and is caused by it', () => {
    const lock = puppet({
      id: 'lock',
      start: [timer('grant', 1)],
      on: { grant: [says('granted'), call('store', 'raise'), says('answered')] },
    });
    const store = puppet({ id: 'store', on: { raise: [says('raised')] } });
    const { steps, entries } = play(modelOf([lock, store]), ORDINARY);
    expect(steps).toHaveLength(2);
    expect(entries.map(({ text, cause }) => [text, cause])).toEqual([
      ['granted', null],
      ['raised', 0],
      ['answered', 0],
    ]);
  });

  test('that is refused disables the whole step: null, and the world is as it was', () => {
    const lock = puppet({
      id: 'lock',
      start: [timer('grant', 1)],
      on: { grant: [says('granted'), timer('other', 3), call('store', 'raise')] },
    });
    const store = puppet({ id: 'store' });
    const model = modelOf([lock, store]);
    const { world } = firstWorld(model);
    const before = JSON.stringify(world);
    const choice = ordinaryChoice(model, deepFreeze(world));
    expect(choice?.name).toBe('timer lock grant');
    expect(choice && apply(model, world, choice)).toBeNull();
    expect(JSON.stringify(world)).toBe(before);
  });

  test('that is refused deep down disables the whole step too', () => {
    const A = puppet({ id: 'A', start: [timer('go', 1)], on: { go: [call('B', 'first')] } });
    const B = puppet({ id: 'B', on: { first: [says('done'), call('C', 'second')] } });
    const model = modelOf([A, B, puppet({ id: 'C' })]);
    const { world } = firstWorld(model);
    const choice = ordinaryChoice(model, world);
    expect(choice && apply(model, world, choice)).toBeNull();
  });

  test('by which a component answers its caller finds the caller as it is by then', () => {
    const store = puppet({ id: 'store', on: { write: [call('lock', 'inspect')], view: [says('written')] } });
    const lock = puppet({ id: 'lock', on: { inspect: [call('store', 'view')] } });
    const A = puppet({ id: 'A', start: [sends('store', 'write')] });
    const model = modelOf([A, lock, store]);
    const { entries } = play(model, ORDINARY);
    expect(entries.at(-1)).toMatchObject({ actor: 'store', text: 'written', message: 'A>store#1' });
  });
});

describe('a broken promise', () => {
  const breaks = (effects: readonly unknown[]): (() => unknown) => {
    const A = puppet({ id: 'A', start: [timer('go', 1)], on: { go: effects as readonly Effect[] } });
    return () => play(modelOf([A]), ORDINARY);
  };

  test('is an effect of unknown type', () => {
    expect(breaks([{ type: 'explode' }])).toThrow(/"A" asked for an unknown effect/);
    expect(breaks([{ type: 'explode' }])).toThrow(BrokenPromise);
  });

  test('is a message or a call to nobody', () => {
    expect(breaks([sends('nobody', 'hello')])).toThrow(/no component "nobody"/);
    expect(breaks([call('nobody', 'hello')])).toThrow(/no component "nobody"/);
  });

  test('is a fault that strikes nobody, or of an unknown kind', () => {
    const timedFaults = [{ kind: 'pause', node: 'nobody', at: at(1) }] as const;
    expect(() => firstWorld(modelOf([], { timedFaults }))).toThrow(/no component "nobody"/);
    const model = modelOf([puppet({ id: 'A' })]);
    const { world } = firstWorld(model);
    expect(() =>
      intervene(model, world, at(0), { kind: 'fault', node: 'A', event: { type: 'explode' } }),
    ).toThrow(/no fault "explode"/);
  });

  test('is a choice that is not possible', () => {
    const model = modelOf([puppet({ id: 'A', start: [timer('go', 1)] })]);
    const { world } = firstWorld(model);
    const choice = ordinaryChoice(model, world);
    if (choice === undefined) throw new Error('there is a timer');
    expect(() => apply(model, world, { ...choice, id: 'other' })).toThrow(
      /nothing with that name is pending/,
    );
    expect(() => apply(model, world, { ...choice, node: 'nobody' })).toThrow(/"nobody"/);
  });

  test('is an intervention in the past', () => {
    const model = modelOf([puppet({ id: 'A' })]);
    const world = { ...firstWorld(model).world, now: at(5) };
    const fault = { kind: 'fault', node: 'A', event: { type: 'pause' } } as const;
    expect(() => intervene(model, world, at(4), fault)).toThrow(BrokenPromise);
    expect(intervene(model, world, at(6), fault).world.now).toBe(6000);
  });

  test('is a step that ordinary playback cannot take; the message names step and seed', () => {
    expect(breaks([call('A', 'nothing')])).toThrow(/step 1 \(seed 1\): "timer A go" was refused/);
  });
});

test('what somebody asks from outside is handled at once and numbered like any message', () => {
  const lock = puppet({ id: 'lock', on: { acquire: [says('granted')] } });
  const model = modelOf([puppet({ id: 'A' }), lock]);
  const ask = { kind: 'message', from: 'A', to: 'lock', body: { type: 'acquire' } } as const;
  const first = intervene(model, firstWorld(model).world, at(1), ask);
  const second = intervene(model, first.world, at(2), ask);
  expect(first.entries).toMatchObject([{ message: 'A>lock#1', t: 1000 }]);
  expect(second.entries).toMatchObject([{ message: 'A>lock#2', t: 2000 }]);
});

test('a run that does not end stops at the limit', () => {
  const A = puppet({ id: 'A', start: [timer('again', 0)], on: { again: [timer('again', 0)] } });
  expect(play(modelOf([A]), ORDINARY, 50)).toMatchObject({ end: 'step-limit' });
  expect(told(modelOf([puppet({ id: 'A' })]))).toEqual([]);
});
