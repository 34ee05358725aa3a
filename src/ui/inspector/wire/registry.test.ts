import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../engine/trace.ts';
import { wireLine } from './registry.ts';

const write = { ev: 'write', token: 1, fence: 2 } as unknown as Entry;

describe('wireLine', () => {
  test.each([
    [{ type: 'acquire', key: 'lock', ttlUs: 10_000_000 }, null, 'acquire key=lock ttl=10 s'],
    [{ type: 'renew', key: 'lock', token: 3, ttlUs: 500_000 }, null, 'renew key=lock token=3 ttl=500 ms'],
    [{ type: 'release', key: 'lock', token: 3 }, null, 'release key=lock token=3'],
    [{ type: 'granted', key: 'lock', token: 3, ttlUs: 1_000_000 }, null, 'granted token=3 ttl=1 s'],
    [{ type: 'granted', key: 'lock', token: 3, ttlUs: null }, null, 'granted token=3 without end'],
    [{ type: 'acquire', key: 'lock', ttlUs: 1_000_000, waits: true }, null, 'acquire key=lock ttl=1 s waits'],
    [{ type: 'steal', key: 'lock', ttlUs: 1_000_000 }, null, 'steal key=lock ttl=1 s'],
    [{ type: 'queued', key: 'lock' }, null, 'queued'],
    [{ type: 'leave', key: 'lock', place: 'B/1' }, null, 'leave key=lock'],
    [{ type: 'token', key: 'lock', token: 4 }, null, 'token=4'],
    [{ type: 'which-token', key: 'lock' }, null, 'which token key=lock'],
    [{ type: 'token', key: 'lock', token: null }, null, 'not leased'],
    [{ type: 'refused', op: 'acquire', reason: 'held' }, null, 'refused: key is held'],
    [
      { type: 'refused', op: 'acquire', reason: 'held' },
      { ev: 'refuse', by: 'B' } as unknown as Entry,
      'refused: B holds the key',
    ],
    [{ type: 'refused', op: 'renew', reason: 'lease-lost' }, null, 'refused: no lease with that token'],
    [{ type: 'write', record: 'stock', value: 'x', token: 1, base: null }, null, 'write stock=x token=1'],
    [
      { type: 'write', record: 'stock', value: 'x', token: null, base: 4 },
      null,
      'write stock=x no token base=4',
    ],
    [
      { type: 'write', record: 'used', value: '', add: -5, token: 1, base: null },
      null,
      'add used+=-5 token=1',
    ],
    [
      { type: 'write', record: 'log', value: 'x', operation: 'append', token: 1, base: null },
      null,
      'append log=x token=1',
    ],
    [
      { type: 'write', record: 'log', value: '', operation: 'delete', token: null, base: 2 },
      null,
      'delete log no token base=2',
    ],
    [{ type: 'fence.raise', key: 'lock', token: 2 }, null, 'fence lock at least 2'],
    [{ type: 'write.refused', reason: 'no-rows' }, write, '0 rows'],
    [{ type: 'read', record: 'stock' }, null, 'read stock'],
    [{ type: 'value', record: 'stock', value: 'x', version: 4 }, null, 'stock=x version=4'],
    [{ type: 'written', record: 'stock', version: 5 }, null, 'accepted version=5'],
    [{ type: 'write.refused', reason: 'stale-token' }, write, 'stale token 1 < fence 2'],
    [{ type: 'write.refused', reason: 'stale-token' }, null, 'stale token'],
    [{ type: 'write.refused', reason: 'lease-not-live' }, write, 'refused: the lease is over'],
    [{ type: 'write.refused', reason: 'moon' }, null, 'refused: moon'],
    [{ type: 'txn', from: 'A', compare: ['x'], puts: 1 }, null, 'txn compare=["x"] puts=1'],
    [
      { type: 'set-nx', key: 'lock', value: 'P1-1', ttlUs: 30_000_000, client: 'P1', ref: 'P1:1' },
      null,
      'SET lock P1-1 NX PX 30000',
    ],
    [{ type: 'set-nx', key: 'lock', value: 'P1-1', ttlUs: null }, null, 'SET lock P1-1 NX'],
    [{ type: 'set', ok: true }, null, 'OK'],
    [{ type: 'set', ok: false }, null, '(nil)'],
    [
      { type: 'set-nx', key: 'lock', value: 'P1-1', ttlUs: 30_000_000, counts: true },
      null,
      'EVAL set-and-count lock P1-1 PX 30000',
    ],
    [{ type: 'set', ok: true, token: 7 }, null, '(integer) 7'],
    [
      { type: 'replicate', number: 4, keys: { lock: { value: 'P1-1' }, old: null }, counters: { lock: 5 } },
      null,
      'replicate lock=P1-1 old gone lock=5 offset=4',
    ],
    [{ type: 'replicated', number: 4 }, null, 'REPLCONF ACK 4'],
    [{ type: 'sync' }, null, 'PSYNC ? -1'],
    [{ type: 'primary', node: 'redis-replica' }, null, '+switch-master redis-replica'],
    [{ type: 'error', reason: 'moved', node: 'redis-replica' }, null, 'MOVED redis-replica'],
    [{ type: 'error', reason: 'not-replicated' }, null, 'WAIT: (integer) 0'],
    [{ type: 'get', key: 'lock' }, null, 'GET lock'],
    [{ type: 'value', found: true, value: 'P1-1' }, null, '"P1-1"'],
    [{ type: 'value', found: false, value: '' }, null, '(nil)'],
    [{ type: 'del-if', key: 'lock', value: 'P1-1' }, null, 'EVAL compare-and-delete lock P1-1'],
    [{ type: 'pexpire', key: 'lock', ttlUs: 30_000_000 }, null, 'PEXPIRE lock 30000'],
    [{ type: 'incr', key: 'lock' }, null, 'INCR lock'],
    [{ type: 'count', value: 1 }, null, '(integer) 1'],
    [{ type: 'lease.grant', ttlUs: 10_000_000 }, null, 'LeaseGrant ttl=10 s'],
    [{ type: 'lease.granted', lease: 1, ttlUs: 10_000_000 }, null, 'lease=1 ttl=10 s'],
    [
      { type: 'put-if-absent', key: 'lock', lease: 1, value: 'A' },
      null,
      'Txn if create_revision(lock)=0 then put lock=A lease=1',
    ],
    [{ type: 'txn', succeeded: true, created: 3 }, null, 'succeeded=true create_revision=3'],
    [{ type: 'delete-if-value', key: 'lock', value: 'A' }, null, 'Txn if value(lock)=A then delete lock'],
    [
      {
        type: 'transaction',
        compare: [{ key: 'lock/1', target: 'create', is: '=', to: 0 }],
        success: [
          { op: 'put', key: 'lock/1', value: 'A', lease: 1, under: 'lock' },
          { op: 'holder', under: 'lock' },
        ],
        failure: [{ op: 'get', key: 'lock/1' }],
      },
      null,
      'Txn if create_revision(lock/1)=0 then put lock/1=A lease=1, get first of lock/ else get lock/1',
    ],
    [
      {
        type: 'transaction',
        compare: [{ key: 'lock/1', target: 'create', is: '=', to: 7 }],
        success: [{ op: 'delete', key: 'lock/1' }],
        failure: [],
      },
      null,
      'Txn if create_revision(lock/1)=7 then delete lock/1',
    ],
    [
      { type: 'txn', succeeded: true, responses: [{ created: 2 }, { key: 'lock/1', created: 1 }] },
      null,
      'succeeded=true [create_revision=2] [key=lock/1 create_revision=1]',
    ],
    [{ type: 'place-before', under: 'lock', created: 5 }, null, 'Range lock/ last with create_revision<5'],
    [{ type: 'place', found: true, key: 'lock/1' }, null, 'lock/1'],
    [{ type: 'place', found: false, key: '' }, null, 'count=0'],
    [{ type: 'watch', key: 'lock/1' }, null, 'Watch lock/1'],
    [{ type: 'watching', key: 'lock/1' }, null, 'watch created lock/1'],
    [{ type: 'unwatch' }, null, 'Watch cancel'],
    [{ type: 'watch.gone', key: 'lock/1' }, null, 'event DELETE lock/1'],
    [{ type: 'lock', under: 'lock', lease: 2 }, null, 'Lock lock lease=2'],
    [{ type: 'locked', key: 'lock/2', created: 3 }, null, 'locked lock/2 create_revision=3'],
    [{ type: 'error', reason: 'lease-lost' }, null, 'requested lease not found'],
    [{ type: 'current', key: 'lock' }, null, 'select epoch where key=lock'],
  ])('says %j', (body, made, line) => {
    expect(wireLine(body, made)).toBe(line);
  });

  test('an epoch lease speaks of its row where it is known to speak', () => {
    const acquire = { type: 'acquire', key: 'lock', ttlUs: 5_000_000, client: 'A' };
    expect(wireLine(acquire, null, { terms: {} })).toBe(
      'set owner=A epoch+1 ttl=5 s where key=lock and (over or owner=A)',
    );
    const granted = { type: 'granted', key: 'lock', token: 2, ttlUs: 5_000_000 };
    expect(wireLine(granted, null, { terms: {} })).toBe('1 row: epoch=2 ttl=5 s');
  });
});
