import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  pause,
  RELEASE,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

describe('re-entrancy', () => {
  const AGAIN = acquire(3000, { reentrant: true });
  const nested = (
    reentrancy: string,
    script = [AGAIN, AGAIN, work(500), RELEASE, work(500), RELEASE],
  ): Setting => ({
    lock: { reentrancy },
    clients: [
      { id: 'A', script },
      { id: 'B', start: 100, acquire: blocking(50), script: [acquire(3000), write('b')] },
    ],
  });

  test('counts: the key is free with the last release', () => {
    expect(told(nested('count'), 'grant', 'release')).toEqual([
      '1 lock grant A',
      '1003 lock release A',
      '1037 lock grant B',
    ]);
  });

  test('without it, a holder that locks again waits for itself', () => {
    const itself: Setting = {
      acquire: blocking(1000, 10_000),
      lock: { renewal: { kind: 'watchdog' } },
      clients: [{ id: 'A', script: [acquire(3000), acquire(3000), write('a')] }],
    };
    expect(told(itself, 'abandon', 'write')).toEqual(['10005 A abandon timeout']);
  });

  const others = (reentrancy: string): Setting => ({
    lock: { reentrancy },
    clients: [
      { id: 'g1', process: 'P', script: [AGAIN, work(1000), write('g1'), RELEASE] },
      { id: 'g2', process: 'P', start: 100, script: [AGAIN, write('g2')] },
    ],
  });

  test('is its owner’s, or (flaw) anybody’s of the process', () => {
    expect(verdictOf(others('count'))).toEqual(['safe']);
    expect(verdictOf(others('anybody-in-process'))).toEqual([
      'corrupted',
      'overlapping-beliefs',
      'stale-write-accepted',
    ]);
  });
});

describe('local records', () => {
  /** g1 loses the lock to g2 of the same process, then unlocks. */
  const shared = (records: string): Setting => ({
    lock: { records },
    acquire: blocking(100),
    clients: [
      { id: 'g1', process: 'P', script: [acquire(1000), work(2000), RELEASE] },
      { id: 'g2', process: 'P', start: 500, script: [acquire(5000), work(3000), write('g2'), RELEASE] },
      { id: 'C', start: 1500, script: [acquire(5000), work(500), write('c'), RELEASE] },
    ],
  });

  test('by key alone (flaw), a worker unlocks what is another’s', () => {
    expect(verdictOf(shared('by-key'))).toContain('wrong-release');
    expect(told(shared('by-key'), 'revoke')).toEqual(['2003 lock revoke g2 by g1']);
  });

  test('by worker and key, it does not', () => {
    expect(verdictOf(shared('by-worker'))).toEqual(['safe', 'overlapping-beliefs']);
  });

  test('are gone with the process', () => {
    const crashed: Setting = {
      lock: { release: { forgets: 'after-reply' } },
      clients: [{ id: 'A', script: [acquire(1000), work(1000), RELEASE] }],
      faults: [
        { kind: 'crash', node: 'A', at: 500 },
        { kind: 'restart', node: 'A', at: 2000 },
      ],
    };
    expect(told(crashed, 'grant', 'expire', 'release')).toEqual([
      '1 lock grant A',
      '1001 lock expire A',
      '2001 lock grant A',
      '3001 lock expire A',
    ]);
  });
});

describe('a service that is down', () => {
  const down = (serviceDown: string, workers: readonly (readonly [string, string])[]): Setting => ({
    lock: { serviceDown, request: { timeout: 100 } },
    acquire: blocking(200),
    clients: workers.map(([id, process]) => ({
      id,
      process,
      script: [acquire(3000), work(500), write(id), RELEASE],
    })),
    faults: [{ kind: 'refuse', node: 'lock', at: 0 }],
  });
  const TOGETHER = [
    ['g1', 'P'],
    ['g2', 'P'],
  ] as const;
  const APART = [
    ['A', 'P'],
    ['B', 'Q'],
  ] as const;

  test('fails closed: nothing is written', () => {
    expect(told(down('fail-closed', APART), 'write')).toEqual([]);
  });

  test('degraded to a lock in the process, it is exclusive in one process', () => {
    expect(verdictOf(down('degrade', TOGETHER))).not.toContain('overlapping-beliefs');
    expect(told(down('degrade', TOGETHER), 'write')).toHaveLength(2);
  });

  test('and in one process only', () => {
    expect(verdictOf(down('degrade', APART))).toContain('overlapping-beliefs');
    expect(told(down('degrade', APART), 'write')).toHaveLength(2);
  });
});

test('a pause stops the whole process, and its loops with it', () => {
  const setting: Setting = {
    lock: { renewal: { kind: 'watchdog' }, records: 'by-worker' },
    clients: [
      { id: 'g1', process: 'P', script: [acquire(3000, { key: 'one' }), work(9000)] },
      { id: 'g2', process: 'P', script: [acquire(3000, { key: 'two' }), work(9000)] },
    ],
    faults: [pause('P', 500, 5000)],
  };
  expect(told(setting, 'expire', 'believe').slice(2)).toEqual([
    '3001 lock expire g1',
    '3001 lock expire g2',
    '5502 g1 believe false renewal-refused',
    '5502 g2 believe false renewal-refused',
  ]);
});
