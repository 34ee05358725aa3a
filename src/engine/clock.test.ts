import { describe, expect, test } from 'vitest';
import { TRUE_CLOCK, trueDuration } from './component.ts';
import type { Component, Effect } from './component.ts';
import type { TimedFault } from './faults.ts';
import { play } from './play.ts';
import { ORDINARY } from './schedule.ts';
import { at, latencyOf, modelOf, puppet, says, sends, timer, told } from './testing/puppet.ts';

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

describe('a clock that runs at another rate', () => {
  const rate = (ms: number, of: number, byMs?: number): TimedFault => ({
    kind: 'clock',
    node: 'lock',
    at: at(ms),
    ratePpm: of * 1_000_000,
    ...(byMs === undefined ? {} : { byUs: at(byMs) }),
  });
  const both = (timedFaults: readonly TimedFault[]) =>
    (['wall', 'monotonic'] as const).map((clock) =>
      told(modelOf([lock(clock, 10_000, [timer('alarm', 8)])], { timedFaults })),
    );

  test.each([
    [
      'half as fast lets what remains take twice as long',
      [rate(4, 0.5)],
      ['4 lock clock', '12 lock note timer', '16 lock note over'],
    ],
    ['twice as fast, half as long', [rate(4, 2)], ['4 lock clock', '6 lock note timer', '7 lock note over']],
    ['from the start', [rate(0, 2)], ['0 lock clock', '4 lock note timer', '5 lock note over']],
    [
      'and true again after a while',
      [rate(4, 0.5), rate(6, 1)],
      ['4 lock clock', '6 lock clock', '9 lock note timer', '11 lock note over'],
    ],
    ['not at all: nothing comes', [rate(4, 0)], ['4 lock clock']],
    [
      'not at all, for a while',
      [rate(4, 0), rate(500, 2)],
      ['4 lock clock', '500 lock clock', '502 lock note timer', '503 lock note over'],
    ],
    [
      'not at all, but what was due at that instant comes',
      [rate(8, 0)],
      ['8 lock clock', '8 lock note timer'],
    ],
  ] as const)('%s, whatever kind of deadline', (_what, faults, lines) => {
    for (const run of both(faults)) expect(run).toEqual(lines);
  });

  test('counts what is set from then on by its new rate', () => {
    const again: Effect = { type: 'deadline', id: 'lease', afterUs: 10_000, clock: 'wall' };
    const service = puppet({
      id: 'lock',
      start: [timer('set', 3)],
      on: {
        set: [again, { type: 'trace', entry: { ev: 'grant' }, expiresAfterUs: 10_000 }],
        'deadline.passed': [says('over')],
      },
    });
    const { entries } = play(modelOf([service], { timedFaults: [rate(1, 0.5)] }), ORDINARY);
    expect(entries.map(({ t, ev, expires }) => [t, ev, expires])).toEqual([
      [1000, 'clock', undefined],
      [5000, 'grant', 25_000],
      [25_000, 'note', undefined],
    ]);
  });

  test('that stands still gives a promise without an end, kept once it runs', () => {
    const service = puppet({
      id: 'lock',
      start: [{ type: 'next', afterUs: 0, busy: false }],
      on: {
        run: [
          { type: 'deadline', id: 'lease', afterUs: 10_000, clock: 'wall' },
          { type: 'trace', entry: { ev: 'grant' }, expiresAtDeadline: 'lease' },
        ],
        'deadline.passed': [says('over')],
      },
    });
    const timedFaults = [rate(0, 0), rate(30, 1)];
    const { entries } = play(modelOf([service], { timedFaults }), ORDINARY);
    expect(entries.map(({ t, ev, expires }) => [t, ev, expires])).toEqual([
      [0, 'clock', undefined],
      [0, 'grant', undefined],
      [30_000, 'clock', undefined],
      [40_000, 'note', undefined],
    ]);
  });

  test('steps by what it shows: three of its milliseconds are six of a clock half as fast', () => {
    expect(told(modelOf([lock('wall')], { timedFaults: [rate(4, 0.5), step(6, -3)] }))).toEqual([
      '4 lock clock',
      '6 lock clock',
      '22 lock note over',
    ]);
  });

  test('stands still and is set: ahead past a deadline, and back to before it', () => {
    const timedFaults = [rate(4, 0), step(5, 7), step(6, -3), rate(8, 1)];
    expect(told(modelOf([lock('wall')], { timedFaults }))).toEqual([
      '4 lock clock',
      '5 lock clock',
      '5 lock note over',
      '6 lock clock',
      '6 lock note lives for 2000',
      '8 lock clock',
      '10 lock note over',
    ]);
  });

  test('remembers how long ago a deadline passed, by what it shows', () => {
    // Over at 10; from 12 on half as fast: at 16 it passed 2 + 2 ms ago.
    expect(told(modelOf([lock('wall')], { timedFaults: [rate(12, 0.5), step(16, -5)] })).slice(-2)).toEqual([
      '16 lock note lives for 1000',
      '18 lock note over',
    ]);
    const stopped = [rate(12, 0), step(16, -5), rate(20, 1)];
    expect(told(modelOf([lock('wall')], { timedFaults: stopped })).slice(-3)).toEqual([
      '16 lock note lives for 3000',
      '20 lock clock',
      '23 lock note over',
    ]);
  });

  test('keeps the rhythm of what rings again, by its own time', () => {
    const ring: Effect = {
      type: 'timer',
      id: 'beat',
      afterUs: 2000,
      event: { type: 'alarm' },
      everyUs: 2000,
    };
    const timedFaults = [rate(5, 2), rate(8, 0), rate(20, 1)];
    const model = modelOf([lock('wall', 1e9, [ring])], { timedFaults, horizon: at(24) });
    expect(told(model).filter((line) => line.endsWith('timer'))).toEqual(
      ['2', '4', '5.5', '6.5', '7.5', '21', '23'].map((t) => `${t} lock note timer`),
    );
  });

  test('keeps whole microseconds', () => {
    const timedFaults = [rate(1, 0.3), rate(2, 0.7), rate(3.001, 1)];
    const { entries } = play(modelOf([lock('wall')], { timedFaults }), ORDINARY);
    // 1 ms, then 0.3 ms, then 0.7007 ms were shown; what is left is rounded up to 7.9994 ms.
    expect(entries.at(-1)).toMatchObject({ t: 11_001, text: 'over' });
  });

  test('does not touch work, nor what is on its way', () => {
    const A = puppet({
      id: 'lock',
      start: [{ type: 'next', afterUs: 6000, busy: true }, sends('lock', 'hello')],
      on: { run: [says('worked')], hello: [says('heard')] },
    });
    const model = modelOf([A], { latency: latencyOf(7), timedFaults: [rate(1, 0)] });
    expect(told(model)).toEqual(['1 lock clock', '6 lock note worked', '7 lock note heard']);
  });

  test('is told with its rate, and with the step if it made one', () => {
    const { entries } = play(
      modelOf([lock('wall')], { timedFaults: [rate(4, 0.5, 3), rate(5, 1)] }),
      ORDINARY,
    );
    expect(entries.filter(({ ev }) => ev === 'clock')).toMatchObject([
      { t: 4000, byUs: 3000, ratePpm: 500_000 },
      { t: 5000, ratePpm: 1_000_000 },
    ]);
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
