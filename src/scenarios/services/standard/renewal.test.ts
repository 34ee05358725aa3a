import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  cut,
  pause,
  RELEASE,
  requests,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

/** A works for longer than its TTL; B waits for the key. */
const slowWork = (renewal: object | undefined, rest: Partial<Setting> = {}): Setting => ({
  lock: renewal === undefined ? {} : { renewal: { kind: 'watchdog', ...renewal } },
  acquire: blocking(500),
  clients: [
    { id: 'A', script: [acquire(3000), work(7000), write('a'), RELEASE] },
    { id: 'B', start: 100, script: [acquire(3000), write('b'), RELEASE] },
  ],
  ...rest,
});
const STALE = ['corrupted', 'overlapping-beliefs', 'stale-write-accepted'];

describe('a watchdog', () => {
  test('keeps the key for slow work; without one, another gets it', () => {
    expect(verdictOf(slowWork({}))).toEqual(['safe']);
    expect(verdictOf(slowWork(undefined))).toEqual(STALE);
  });

  test('renews at a third of the TTL, or at its interval', () => {
    const times = (setting: Setting) => told(setting, 'renew').filter((line) => line.endsWith('A'));
    expect(times(slowWork({})).slice(0, 2)).toEqual(['1003 lock renew A', '2003 lock renew A']);
    expect(times(slowWork({ interval: 2500 })).slice(0, 2)).toEqual([
      '2503 lock renew A',
      '5003 lock renew A',
    ]);
  });

  test('waits for an answer before it asks again, where that is its pace', () => {
    const slow = { latency: 400 };
    const renewals = (pace: string) =>
      requests(slowWork({ pace }, slow), 'A').filter((line) => line.endsWith('pexpire-if'));
    expect(renewals('steady').slice(0, 2)).toEqual(['1800 pexpire-if', '2800 pexpire-if']);
    expect(renewals('after-answer').slice(0, 2)).toEqual(['1800 pexpire-if', '3600 pexpire-if']);
  });

  test('that waits for an answer which does not come renews no more, unless requests have a time-out', () => {
    const hangs = slowWork({ pace: 'after-answer' }, { faults: [cut('A', 900, 1000)] });
    expect(verdictOf(hangs)).toEqual(STALE);
    const lock = { renewal: { kind: 'watchdog', pace: 'after-answer' }, request: { timeout: 300 } };
    expect(verdictOf({ ...hangs, lock })).toEqual(['safe']);
  });

  test('tries again after an error, or (flaw) stops for good', () => {
    const fails = (until: string): Setting => ({
      ...slowWork({}),
      lock: { renewal: { kind: 'watchdog', until }, attempt: { unknown: 'retry' } },
      faults: [{ kind: 'refuse', node: 'lock', at: 900, for: 500 }],
    });
    expect(verdictOf(fails('refused'))).toEqual(['safe']);
    expect(verdictOf(fails('first-error'))).toEqual(STALE);
  });

  test('tries until the lease is over by its reckoning, and no longer', () => {
    const isCut = { faults: [cut('A', 900, 60_000)] };
    const last = (until: string) => {
      const lines = requests(slowWork({ until }, isCut), 'A').filter((line) => line.endsWith('pexpire-if'));
      return lines.at(-1);
    };
    expect(last('deadline')).toBe('2002 pexpire-if');
    expect(last('refused')).toBe('7002 pexpire-if');
  });

  test('armed for re-entrant acquisitions only (flaw), it renews no other', () => {
    const lock = { renewal: { kind: 'watchdog', armed: 'only-reentrant' }, reentrancy: 'count' };
    const setting = { ...slowWork({}), lock };
    expect(verdictOf(setting)).toEqual(STALE);
    const [A, ...others] = setting.clients;
    const script = [acquire(3000, { reentrant: true }), work(7000), write('a'), RELEASE];
    const clients = [{ ...A, id: 'A', script }, ...others];
    expect(verdictOf({ ...setting, clients })).toEqual(['safe']);
  });

  test('bound to the context of a request (flaw), it ends with that', () => {
    const bound = (context: string) => ({
      ...slowWork({}),
      lock: { renewal: { kind: 'watchdog', context }, context: { ends: 1500 } },
    });
    expect(verdictOf(bound('own'))).toEqual(['safe']);
    expect(verdictOf(bound('request'))).toEqual(STALE);
  });

  test('that goes on after a release which failed (flaw) keeps the key for ever', () => {
    const left = (afterRelease: string): Setting => ({
      ...slowWork({ afterRelease }),
      lock: { renewal: { kind: 'watchdog', afterRelease }, request: { timeout: 100 } },
      faults: [cut('A', 6900, 200)],
    });
    expect(verdictOf(left('stops'))).toEqual(['safe']);
    expect(verdictOf(left('goes-on'))).toEqual(['blocked', 'leaked-lease']);
  });
});

describe('a renewal of a lease that is somebody else’s by now', () => {
  /** A stalls beyond its lease; B takes the key and dies; A resumes its renewals. */
  const stalled = (renewal: object): Setting => ({
    lock: { renewal: { kind: 'watchdog', ...renewal } },
    acquire: blocking(500),
    clients: [
      { id: 'A', script: [acquire(3000), work(40_000)] },
      { id: 'B', start: 100, script: [acquire(6000), work(60_000)] },
      { id: 'C', start: 20_000, script: [acquire(3000), RELEASE] },
    ],
    faults: [pause('A', 900, 4000), { kind: 'crash', node: 'B', at: 4500 }],
  });

  test('does nothing where it compares, in one step or two', () => {
    expect(verdictOf(stalled({ how: 'compared' }))).toEqual(['safe', 'overlapping-beliefs']);
    expect(verdictOf(stalled({ how: 'two-commands' }))).toEqual(['safe', 'overlapping-beliefs']);
  });

  test('extends it where it does not', () => {
    expect(verdictOf(stalled({ how: 'unchecked' }))).toEqual([
      'blocked',
      'leaked-lease',
      'overlapping-beliefs',
    ]);
  });

  test('in two commands, it may change hands between them', () => {
    const between: Setting = {
      lock: { renewal: { kind: 'watchdog', interval: 990, how: 'two-commands' } },
      clients: [
        { id: 'A', script: [acquire(1000), work(2000)] },
        { id: 'B', start: 1002, script: [acquire(5000), work(9000)] },
      ],
      faults: [{ kind: 'delay', message: 'A>lock#3', by: 50 }],
    };
    expect(told(between, 'renew')[0]).toBe('1045 lock renew B by A');
  });
});

describe('a renewal that finds its lease gone', () => {
  /** A stalls; B has the key in the meantime, writes and gives it back. */
  const gone = (onMissing: string, store = 'naive'): Setting => ({
    store,
    lock: { renewal: { kind: 'watchdog', onMissing } },
    service: store === 'naive' ? 'redis' : 'lease-manager',
    acquire: blocking(500),
    clients: [
      { id: 'A', script: [acquire(3000), { op: 'read' }, work(6000), write('a'), RELEASE] },
      { id: 'B', start: 100, script: [acquire(3000), { op: 'read' }, write('b'), RELEASE] },
    ],
    faults: [pause('A', 900, 4000)],
  });

  test('tells its holder', () => {
    expect(verdictOf(gone('tells-loss'))).toEqual(['safe', 'overlapping-beliefs']);
    expect(told(gone('tells-loss'), 'believe').at(-1)).toBe('4902 A believe false renewal-refused');
  });

  test('ignores it (flaw) and runs on', () => {
    expect(verdictOf(gone('ignores'))).toContain('stale-write-accepted');
    const renewals = requests(gone('ignores'), 'A').filter((line) => line.endsWith('pexpire-if'));
    expect(renewals.length).toBeGreaterThan(3);
  });

  test('takes the key again in silence (flaw), and its holder does not know that it was not alone', () => {
    expect(verdictOf(gone('takes-again'))).toEqual(['corrupted', 'lost-update', 'overlapping-beliefs']);
    expect(told(gone('takes-again'), 'grant').at(-1)).toBe('4903 lock grant A');
    // The token of the first grant is older than that of B, which the store has seen.
    expect(verdictOf(gone('takes-again', 'fenced'))).toContain('stale-write-rejected');
  });
});
