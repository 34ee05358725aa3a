import { describe, expect, test } from 'vitest';
import { TRUE_CLOCK, trueDuration } from './component.ts';
import type { Component, Effect } from './component.ts';
import type { TimedFault } from './faults.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, modelOf, puppet, says, timer, told } from './testing/puppet.ts';

function lock(clock: 'wall' | 'monotonic', afterUs = 10_000, more: readonly Effect[] = []): Component {
  return puppet({
    id: 'lock',
    role: 'service',
    start: [{ type: 'deadline', id: 'lease', afterUs, clock }, ...more],
    on: {
      'deadline.passed': [says('over')],
      'deadline.revived': (event) => [says(`lives for ${String(Number(event['leftUs']))}`)],
      alarm: [says('timer')],
    },
  });
}
const step = (ms: number, byMs: number): TimedFault => ({
  kind: 'clock',
  node: 'lock',
  at: at(ms),
  byUs: at(byMs),
});

describe('a clock that steps', () => {
  test('back makes a wall deadline later', () => {
    expect(told(modelOf([lock('wall')], { timedFaults: [step(5, -3)] }))).toEqual([
      '5 lock clock',
      '13 lock note over',
    ]);
  });

  test('ahead makes it sooner, or due at once', () => {
    expect(told(modelOf([lock('wall')], { timedFaults: [step(5, 3)] }))).toEqual([
      '5 lock clock',
      '7 lock note over',
    ]);
    expect(told(modelOf([lock('wall')], { timedFaults: [step(5, 30)] }))).toEqual([
      '5 lock clock',
      '5 lock note over',
    ]);
  });

  test('leaves a monotonic deadline and timers where they were', () => {
    const model = modelOf([lock('monotonic', 10_000, [timer('alarm', 8)])], { timedFaults: [step(5, 7)] });
    expect(told(model)).toEqual(['5 lock clock', '8 lock note timer', '10 lock note over']);
  });

  test('back to before a deadline that had passed revives it, until it passes again', () => {
    const model = modelOf([lock('wall')], { timedFaults: [step(12, -5)] });
    expect(told(model)).toEqual([
      '10 lock note over',
      '12 lock clock',
      '12 lock note lives for 3000',
      '15 lock note over',
    ]);
    expect(play(model, ORDINARY).entries[2]).toMatchObject({ cause: 1 });
  });

  test('back to just the deadline revives nothing: at its instant a lease is over', () => {
    expect(told(modelOf([lock('wall')], { timedFaults: [step(12, -2)] }))).toEqual([
      '10 lock note over',
      '12 lock clock',
    ]);
    expect(told(modelOf([lock('wall')], { timedFaults: [step(12, -2.001)] }))).toContain(
      '12 lock note lives for 1',
    );
  });

  test('ahead after a deadline, then back, counts from where the clock stands', () => {
    const timedFaults = [step(12, 10), step(13, -12)];
    expect(told(modelOf([lock('wall')], { timedFaults }))).toEqual([
      '10 lock note over',
      '12 lock clock',
      '13 lock clock',
    ]);
    expect(told(modelOf([lock('wall')], { timedFaults: [step(12, 10), step(13, -14)] })).slice(-2)).toEqual([
      '13 lock note lives for 1000',
      '14 lock note over',
    ]);
  });

  test('back far enough revives even a deadline that lay in the past from the start', () => {
    expect(told(modelOf([lock('wall', -1000)]))).toEqual([]);
    expect(told(modelOf([lock('wall', -1000)], { timedFaults: [step(5, -8)] }))).toEqual([
      '5 lock clock',
      '5 lock note lives for 2000',
      '7 lock note over',
    ]);
    expect(told(modelOf([lock('monotonic', 0)], { timedFaults: [step(5, -8)] }))).toEqual(['5 lock clock']);
  });
});

test('a promised end is true time as reckoned at the entry', () => {
  const A = puppet({
    id: 'A',
    start: [timer('grant', 2)],
    on: { grant: [{ type: 'trace', entry: { ev: 'grant' }, expiresAfterUs: 5000 }] },
  });
  expect(play(modelOf([A]), ORDINARY).entries[0]).toMatchObject({ t: 2000, expires: 7000 });
});

describe('trueDuration', () => {
  test('of a true clock is the duration itself', () => {
    expect(trueDuration(TRUE_CLOCK, 1234)).toBe(1234);
    expect(trueDuration({ offsetUs: 99, ratePpm: 1_000_000 }, -5)).toBe(-5);
  });

  test('is longer on a slow clock and shorter on a fast one, never too short', () => {
    expect(trueDuration({ offsetUs: 0, ratePpm: 500_000 }, 1000)).toBe(2000);
    expect(trueDuration({ offsetUs: 0, ratePpm: 2_000_000 }, 1000)).toBe(500);
    expect(trueDuration({ offsetUs: 0, ratePpm: 3_000_000 }, 1000)).toBe(334);
  });

  test('never ends on a clock that stands still, but for what is over already', () => {
    const still = { offsetUs: 0, ratePpm: 0 };
    expect(trueDuration(still, 1)).toBeNull();
    expect(trueDuration(still, 0)).toBe(0);
    expect(trueDuration(still, -3)).toBe(0);
  });
});
