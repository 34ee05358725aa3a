import { describe, expect, test } from 'vitest';
import { at, latencyOf, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';
import type { Effect } from './component.ts';

const lease = (afterUs: number): Effect => ({ type: 'deadline', id: 'lease', afterUs, clock: 'wall' });
const next = (afterUs: number, busy = false): Effect => ({ type: 'next', afterUs, busy });

describe('what is due at one instant', () => {
  test('happens in the order fault, deadline, instruction, message, timer', () => {
    const A = puppet({
      id: 'A',
      start: [timer('alarm', 5), sends('A', 'hello'), next(5000), lease(5000)],
      on: {
        alarm: [says('timer')],
        hello: [says('message')],
        run: [says('instruction')],
        'deadline.passed': [says('deadline')],
      },
    });
    const model = modelOf([A], {
      latency: latencyOf(5),
      timedFaults: [{ kind: 'clock', node: 'A', at: at(5), byUs: at(0) }],
    });
    expect(told(model)).toEqual([
      '5 A clock',
      '5 A note deadline',
      '5 A note instruction',
      '5 A note message',
      '5 A note timer',
    ]);
  });

  test('then by due time, for what had to wait', () => {
    const A = puppet({
      id: 'A',
      start: [timer('late', 4), timer('early', 3)],
      on: { late: [says('late')], early: [says('early')] },
    });
    const model = modelOf([A], { timedFaults: [{ kind: 'pause', node: 'A', at: at(1), forUs: at(9) }] });
    expect(told(model)).toEqual(['1 A pause', '10 A resume', '10 A note early', '10 A note late']);
  });

  test('then by the number of its making', () => {
    const B = puppet({ id: 'B', start: [timer('second', 3)], on: { second: [says('second')] } });
    const A = puppet({ id: 'A', start: [timer('first', 3)], on: { first: [says('first')] } });
    expect(told(modelOf([A, B]))).toEqual(['3 A note first', '3 B note second']);
    expect(told(modelOf([B, A]))).toEqual(['3 B note second', '3 A note first']);
  });

  test('a lease is over at the instant of its end, before a message of that instant, whoever gets it', () => {
    const lock = puppet({
      id: 'lock',
      role: 'service',
      start: [lease(5000)],
      on: { 'deadline.passed': [says('over')] },
    });
    const A = puppet({ id: 'A', start: [sends('store', 'write'), sends('lock', 'renew')] });
    const store = puppet({ id: 'store', role: 'store', on: { write: [says('written')] } });
    const model = modelOf([A, store, lock], { latency: latencyOf(5) });
    expect(told(model)).toEqual(['5 lock note over', '5 store note written', '5 lock deliver A>lock#1']);
  });
});

describe('a pause', () => {
  const script = {
    alarm: [says('timer')],
    hello: [says('message')],
    run: [says('instruction')],
  };
  const pause = { kind: 'pause', node: 'A', at: at(2), forUs: at(10) } as const;

  test('holds messages and timers; the instruction comes first when it ends', () => {
    const A = puppet({ id: 'A', start: [sends('A', 'hello'), timer('alarm', 4), next(6000)], on: script });
    expect(told(modelOf([A], { latency: latencyOf(3), timedFaults: [pause] }))).toEqual([
      '2 A pause',
      '12 A resume',
      '12 A note instruction',
      '12 A note message',
      '12 A note timer',
    ]);
  });

  test('stops work half-way: what remained takes its time afterwards', () => {
    const A = puppet({ id: 'A', start: [next(6000, true), timer('alarm', 4)], on: script });
    expect(told(modelOf([A], { timedFaults: [pause] }))).toEqual([
      '2 A pause',
      '12 A resume',
      '12 A note timer',
      '16 A note instruction',
    ]);
  });

  test('stops work each time it strikes', () => {
    const A = puppet({ id: 'A', start: [next(6000, true)], on: script });
    const again = { kind: 'pause', node: 'A', at: at(13), forUs: at(10) } as const;
    expect(told(modelOf([A], { timedFaults: [pause, again] })).at(-1)).toBe('26 A note instruction');
  });

  test('does not stop a sleep', () => {
    const A = puppet({ id: 'A', start: [next(15_000)], on: script });
    expect(told(modelOf([A], { timedFaults: [pause] })).at(-1)).toBe('15 A note instruction');
  });

  test('does not stop a deadline: a moment on a clock needs nobody to run', () => {
    const lock = puppet({
      id: 'A',
      role: 'service',
      start: [lease(5000)],
      on: { 'deadline.passed': [says('over')] },
    });
    expect(told(modelOf([lock], { timedFaults: [pause] }))).toEqual([
      '2 A pause',
      '5 A note over',
      '12 A resume',
    ]);
  });

  test('of what is paused, and a resume of what runs, change nothing and are not told', () => {
    const A = puppet({ id: 'A' });
    const timedFaults = [
      { kind: 'resume', node: 'A', at: at(1) },
      { kind: 'pause', node: 'A', at: at(2) },
      { kind: 'pause', node: 'A', at: at(3) },
      { kind: 'resume', node: 'A', at: at(4) },
    ] as const;
    expect(told(modelOf([A], { timedFaults }))).toEqual(['2 A pause', '4 A resume']);
  });
});

test('nothing happens after the horizon', () => {
  const A = puppet({
    id: 'A',
    start: [timer('alarm', 5)],
    on: { alarm: [says('again'), timer('alarm', 5)] },
  });
  expect(told(modelOf([A], { horizon: at(10) }))).toEqual(['5 A note again', '10 A note again']);
});
