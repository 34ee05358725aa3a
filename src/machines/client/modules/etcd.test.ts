import { describe, expect, test } from 'vitest';
import { apply, firstWorld, intervene } from '../../../engine/apply.ts';
import { ordinaryChoice } from '../../../engine/choices.ts';
import type { Component } from '../../../engine/component.ts';
import { etcd } from '../../lock-server/etcd/etcd.ts';
import { etcdLockModule } from './etcd-lock.ts';
import { etcdLockerModule } from './etcd-locker.ts';
import {
  acquire,
  at,
  blocking,
  entriesOf,
  modelOf,
  processOf,
  RELEASE,
  sent,
  told,
  work,
  type Worker,
} from './testing/locking.ts';

const server = etcd({ id: 'etcd', keys: ['lock'], raises: [] });
const lock = (id: string, worker: Worker): Component =>
  processOf(id, etcdLockModule({ server: 'etcd', proof: id }), { [id]: worker });
const locker = (
  id: string,
  worker: Worker,
  token: 'stored-value' | 'creation-revision' = 'creation-revision',
): Component => processOf(id, etcdLockerModule({ server: 'etcd', token }), { [id]: worker });
const leases = (entries: Parameters<typeof told>[0]) =>
  told(entries, 'grant', 'renew', 'expire', 'release', 'revoke');

/** A's requests of one type fail once, before or after they take effect. */
function failing(component: Component, call: string, when: 'before' | 'after') {
  const model = modelOf([component, server]);
  const strike = { kind: 'fault', node: 'A', event: { type: 'fail-next', call, when } } as const;
  let { world } = intervene(model, firstWorld(model).world, at(0), strike);
  const entries = [];
  for (
    let choice = ordinaryChoice(model, world);
    choice !== undefined;
    choice = ordinaryChoice(model, world)
  ) {
    const applied = apply(model, world, choice);
    if (applied === null) throw new Error(`"${choice.name}" was refused`);
    entries.push(...applied.entries);
    world = applied.world;
  }
  return entries;
}

describe.each([
  ['the lock', lock],
  ['the locker', locker],
] as const)('%s', (_name, client) => {
  test('takes a lease, puts its key, keeps the lease alive, and gives both up', () => {
    const entries = entriesOf([client('A', { script: [acquire(3000), work(1500), RELEASE] }), server]);
    expect(leases(entries).map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'etcd grant A 1',
      'etcd renew A 1',
      'etcd release A 1',
    ]);
    expect(sent(entries, 'etcd').at(-1)).toMatch(/ lease\.revoke$/);
  });

  test('gives the lease of a failed attempt back, and says that the key is held', () => {
    const holder = client('A', { script: [acquire(3000), work(50_000)] });
    const entries = entriesOf([holder, client('B', { script: [acquire(3000)], startMs: 100 }), server]);
    expect(told(entries, 'abandon')).toEqual(['106 B abandon held']);
    expect(sent(entries, 'B')).toEqual(['101 lease.granted', '103 txn', '105 lease.revoked']);
  });

  test('waits for the key with a lease of its own at each attempt', () => {
    const holder = client('A', { script: [acquire(3000), work(200), RELEASE] });
    const waiter = client('B', { script: [acquire(3000)], startMs: 100, acquire: blocking(70, null) });
    const entries = entriesOf([holder, waiter, server]);
    expect(told(entries, 'wait', 'grant')).toEqual(['3 etcd grant A 1', '106 B wait', '255 etcd grant B 3']);
    expect(sent(entries, 'B').filter((line) => line.includes('granted'))).toHaveLength(3);
  });

  test('gives up at its time-out, and leaves no timer behind however it ends', () => {
    const holder = client('A', { script: [acquire(3000), work(50_000)] });
    const waiter = client('B', { script: [acquire(3000)], startMs: 100, acquire: blocking(70, 100) });
    expect(told(entriesOf([holder, waiter, server]), 'abandon')).toEqual(['207 B abandon timeout']);
    const model = modelOf([
      client('A', { script: [acquire(3000), work(1)], acquire: blocking(70, 100) }),
      server,
    ]);
    let { world } = firstWorld(model);
    for (let choice = ordinaryChoice(model, world); choice !== undefined && choice.at < at(50);) {
      world = apply(model, world, choice)?.world ?? world;
      choice = ordinaryChoice(model, world);
    }
    expect(world.cells['A']?.pending.map(({ id }) => id)).not.toContain('A/1:timeout');
  });

  test('has no renewal of its own and no counter to ask', () => {
    const script = [
      { op: 'fence', key: 'lock' },
      { op: 'renew', key: 'lock', ttlUs: 5 },
    ] as const;
    expect(sent(entriesOf([client('A', { script }), server]), 'etcd')).toEqual([]);
  });

  test('fails where it gets no lease, and gives a lease back whose put failed', () => {
    const one = () => client('A', { script: [acquire(3000)] });
    expect(told(failing(one(), 'lease.grant', 'before'), 'abandon', 'grant')).toEqual([
      '1 A abandon unavailable',
    ]);
    const put = failing(one(), 'put-if-absent', 'after');
    expect(told(put, 'grant', 'release', 'abandon')).toEqual([
      '3 etcd grant A 1',
      '5 etcd release A 1',
      '6 A abandon unavailable',
    ]);
  });
});

describe('the lock', () => {
  test('is held by its flag after the lease is gone: nobody tells it', () => {
    const script = [acquire(3000), work(5000), acquire(3000), work(1)];
    const timed = [{ kind: 'partition', between: ['A', 'etcd'], at: at(500), forUs: at(3500) }] as const;
    const entries = entriesOf([lock('A', { script }), server], { timed });
    expect(told(entries, 'expire', 'grant')).toEqual(['3 etcd grant A 1', '3001 etcd expire A 1']);
    expect(told(entries, 'believe').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'A believe true',
      'A believe true',
    ]);
  });

  test('stops its loop when the lease turns out to be lost', () => {
    const timed = [{ kind: 'pause', node: 'A', at: at(500), forUs: at(3500) }] as const;
    const entries = entriesOf([lock('A', { script: [acquire(3000), work(20_000)] }), server], { timed });
    expect(sent(entries, 'etcd').filter((line) => line.endsWith('lease.keepalive'))).toEqual([
      '4000 lease.keepalive',
    ]);
  });

  test('gives its lease up where the stream does not open', () => {
    const entries = failing(lock('A', { script: [acquire(3000)] }), 'lease.stream', 'before');
    expect(told(entries, 'believe', 'abandon', 'release')).toEqual([
      '6 etcd release A 1',
      '7 A abandon unavailable',
    ]);
  });
});

describe('the locker', () => {
  const holders = (token: 'stored-value' | 'creation-revision') =>
    told(
      entriesOf([
        locker('A', { script: [acquire(3000), work(100), RELEASE] }, token),
        locker('B', { script: [acquire(3000), work(100)], startMs: 200 }, token),
        server,
      ]),
      'grant',
    ).map((line) => Number(line.split(' ').at(-1)));

  test('has a token that rises from holder to holder where it is the creation revision', () => {
    expect(holders('creation-revision')).toEqual([1, 3]);
  });

  test('has the same token again where it is stored in a value that is gone with the key', () => {
    expect(holders('stored-value')).toEqual([1, 1]);
  });

  test('says that its lock is lost where the key is gone by the release', () => {
    const timed = [{ kind: 'partition', between: ['A', 'etcd'], at: at(500), forUs: at(4000) }] as const;
    const script = [acquire(3000), work(6000), RELEASE];
    const entries = entriesOf([locker('A', { script }), server], { timed });
    expect(told(entries, 'expire', 'release')).toEqual(['3001 etcd expire A 1']);
    expect(sent(entries, 'etcd').at(-1)).toMatch(/ delete-if-value$/);
  });

  test('is told where its link is refused', () => {
    const model = modelOf([locker('A', { script: [] }), server]);
    const refuse = { kind: 'fault', node: 'etcd', event: { type: 'refuse-link', from: 'A' } } as const;
    const { world } = intervene(model, firstWorld(model).world, at(0), refuse);
    const command = {
      type: 'command',
      worker: 'A',
      call: {
        op: 'acquire',
        key: 'lock',
        ttlUs: 3_000_000,
        mode: 'once',
        timeoutUs: null,
        retryUs: 0,
        onTimeout: 'error',
        reentrant: false,
        ended: false,
        proof: null,
      },
    };
    const told0 = intervene(model, world, at(5), { kind: 'message', from: 'etcd', to: 'A', body: command });
    expect(told(told0.entries, 'lose')).toEqual(['5 etcd lose refused']);
    expect(told0.world.cells['A']?.pending.map(({ event }) => event.type)).toEqual(['error']);
  });
});
