import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../engine/trace.ts';
import { STORE_KINDS, type StoreKind } from '../../../machines/resource-store/stores/rule.ts';
import { wireLine } from './registry.ts';
import type { Speaker, WireBody } from './wire-format.ts';

const refused = { ev: 'write', token: 1, fence: 2 } as unknown as Entry;
const service = (kind: string): Speaker => ({ part: 'service', kind });
const store = (kind: StoreKind, more: object = {}): Speaker => ({
  part: 'store',
  kind,
  operations: {},
  ...more,
});

type Case = readonly [body: WireBody, made: Entry | null, line: string];

const LEASE_MANAGER: readonly Case[] = [
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
  [{ type: 'check', key: 'lock', token: 2 }, null, 'check key=lock token=2'],
  [{ type: 'holds', key: 'lock', holds: false }, null, 'does not hold'],
];

const REDIS: readonly Case[] = [
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
    `EVAL "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return redis.call('INCR', KEYS[2]) end return false" 2 lock lock:fence P1-1 30000`,
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
  [
    { type: 'del-if', key: 'lock', value: 'P1-1' },
    null,
    `EVAL "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0" 1 lock P1-1`,
  ],
  [{ type: 'pexpire', key: 'lock', ttlUs: 30_000_000 }, null, 'PEXPIRE lock 30000'],
  [{ type: 'incr', key: 'lock' }, null, 'INCR lock:fence'],
  [{ type: 'count', value: 1 }, null, '(integer) 1'],
];

const ETCD: readonly Case[] = [
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
  [{ type: 'get', key: 'lock/2' }, null, 'Range lock/2'],
];

describe('wireLine', () => {
  test.each(LEASE_MANAGER)('a lease manager says %j', (body, made, line) => {
    expect(wireLine(body, made, service('lease-manager'))).toBe(line);
  });

  test.each(REDIS)('Redis says %j', (body, made, line) => {
    expect(wireLine(body, made, service('redis'))).toBe(line);
    expect(wireLine(body, made, service('redlock'))).toBe(line);
  });

  test.each(ETCD)('etcd says %j', (body, made, line) => {
    expect(wireLine(body, made, service('etcd'))).toBe(line);
  });

  test('an epoch lease is a row that is changed where its condition holds', () => {
    const lease = service('epoch-lease');
    const acquire = { type: 'acquire', key: 'lock', ttlUs: 5_000_000, client: 'A' };
    expect(wireLine(acquire, null, lease)).toBe(
      "INSERT INTO leases VALUES ('lock', 'A', 1, now() + interval '5 s') ON CONFLICT (key) DO UPDATE " +
        "SET owner = 'A', epoch = leases.epoch + 1, expires = now() + interval '5 s' " +
        "WHERE leases.expires <= now() OR leases.owner = 'A' RETURNING epoch",
    );
    expect(wireLine({ type: 'granted', key: 'lock', token: 2, ttlUs: 5_000_000 }, null, lease)).toBe(
      '1 row, epoch 2',
    );
    expect(wireLine({ type: 'refused', key: 'lock' }, null, lease)).toBe('0 rows');
    expect(wireLine({ type: 'current', key: 'lock' }, null, lease)).toBe(
      "SELECT epoch FROM leases WHERE key = 'lock'",
    );
  });

  const write = { type: 'write', key: 'lock', record: 'stock', value: "B's", token: 2, base: 4 };
  const plain = "UPDATE records SET value = 'B''s'";
  const RULES: Readonly<Record<StoreKind, string>> = {
    naive: `${plain} WHERE id = 'stock'`,
    fenced: `${plain}, fence = 2 WHERE id = 'stock' AND fence <= 2`,
    'strictly-fenced': `${plain}, fence = 2 WHERE id = 'stock' AND fence < 2`,
    'conditional-update': `${plain}, fence = 2 WHERE id = 'stock' AND fence < 2`,
    'fenced-at-takeover': `${plain}, fence = 2 WHERE id = 'stock' AND fence <= 2`,
    authoritative: `${plain} WHERE id = 'stock' AND EXISTS (SELECT 1 FROM leases WHERE key = 'lock' AND expires > now() AND token = 2)`,
    'epoch-sink': `${plain} WHERE id = 'stock' AND (SELECT epoch FROM leases WHERE key = 'lock') <= 2`,
    'check-then-write': `SELECT token FROM leases WHERE key = 'lock' AND expires > now(); -- must be 2\n${plain} WHERE id = 'stock'`,
    'check-then-write-misparsed': `SELECT token FROM leases WHERE key = 'lock' AND expires > now(); -- must be 2\n${plain} WHERE id = 'stock'`,
    'compare-and-set': `${plain}, version = version + 1 WHERE id = 'stock' AND version = 4`,
  };

  test.each(STORE_KINDS)('the rule of a store is the condition of its statement: %s', (kind) => {
    expect(wireLine(write, null, store(kind))).toBe(RULES[kind]);
  });

  test('a write without a token does not ask the fence, and is equal to nothing', () => {
    const without = { ...write, token: null };
    expect(wireLine(without, null, store('fenced'))).toBe(`${plain} WHERE id = 'stock'`);
    expect(wireLine(without, null, store('conditional-update'))).toBe(
      `${plain} WHERE id = 'stock' AND fence < NULL`,
    );
  });

  test('an operation has its own rule, and a store may ask for one fixed key', () => {
    const mixed = store('fenced', { operations: { append: 'naive' } });
    expect(wireLine({ ...write, operation: 'append' }, null, mixed)).toBe(
      `${plain} WHERE id = 'stock' -- append`,
    );
    expect(wireLine({ ...write, operation: 'delete', value: '' }, null, mixed)).toBe(
      "DELETE FROM records WHERE id = 'stock' AND fence <= 2",
    );
    expect(wireLine({ ...write, value: '', add: -5 }, null, store('naive'))).toBe(
      "UPDATE records SET value = value + -5 WHERE id = 'stock'",
    );
    expect(wireLine(write, null, store('epoch-sink', { leaseKey: 'other' }))).toContain("key = 'other'");
  });

  test.each<Case>([
    [{ type: 'read', record: 'stock' }, null, "SELECT value, version FROM records WHERE id = 'stock'"],
    [{ type: 'value', record: 'stock', value: 'x', version: 4 }, null, "value = 'x', version = 4"],
    [{ type: 'written', record: 'stock', version: 5 }, null, '1 row, version 5'],
    [
      { type: 'fence.raise', key: 'lock', token: 2 },
      null,
      "UPDATE fences SET fence = 2 WHERE key = 'lock' AND fence < 2",
    ],
    [{ type: 'write.refused', reason: 'no-rows' }, refused, '0 rows'],
    [{ type: 'write.refused', reason: 'stale-token' }, refused, '0 rows: token 1 < fence 2'],
    [{ type: 'write.refused', reason: 'stale-token' }, null, '0 rows: the token is stale'],
    [{ type: 'write.refused', reason: 'lease-not-live' }, refused, '0 rows: the lease is over'],
    [{ type: 'write.refused', reason: 'moon' }, null, '0 rows: moon'],
  ])('a store says %j', (body, made, line) => {
    expect(wireLine(body, made, store('fenced'))).toBe(line);
  });

  test('a cache is read and cleared', () => {
    expect(wireLine({ type: 'read', record: 'price' }, null, { part: 'cache' })).toBe('GET price');
    expect(wireLine({ type: 'write', record: 'price', operation: 'clear' }, null, { part: 'cache' })).toBe(
      'DEL price',
    );
  });

  test('what nobody knows is shown field by field', () => {
    const body = { type: 'ask', from: 'A', compare: ['x'], puts: 1 };
    expect(wireLine(body, null, service('etcd'))).toBe('ask compare=["x"] puts=1');
    expect(wireLine(body, null, null)).toBe('ask compare=["x"] puts=1');
  });
});
