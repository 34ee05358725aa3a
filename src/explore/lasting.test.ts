import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.ts';
import type { Micros } from '../engine/time.ts';
import { explored, statusOf } from './testing/explored.ts';

const LOCK = [{ op: 'acquire', ttl: 300 }, { op: 'work', for: 20 }, { op: 'release' }];

/** For ever; `retry` decides when it comes back. */
const waits = (retry: number) => ({ acquire: { kind: 'block', retry } });

const asked = (clients: readonly object[], more: object = {}, faults: object = {}) =>
  explored({ id: 'lasting', clients, ...more }, faults);

describe('a waiter gets the key', () => {
  test('not where the holder renews for ever: the shortest way to that goes once round', () => {
    const { model, report } = asked([
      {
        id: 'A',
        policies: { renewal: { kind: 'watchdog', interval: 100 } },
        script: [{ op: 'acquire', ttl: 300 }],
      },
      { id: 'B', start: 50, policies: waits(70), script: LOCK },
    ]);
    expect(report.complete).toBe(true);
    expect(statusOf(report, 'waiter-served')).toBe('fails');
    const { counterexample } = report;
    expect(counterexample).toMatchObject({ property: 'waiter-served', length: expect.any(Number) });
    const { cycle = 0, length = 0, schedule = { picks: [] }, endsAtUs = 0 } = counterexample ?? {};
    expect(cycle).toBeGreaterThan(1);
    expect(length).toBeGreaterThan(cycle);

    const { steps, entries, missed } = play({ ...model, horizon: endsAtUs as Micros }, schedule);
    expect(missed).toEqual([]);
    const round = entries.slice(steps.at(-cycle)?.firstSeq);
    expect(round.some(({ ev }) => ev === 'renew')).toBe(true);
    expect(round.filter(({ client, ev }) => client === 'B' && ev === 'grant')).toEqual([]);
  });

  test('though others lock without end: what may come first again and again does so at some time', () => {
    const loop = [{ op: 'repeat', do: [...LOCK, { op: 'sleep', for: 45 }] }];
    const { report } = asked([
      { id: 'A', script: loop },
      { id: 'B', start: 20, policies: waits(25), script: LOCK },
    ]);
    expect(report).toMatchObject({ complete: true, counterexample: null });
    expect(statusOf(report, 'waiter-served')).toBe('holds');
  });

  test('not where others lock without end and it only ever comes while they hold the key', () => {
    const loop = [{ op: 'repeat', do: [...LOCK, { op: 'sleep', for: 20 }] }];
    const { report } = asked([
      { id: 'A', script: loop },
      { id: 'B', start: 6, policies: waits(50), script: LOCK },
    ]);
    expect(report.complete).toBe(true);
    expect(statusOf(report, 'waiter-served')).toBe('fails');
    expect(report.counterexample?.cycle).toBeGreaterThan(1);
  });

  test('of a search that was cut off it is said only where it is certain', () => {
    const { report } = asked([{ id: 'A', script: LOCK }], {}, { pause: 1 });
    expect(statusOf(report, 'waiter-served')).toBe('holds');
  });
});

describe('a lease that its client has left ends', () => {
  test('as long as it has an end', () => {
    const { report } = asked([{ id: 'A', script: LOCK }], {}, { crash: 1 });
    expect(report.complete).toBe(true);
    expect(statusOf(report, 'no-leaked-lease')).toBe('holds');
  });

  test('not where a crash comes between the key and its expiry', () => {
    const { report } = asked(
      [
        {
          id: 'A',
          policies: { lock: { kind: 'redis', acquire: 'two-commands' } },
          script: [{ op: 'acquire', ttl: 1000 }, { op: 'release' }],
        },
      ],
      { service: { kind: 'redis' } },
      { crash: 1 },
    );
    expect(report.complete).toBe(true);
    expect(statusOf(report, 'no-leaked-lease')).toBe('fails');
    expect(report.counterexample).toMatchObject({ property: 'no-leaked-lease', cycle: 0 });
  });

  test('not where its renewals go on after the key was given back', () => {
    const { report } = asked(
      [
        {
          id: 'A',
          policies: { lock: { kind: 'redis', loss: 'ignored', context: 'own', renewal: 'unchecked' } },
          script: [{ op: 'acquire', ttl: 3000 }, { op: 'release' }],
        },
      ],
      { service: { kind: 'redis' } },
      { crash: 1, lose: 1 },
    );
    expect(statusOf(report, 'no-leaked-lease')).toBe('holds');
  });
});
