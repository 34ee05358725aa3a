import { describe, expect, test } from 'vitest';
import { at, latencyOf, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';
import type { TimedFault } from './faults.ts';

const crash: TimedFault = { kind: 'crash', node: 'A', at: at(2) };
const restart: TimedFault = { kind: 'restart', node: 'A', at: at(6), data: 'kept' };
const A = puppet({
  id: 'A',
  start: [
    { type: 'next', afterUs: 4000, busy: true },
    timer('alarm', 5),
    { type: 'deadline', id: 'lease', afterUs: 8000, clock: 'monotonic' },
  ],
  on: {
    run: [says('instruction')],
    alarm: [says('timer')],
    'deadline.passed': [says('deadline')],
    hello: [says('message')],
    restart: [says('begins again')],
  },
});

describe('a crash', () => {
  test('forgets instruction and timers and keeps deadlines', () => {
    expect(told(modelOf([A], { timedFaults: [crash, restart] }))).toEqual([
      '2 A crash',
      '6 A restart',
      '6 A note begins again',
      '8 A note deadline',
    ]);
  });

  test('loses what arrives until the restart', () => {
    const B = puppet({
      id: 'B',
      start: [sends('A', 'hello'), timer('again', 4)],
      on: { again: [sends('A', 'hello')] },
    });
    expect(told(modelOf([A, B], { latency: latencyOf(3), timedFaults: [crash, restart] }))).toEqual([
      '2 A crash',
      '3 A lose crashed',
      '6 A restart',
      '6 A note begins again',
      '7 A note message',
      '8 A note deadline',
    ]);
  });

  test('strikes once', () => {
    expect(told(modelOf([A], { timedFaults: [crash, { ...crash, at: at(3) }] }))).toEqual([
      '2 A crash',
      '8 A note deadline',
    ]);
  });

  test('ends a pause', () => {
    const pause: TimedFault = { kind: 'pause', node: 'A', at: at(1), forUs: at(4) };
    expect(told(modelOf([A], { timedFaults: [pause, crash, restart] })).slice(0, 4)).toEqual([
      '1 A pause',
      '2 A crash',
      '6 A restart',
      '6 A note begins again',
    ]);
  });
});

test('what is restarted while it is up goes down first', () => {
  const { horizon } = modelOf([]);
  expect(told(modelOf([A], { horizon, timedFaults: [{ ...restart, at: at(1) }] }))).toEqual([
    '1 A crash',
    '1 A restart',
    '1 A note begins again',
    '8 A note deadline',
  ]);
});
