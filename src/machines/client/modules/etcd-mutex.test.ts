import { describe, expect, test } from 'vitest';
import type { Component } from '../../../engine/component.ts';
import { etcd } from '../../lock-server/etcd/etcd.ts';
import type { AcquirePolicy } from '../script.ts';
import { BY_LOCK_CALL, FOR_ONE_KEY, IN_LINE, type Contest } from './etcd-contests.ts';
import { etcdMutexModule } from './etcd-mutex.ts';
import {
  acquire,
  at,
  entriesOf,
  processOf,
  RELEASE,
  sent,
  told,
  work,
  type Worker,
} from './testing/locking.ts';

const server = etcd({ id: 'etcd', keys: ['lock'], raises: [] });

function queue(
  timeoutMs: number | null = null,
  onTimeout: 'error' | 'taken-for-success' = 'error',
): AcquirePolicy {
  return { kind: 'queue', timeoutUs: timeoutMs === null ? null : at(timeoutMs), onTimeout };
}

const by = (contest: Contest) => (id: string, worker: Worker) =>
  processOf(id, etcdMutexModule({ server: 'etcd', contest }), { [id]: { acquire: queue(), ...worker } });
const mutex = by(IN_LINE);
const lockCall = by(BY_LOCK_CALL);
const election = by(FOR_ONE_KEY);
const grants = (entries: Parameters<typeof told>[0]) => told(entries, 'grant');

/** Three that hold for a second each, and ask while the first holds. */
const three = (client: typeof mutex): readonly Component[] => [
  client('A', { script: [acquire(3000), work(1000), RELEASE] }),
  client('B', { script: [acquire(3000), work(1000), RELEASE], startMs: 100 }),
  client('C', { script: [acquire(3000), work(1000), RELEASE], startMs: 200 }),
  server,
];

describe.each([
  ['a mutex', mutex],
  ['a lock call', lockCall],
  ['an election', election],
] as const)('%s', (_name, client) => {
  test('has one holder at a time, each with a higher token than the one before', () => {
    const entries = entriesOf(three(client));
    const holders = told(entries, 'grant', 'release').map((line) => line.split(' ').slice(2, 4).join(' '));
    expect(holders).toEqual(['grant A', 'release A', 'grant B', 'release B', 'grant C', 'release C']);
    const tokens = grants(entries).map((line) => Number(line.split(' ')[4]));
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
    expect(new Set(tokens).size).toBe(3);
    // Who calls lock cannot tell whether it waits.
    expect(told(entries, 'wait')).toHaveLength(client === lockCall ? 3 : 2);
  });

  test('goes past a waiter that is gone: at once where all contend, else when the lease of its place ends', () => {
    const timed = [{ kind: 'crash', node: 'B', at: at(300) }] as const;
    const entries = entriesOf(three(client), { timed });
    const names = told(entries, 'grant', 'expire').map((line) => line.split(' ').slice(2, 4).join(' '));
    const inLine = ['grant A', 'grant B', 'expire B', 'grant C'];
    expect(names).toEqual(client === election ? ['grant A', 'grant C'] : inLine);
  });

  test('gives up at its time-out, and is in nobody’s way then', () => {
    const entries = entriesOf([
      client('A', { script: [acquire(3000), work(1000), RELEASE] }),
      client('B', { script: [acquire(3000)], startMs: 100, acquire: queue(300) }),
      client('C', { script: [acquire(3000)], startMs: 200 }),
      server,
    ]);
    expect(told(entries, 'abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'B abandon timeout',
    ]);
    expect(grants(entries).map((line) => line.split(' ')[3])).toEqual(['A', 'C']);
  });

  test('may take its time-out for success, without a lease', () => {
    const entries = entriesOf([
      client('A', { script: [acquire(3000), work(5000)] }),
      client('B', {
        script: [acquire(3000), work(10)],
        startMs: 100,
        acquire: queue(300, 'taken-for-success'),
      }),
      server,
    ]);
    expect(told(entries, 'believe').map((line) => line.split(' ').slice(1).join(' '))).toContain(
      'B believe true',
    );
    expect(grants(entries)).toHaveLength(1);
  });

  test('learns from its session that the lock is lost: by its own clock where it is cut off', () => {
    const timed = [{ kind: 'partition', between: ['A', 'etcd'], at: at(500) }] as const;
    const entries = entriesOf([client('A', { script: [acquire(3000), work(20_000)] }), server], { timed });
    const last = told(entries, 'expire', 'believe').slice(-2);
    expect(last.map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'etcd expire A 1',
      'A believe false 1 deadline',
    ]);
  });

  test('learns of it from the server where it was stopped, after it has gone on', () => {
    const timed = [{ kind: 'pause', node: 'A', at: at(500), forUs: at(3500) }] as const;
    const entries = entriesOf([client('A', { script: [acquire(3000), work(20_000)] }), server], { timed });
    expect(told(entries, 'believe').at(-1)).toMatch(
      /^400[02] A believe false 1 (deadline|renewal-refused)$/u,
    );
  });

  test('says that a lock is not held, or lost, where it is released', () => {
    const script = [RELEASE, acquire(3000), work(100), RELEASE];
    const entries = entriesOf([client('A', { script }), server]);
    expect(told(entries, 'release')).toHaveLength(1);
  });

  test('has nothing else to offer', () => {
    const script = [{ op: 'renew', key: 'lock', ttlUs: 5 } as const];
    expect(sent(entriesOf([client('A', { script }), server]), 'etcd')).toEqual([]);
  });
});

/** How many requests the clients make between A's release and the next grant. */
function woken(client: typeof mutex): number {
  const entries = entriesOf([
    client('A', { script: [acquire(3000), work(500), RELEASE] }),
    ...['B', 'C', 'D', 'E'].map((id, index) =>
      client(id, { script: [acquire(3000), work(20_000)], startMs: 100 + index }),
    ),
    server,
  ]);
  const released = entries.find(({ ev }) => ev === 'release')?.t ?? 0;
  return entries.filter(
    ({ t, ev, to, body }) =>
      t > released &&
      t < released + at(100) &&
      ev === 'send' &&
      to === 'etcd' &&
      (body as { readonly type: string }).type !== 'lease.keepalive',
  ).length;
}

test('a queue wakes the next alone; an election wakes all', () => {
  expect(woken(lockCall)).toBe(0);
  expect(woken(mutex)).toBe(2);
  // Four try, three fail and watch again.
  expect(woken(election)).toBe(7);
});

test('a mutex that is tried once leaves the queue again', () => {
  const entries = entriesOf([
    mutex('A', { script: [acquire(3000), work(500), RELEASE] }),
    mutex('B', { script: [acquire(3000)], startMs: 100, acquire: { kind: 'once', goesOn: false } }),
    mutex('C', { script: [acquire(3000), work(10), RELEASE], startMs: 1000 }),
    server,
  ]);
  expect(told(entries, 'abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'B abandon held',
  ]);
  expect(grants(entries).map((line) => line.split(' ')[3])).toEqual(['A', 'C']);
});

test('waiters whose watch was lost with the link ask again when their session is back', () => {
  const timed = [{ kind: 'partition', between: ['B', 'etcd'], at: at(500), forUs: at(1500) }] as const;
  const entries = entriesOf(
    [
      mutex('A', { script: [acquire(3000), work(1000), RELEASE] }),
      mutex('B', { script: [acquire(3000), work(100)], startMs: 100 }),
      server,
    ],
    { timed },
  );
  expect(told(entries, 'grant', 'believe').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'etcd grant A 1',
    'A believe true 1',
    'A believe false 1 released',
    'etcd grant B 2',
    'B believe true 2',
  ]);
});

test('workers of one process are one owner: both hold at once', () => {
  const both = processOf('P', etcdMutexModule({ server: 'etcd', contest: IN_LINE }), {
    g1: { script: [acquire(3000), work(1000)], acquire: queue() },
    g2: { script: [acquire(3000), work(1000)], acquire: queue(), startMs: 100 },
  });
  const entries = entriesOf([both, server]);
  expect(told(entries, 'believe', 'grant').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'etcd grant g1 1',
    'g1 believe true 1',
    'g2 believe true 1',
  ]);
});
