import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  cut,
  RELEASE,
  requests,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

/** B asks while it is cut off from the service, where A holds. */
const unknown = (choice: string): Setting => ({
  lock: { request: { timeout: 50 }, attempt: { unknown: choice, retry: 300 } },
  clients: [
    { id: 'A', script: [acquire(5000), work(2000), write('a'), RELEASE] },
    { id: 'B', start: 500, script: [acquire(5000), write('b'), RELEASE] },
  ],
  faults: [cut('B', 400, 200)],
});

describe('an acquire of which nothing is known', () => {
  test('is a failure', () => {
    expect(verdictOf(unknown('fail'))).toEqual(['safe']);
    expect(told(unknown('fail'), 'abandon')).toEqual(['550 B abandon timed-out']);
  });

  test('or is tried again, until something is known', () => {
    expect(requests(unknown('retry'), 'B').slice(0, 2)).toEqual(['500 set-nx', '850 set-nx']);
    expect(verdictOf(unknown('retry'))).toEqual(['safe']);
  });

  test('taken for acquired, it lets two write', () => {
    expect(verdictOf(unknown('taken-for-acquired'))).toEqual([
      'corrupted',
      'overlapping-beliefs',
      'stale-write-accepted',
    ]);
  });

  /** The key is set for A, and the answer is lost; B waits for the key. */
  const applied = (choice: string): Setting => ({
    lock: { request: { timeout: 50 }, attempt: { unknown: choice } },
    clients: [
      { id: 'A', script: [acquire(5000)] },
      { id: 'B', start: 10, acquire: blocking(100), script: [acquire(5000), RELEASE] },
    ],
    faults: [{ kind: 'lose', message: 'lock>A#1' }],
  });

  test('leaves a key that stays for a TTL, or gives it back', () => {
    expect(told(applied('fail'), 'grant', 'release', 'expire').slice(0, 3)).toEqual([
      '1 lock grant A',
      '5001 lock expire A',
      '5009 lock grant B',
    ]);
    expect(told(applied('give-back'), 'grant', 'release').slice(0, 3)).toEqual([
      '1 lock grant A',
      '51 lock release A',
      '113 lock grant B',
    ]);
  });
});

describe('a lock and its expiry', () => {
  const crash = (how: string): Setting => ({
    lock: { attempt: { how } },
    clients: [
      { id: 'A', script: [acquire(5000)] },
      { id: 'B', start: 100, acquire: blocking(1000), script: [acquire(5000), RELEASE] },
    ],
    // The key is set; its setter crashes before it can ask for an expiry.
    faults: [{ kind: 'crash', node: 'A', at: 1.5 }],
  });

  test('in two steps, a crash between them leaves a key without an end', () => {
    expect(verdictOf(crash('two-steps'))).toEqual(['blocked', 'leaked-lease', 'starvation']);
  });

  test('in one step, it is free after a TTL', () => {
    expect(verdictOf(crash('one-step'))).toEqual(['safe']);
  });
});

describe('the wait between attempts', () => {
  const waiting = (backOff: object): readonly number[] => {
    const setting: Setting = {
      lock: { attempt: { backOff } },
      acquire: blocking(100),
      clients: [
        { id: 'A', script: [acquire(3000), work(2900)] },
        { id: 'B', start: 100, script: [acquire(3000)] },
      ],
    };
    const times = requests(setting, 'B').map((line) => Number(line.split(' ')[0]) - 2);
    return times.slice(1).map((t, index) => t - (times[index] ?? 0) - 2);
  };

  test('is constant', () => {
    expect(new Set(waiting({ kind: 'constant' }))).toEqual(new Set([100]));
  });

  test('or grows up to its cap', () => {
    expect(waiting({ kind: 'exponential', factor: 3, cap: 800 })).toEqual([100, 300, 800, 800, 800, 800]);
  });

  test('or is shorter by a random part that the seed decides', () => {
    const waits = waiting({ kind: 'exponential', cap: 400, jitter: 0.5 });
    const whole = [100, 200, 400, 400, 400];
    expect(waits.slice(0, 5).every((wait, index) => wait <= (whole[index] ?? 0))).toBe(true);
    expect(waits.slice(0, 5).every((wait, index) => wait >= (whole[index] ?? 0) / 2)).toBe(true);
    expect(waits.slice(0, 5)).not.toEqual(whole);
    expect(waiting({ kind: 'exponential', cap: 400, jitter: 0.5 })).toEqual(waits);
  });
});

describe('a time-out of a client that waits', () => {
  const waits = (onTimeout: string): Setting => ({
    clients: [
      { id: 'A', script: [acquire(30_000), work(20_000), write('a'), RELEASE] },
      {
        id: 'B',
        start: 100,
        acquire: blocking(1000, 10_000, { onTimeout }),
        script: [acquire(30_000), write('b')],
      },
    ],
  });

  test('is an error', () => {
    expect(verdictOf(waits('error'))).toEqual(['safe']);
  });

  test('taken for success, it writes without a lock', () => {
    expect(verdictOf(waits('taken-for-success'))).toEqual([
      'corrupted',
      'overlapping-beliefs',
      'stale-write-accepted',
    ]);
  });
});

describe('a request', () => {
  const lost = (request: object | undefined): Setting => ({
    lock: request === undefined ? {} : { request },
    clients: [{ id: 'A', script: [acquire(5000), RELEASE] }],
    faults: [{ kind: 'lose', message: 'A>lock#1' }],
  });

  test('waits for its answer for ever where nothing is said of that', () => {
    expect(told(lost(undefined), 'grant', 'abandon')).toEqual([]);
  });

  test('fails after its time, or is sent again', () => {
    expect(told(lost({ timeout: 200 }), 'abandon')).toEqual(['200 A abandon timed-out']);
    const again = lost({ timeout: 200, retries: 1, pause: 50 });
    expect(requests(again, 'A')).toEqual(['0 set-nx', '250 set-nx', '252 del-if']);
  });

  test('backs off from a service that refuses, and is unknown after its last try', () => {
    const refusing: Setting = {
      lock: {
        request: { timeout: 500, retries: 3, pause: 100, backOff: { kind: 'exponential', cap: 5000 } },
      },
      clients: [{ id: 'A', script: [acquire(5000)] }],
      faults: [{ kind: 'refuse', node: 'lock', at: 0 }],
    };
    expect(requests(refusing, 'A')).toEqual(['0 set-nx', '102 set-nx', '304 set-nx', '706 set-nx']);
    expect(told(refusing, 'abandon')).toEqual(['708 A abandon unavailable']);
  });
});
