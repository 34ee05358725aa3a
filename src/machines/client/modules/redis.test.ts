import { describe, expect, test } from 'vitest';
import type { Component } from '../../../engine/component.ts';
import { redis } from '../../lock-server/redis/redis.ts';
import { CORRECTED, FLAWED, type RedisPolicies } from './redis-policies.ts';
import { redisModule } from './redis.ts';
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
  type Worker,
} from './testing/locking.ts';

const server = redis({ id: 'redis', keys: ['lock'] });
const client = (id: string, worker: Worker, policies: Partial<RedisPolicies> = {}): Component =>
  processOf(id, redisModule('redis', { ...CORRECTED, ...policies }), { [id]: worker });
const LEASE_EVENTS = ['grant', 'renew', 'expire', 'release', 'revoke'] as const;
const leases = (entries: Parameters<typeof told>[0]) => told(entries, ...LEASE_EVENTS);

describe('a lease', () => {
  test('counts whole seconds, at least one, and thirty where none is asked for', () => {
    const ends = [400, 1999, 2000, 0].map((ttlMs) => {
      const entries = entriesOf([client('A', { script: [acquire(ttlMs)] }, { watchdog: 'none' }), server]);
      return told(entries, 'expire')[0]?.split(' ')[0];
    });
    expect(ends).toEqual(['1001', '1001', '2001', '30001']);
  });

  test('is renewed at a third of it by the watchdog, until the release', () => {
    const entries = entriesOf([client('A', { script: [acquire(3000), work(2500), RELEASE] }), server]);
    expect(leases(entries)).toEqual([
      '1 redis grant A',
      '1003 redis renew A',
      '2003 redis renew A',
      '2503 redis release A',
    ]);
  });

  test('is not renewed by a watchdog that runs for re-entrant acquisitions only', () => {
    const run = (reentrant: boolean) =>
      leases(
        entriesOf([
          client('A', { script: [acquire(3000, reentrant), work(3500)] }, { watchdog: 'only-reentrant' }),
          server,
        ]),
      )[1];
    expect(run(false)).toBe('3001 redis expire A');
    expect(run(true)).toBe('1003 redis renew A');
  });
});

/** A works beyond its lease without a watchdog; B takes the key over. */
const overtaken = (policies: Partial<RedisPolicies>) =>
  entriesOf([
    client('A', { script: [acquire(1000), work(1500), RELEASE] }, { watchdog: 'none', ...policies }),
    client('B', { script: [acquire(5000), work(2000)], startMs: 1200 }, { watchdog: 'none' }),
    server,
  ]);

describe('the release of a key that somebody else has by now', () => {
  test('does nothing where it compares, in one step or two', () => {
    expect(told(overtaken({ release: 'compared' }), 'release', 'revoke')).toEqual([]);
    expect(told(overtaken({ release: 'two-commands' }), 'release', 'revoke')).toEqual([]);
  });

  test('ends the other lease where it does not', () => {
    expect(told(overtaken({ release: 'unchecked' }), 'revoke')).toEqual(['1503 redis revoke B by A']);
  });

  test('ends the other lease where the key changes hands between its two commands', () => {
    const entries = entriesOf(
      [
        client(
          'A',
          { script: [acquire(1000), work(990), RELEASE] },
          { watchdog: 'none', release: 'two-commands' },
        ),
        client('B', { script: [acquire(5000), work(2000)], startMs: 1004 }, { watchdog: 'none' }),
        server,
      ],
      { message: [{ kind: 'delay', message: 'A>redis#3', byUs: at(20) }] },
    );
    expect(told(entries, 'grant', 'revoke')).toEqual([
      '1 redis grant A',
      '1005 redis grant B',
      '1015 redis revoke B by A',
    ]);
  });
});

describe('a renewal after the key went to somebody else', () => {
  const renewed = (renewal: RedisPolicies['renewal']) =>
    told(
      entriesOf(
        [
          client('A', { script: [acquire(3000), work(9000)] }, { renewal }),
          client('B', { script: [acquire(9000), work(9000)], startMs: 3500 }, { watchdog: 'none' }),
          server,
        ],
        { timed: [{ kind: 'pause', node: 'A', at: at(500), forUs: at(3500) }] },
      ),
      'renew',
    );

  test('extends nothing where it compares', () => {
    expect(renewed('compared')).toEqual([]);
  });

  test("extends the other's lease where it does not", () => {
    expect(renewed('unchecked')[0]).toBe('4001 redis renew B by A');
  });
});

describe('a re-entrant lock', () => {
  const nested = [acquire(5000, true), acquire(5000, true), RELEASE, work(100), RELEASE];

  test('is asked for once, and given up with the last of its releases', () => {
    const entries = entriesOf([client('A', { script: nested }), server]);
    expect(sent(entries, 'redis')).toEqual(['0 set-nx', '102 del-if']);
  });

  test('is believed in until then', () => {
    const entries = entriesOf([client('A', { script: nested }), server]);
    expect(told(entries, 'believe')).toEqual([
      '2 A believe true',
      '2 A believe true',
      '102 A believe false released',
    ]);
  });

  test('belongs to the worker, not to its process', () => {
    const module = redisModule('redis', CORRECTED);
    const process = processOf('P', module, {
      A: { script: [acquire(5000, true), work(100)] },
      B: { script: [acquire(5000, true), work(100)], startMs: 10 },
    });
    expect(told(entriesOf([process, server]), 'abandon')).toEqual(['12 B abandon held']);
  });
});

describe('a blocking acquire', () => {
  const holder = client('A', { script: [acquire(30_000), work(50_000)] });
  const waiter = (policy: Worker['acquire']) =>
    told(
      entriesOf([
        holder,
        client('B', { script: [acquire(5000)], startMs: 10, ...(policy && { acquire: policy }) }),
        server,
      ]),
      'wait',
      'believe',
      'abandon',
    ).filter((line) => line.includes(' B '));

  test('gives up at its time-out, after one last attempt', () => {
    expect(waiter(blocking(100, 250))).toEqual(['12 B wait', '263 B abandon timeout']);
  });

  test('that takes its time-out for success believes without a lease', () => {
    expect(waiter(blocking(100, 250, 'taken-for-success'))).toEqual(['12 B wait', '263 B believe true']);
  });
});

describe('a Redis that refuses', () => {
  const refusal = [{ kind: 'refuse', node: 'redis', at: at(500), forUs: at(1000) }] as const;

  test('answers every command with an error; the call fails', () => {
    const late = client('A', { script: [acquire(5000)], startMs: 600 });
    expect(told(entriesOf([late, server], { timed: refusal }), 'abandon', 'grant')).toEqual([
      '602 A abandon unavailable',
    ]);
  });

  test('lets keys expire, and a watchdog go on when it serves again', () => {
    const short = client('A', { script: [acquire(1000)] }, { watchdog: 'none' });
    expect(leases(entriesOf([short, server], { timed: refusal }))).toEqual([
      '1 redis grant A',
      '1001 redis expire A',
    ]);
    const long = client('A', { script: [acquire(3000), work(2500), RELEASE] });
    expect(leases(entriesOf([long, server], { timed: refusal }))).toEqual([
      '1 redis grant A',
      '2003 redis renew A',
      '2503 redis release A',
    ]);
  });
});

test('a restart without its data forgets keys, and counters with them', () => {
  const fence = { op: 'fence', key: 'lock' } as const;
  const tokens = (entries: Parameters<typeof told>[0]) =>
    entries.flatMap(({ ev, to, body }) => {
      const { type, value } = (body ?? {}) as { readonly type?: string; readonly value?: number };
      return ev === 'send' && to === 'A' && type === 'count' ? [value] : [];
    });
  const script = [acquire(5000), fence, fence, work(100), fence];
  const timed = [{ kind: 'restart', node: 'redis', at: at(50), data: 'lost' }] as const;
  const entries = entriesOf([client('A', { script }), server], { timed });
  expect(told(entries, 'forget')).toEqual(['50 redis forget A']);
  expect(tokens(entries).slice(0, 3)).toEqual([1, 2, 1]);
});

test('the flawed module keeps no record of a plain acquisition: whoever releases deletes', () => {
  const thief = processOf('B', redisModule('redis', FLAWED), {
    B: { script: [acquire(5000), RELEASE], startMs: 10, acquire: { kind: 'once', goesOn: true } },
  });
  const holder = client('A', { script: [acquire(5000), work(100)] });
  expect(told(entriesOf([holder, thief, server]), 'revoke')).toEqual(['13 redis revoke A by B']);
});
