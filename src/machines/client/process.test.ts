import { describe, expect, test } from 'vitest';
import { leaseManager } from '../lock-server/lease-manager/lease-manager.ts';
import { redis } from '../lock-server/redis/redis.ts';
import { leaseManagerModule } from './modules/lease-manager.ts';
import { CORRECTED } from './modules/redis-policies.ts';
import { redisModule } from './modules/redis.ts';
import {
  acquire,
  at,
  blocking,
  entriesOf,
  processOf,
  RELEASE,
  sent,
  told,
  work,
} from './modules/testing/locking.ts';

const server = redis({ id: 'redis', keys: ['lock'] });
const redisOnly = redisModule('redis', { ...CORRECTED, watchdog: 'none' });
const lock = leaseManager({ id: 'lock', keys: ['lock'], clock: 'wall', raises: [] });
const leases = leaseManagerModule({ server: 'lock', renewal: { kind: 'none' } });

describe('two workers of one process', () => {
  test('contend for a key as workers of two processes do, each in its own lane', () => {
    const process = processOf('P', leases, {
      A: { script: [acquire(5000), work(100), RELEASE] },
      B: { script: [acquire(5000), work(100)], startMs: 10, acquire: blocking(40, null) },
    });
    expect(told(entriesOf([process, lock]), 'believe', 'wait')).toEqual([
      '2 A believe true 1',
      '12 B wait',
      '102 A believe false 1 released',
      '138 B believe true 2',
    ]);
  });

  test('share the records of the lock module: one releases what the other acquired', () => {
    const process = processOf('P', redisOnly, {
      A: { script: [acquire(5000), work(100)] },
      B: { script: [RELEASE], startMs: 50 },
    });
    const entries = entriesOf([process, server]);
    expect(told(entries, 'grant', 'release', 'revoke')).toEqual([
      '1 redis grant A',
      '51 redis revoke A by B',
    ]);
    expect(sent(entries, 'redis')).toEqual(['0 set-nx', '50 del-if']);
  });

  test('pause and resume together; each goes on with the instruction it was about to run', () => {
    const process = processOf('P', leases, {
      A: { script: [work(100, 'a')] },
      B: { script: [work(100, 'b')], startMs: 50 },
    });
    const timed = [{ kind: 'pause', node: 'P', at: at(80), forUs: at(1000) }] as const;
    expect(told(entriesOf([process, lock], { timed }), 'work', 'pause', 'resume')).toEqual([
      '0 A work start a',
      '50 B work start b',
      '80 A pause',
      '80 B pause',
      '1080 A resume',
      '1080 B resume',
      '1100 A work end a',
      '1150 B work end b',
    ]);
  });

  test('crash together and forget what they shared; both begin anew', () => {
    const process = processOf('P', redisOnly, {
      A: { script: [acquire(30_000), work(40_000)] },
      B: { script: [RELEASE, work(1)], startMs: 50 },
    });
    const timed = [
      { kind: 'crash', node: 'P', at: at(20) },
      { kind: 'restart', node: 'P', at: at(200), data: 'kept' },
    ] as const;
    const entries = entriesOf([process, server], { timed });
    expect(told(entries, 'crash', 'believe', 'abandon')).toEqual([
      '2 A believe true',
      '20 A crash',
      '20 B crash',
      '20 A believe false crashed',
      '202 A abandon held',
    ]);
    // The record of A's acquisition is gone: there is nothing that B could release.
    expect(sent(entries, 'redis')).toEqual(['0 set-nx', '200 set-nx']);
  });
});

describe('an answer to an earlier life', () => {
  test('means nothing to the call that the next one made', () => {
    const process = processOf('A', leases, { A: { script: [acquire(5000), work(1)] } });
    const timed = [
      { kind: 'crash', node: 'A', at: at(10) },
      { kind: 'restart', node: 'A', at: at(20), data: 'kept' },
    ] as const;
    // The grant reaches the second life, whose own request is under way.
    const message = [{ kind: 'delay', message: 'lock>A#1', byUs: at(19.5) }] as const;
    const entries = entriesOf([process, lock], { timed, message });
    expect(told(entries, 'grant', 'deliver', 'believe', 'abandon')).toEqual([
      '1 lock grant A 1',
      '21.5 A deliver',
      '22 A abandon held',
    ]);
  });
});

describe('a unit of work', () => {
  test('is told from its start to its end, under the key that its worker believes to hold', () => {
    const process = processOf('A', leases, { A: { script: [acquire(5000), work(30, 'job'), RELEASE] } });
    const entries = entriesOf([process, lock]);
    expect(told(entries, 'work')).toEqual(['2 A work start job', '32 A work end job']);
    expect(entries.filter(({ ev }) => ev === 'work').map(({ key }) => key)).toEqual(['lock', 'lock']);
    expect(told(entries, 'release')).toEqual(['33 lock release A 1']);
  });

  test('that a crash cuts short never ends', () => {
    const process = processOf('A', leases, { A: { script: [work(30, 'job')] } });
    const timed = [{ kind: 'crash', node: 'A', at: at(10) }] as const;
    expect(told(entriesOf([process, lock], { timed }), 'work')).toEqual(['0 A work start job']);
  });

  test('without a name is time that passes, and nothing is told', () => {
    const process = processOf('A', leases, { A: { script: [work(30)] } });
    expect(told(entriesOf([process, lock]), 'work')).toEqual([]);
  });
});
