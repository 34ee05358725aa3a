import { describe, expect, test } from 'vitest';
import type { Component, MachineEvent } from '../../engine/component.ts';
import type { Json } from '../../engine/trace.ts';
import type { FenceRaise } from '../fence-raise.ts';
import { epochLease } from './epoch-lease/epoch-lease.ts';
import { etcd } from './etcd/etcd.ts';
import { leaseManager } from './lease-manager/lease-manager.ts';
import { resourceStore } from '../resource-store/resource-store.ts';
import { storeRules } from '../resource-store/stores/registry.ts';
import { redis } from './redis/redis.ts';
import { Hand } from './testing/hand.ts';

const set = (ttlMs: number, value = 'a'): MachineEvent => ({
  type: 'set-nx',
  key: 'lock',
  value,
  ttlUs: ttlMs * 1000,
});
const expire = (ttlMs: number, value?: string): MachineEvent => ({
  type: value === undefined ? 'pexpire' : 'pexpire-if',
  key: 'lock',
  ttlUs: ttlMs * 1000,
  ...(value === undefined ? {} : { value }),
});

describe('redis', () => {
  const hand = () => new Hand(redis({ id: 'redis', keys: ['lock'] }));

  test('sets a key that is absent, and lets it go at its deadline', () => {
    const one = hand();
    expect(one.ask('A', set(100))).toEqual({ answer: { type: 'set', ok: true }, told: ['grant A'] });
    expect(one.ask('B', set(100, 'b'))).toEqual({ answer: { type: 'set', ok: false }, told: ['refuse B A'] });
    expect(one.until(100)).toEqual(['expire A']);
    expect(one.ask('B', set(100, 'b')).told).toEqual(['grant B']);
  });

  test('refuses an expiry that is none, and deletes at once for one at or before now', () => {
    const one = hand();
    expect(one.ask('A', set(0)).answer).toEqual({ type: 'error', reason: 'invalid-expiry' });
    one.ask('A', set(100));
    expect(one.ask('B', expire(0))).toEqual({ answer: { type: 'count', value: 1 }, told: ['revoke A B'] });
    one.ask('A', set(100));
    expect(one.ask('B', expire(-5, 'b'))).toEqual({ answer: { type: 'count', value: 0 }, told: [] });
    expect(one.ask('A', expire(-5, 'a')).told).toEqual(['release A']);
  });

  test('shows a store whether there is a lock, and no token', () => {
    const one = hand();
    expect(one.write(null)).toBe('rejected');
    one.ask('A', set(100));
    expect([one.write(null), one.write(1)]).toEqual(['accepted', 'rejected']);
    one.strike({ type: 'crash' });
    expect(one.write(null)).toBe('accepted');
  });

  test('forgets keys and counters in a restart without its data, and keeps them in one with it', () => {
    const one = hand();
    one.ask('A', set(100));
    one.ask('A', { type: 'incr', key: 'lock' });
    one.strike({ type: 'restart', data: 'kept' });
    expect(one.ask('A', { type: 'incr', key: 'lock' }).answer).toEqual({ type: 'count', value: 2 });
    expect(one.strike({ type: 'restart', data: 'lost' }).at(-1)).toBe('forget A');
    expect(one.ask('A', { type: 'incr', key: 'lock' }).answer).toEqual({ type: 'count', value: 1 });
  });
});

describe('etcd', () => {
  const hand = (raises: readonly FenceRaise[] = []) =>
    new Hand(
      etcd({ id: 'etcd', keys: ['lock'], raises }),
      raises.length > 0 ? 'fenced-at-takeover' : 'authoritative',
    );
  const lease = (one: Hand, from: string) =>
    one.ask(from, { type: 'lease.grant', ttlUs: 100_000 }).answer['lease'] as number;
  const put = (one: Hand, from: string) =>
    one.ask(from, { type: 'put-if-absent', key: 'lock', value: from, lease: lease(one, from) });

  test('raises the fence of a store in the step of the grant', () => {
    const one = hand([{ store: 'store', by: 'same-step' }]);
    expect(put(one, 'A').told).toEqual(['grant A 1', 'fence 1 1']);
    one.until(200);
    expect(put(one, 'B').told).toEqual(['grant B 3', 'fence 3 3']);
    expect(one.write(1)).toBe('rejected');
  });

  test('begins anew in a restart without its data: the revision too', () => {
    const one = hand();
    put(one, 'A');
    expect(one.strike({ type: 'restart', data: 'lost' }).at(-1)).toBe('forget A 1');
    expect(one.until(500)).toEqual([]);
    expect(put(one, 'B').told).toEqual(['grant B 1']);
  });

  test('keeps all in a restart with its data', () => {
    const one = hand();
    put(one, 'A');
    one.strike({ type: 'restart', data: 'kept' });
    expect(one.until(100)).toEqual(['expire A 1']);
  });
});

describe('the epoch lease', () => {
  const hand = () => new Hand(epochLease({ id: 'lock', keys: ['lock'], raises: [] }));
  const acquire = (ttlMs: number): MachineEvent => ({ type: 'acquire', key: 'lock', ttlUs: ttlMs * 1000 });

  test('lives again where the wall clock goes back before its end', () => {
    const one = hand();
    one.ask('A', acquire(100));
    expect(one.until(100)).toEqual(['expire A 1']);
    expect(one.strike({ type: 'clock', byUs: -50_000 })).toEqual(['clock', 'revive A 1']);
    expect(one.ask('B', acquire(100)).told).toEqual(['refuse B 1 A']);
    expect(one.until(150)).toEqual(['expire A 1']);
  });

  test('without any time is over as it begins', () => {
    const one = hand();
    expect(one.ask('A', acquire(0)).told).toEqual(['grant A 1', 'expire A 1']);
    expect(one.ask('B', acquire(100)).told).toEqual(['grant B 2']);
  });
});

const requests: readonly (readonly [string, Component, MachineEvent])[] = [
  ['redis', redis({ id: 's', keys: [] }), { type: 'get', key: 'lock' }],
  ['etcd', etcd({ id: 's', keys: [], raises: [] }), { type: 'get', key: 'lock' }],
  ['epoch lease', epochLease({ id: 's', keys: [], raises: [] }), { type: 'current', key: 'lock' }],
  [
    'lease manager',
    leaseManager({ id: 's', keys: ['lock'], raises: [], clock: 'wall' }),
    { type: 'check', key: 'lock', token: 1 },
  ],
  [
    'a store',
    resourceStore({ id: 's', rule: storeRules.fenced, lockService: 'none', initial: {} }),
    { type: 'read', key: 'lock', record: 'r' },
  ],
];

test.each(requests)('%s answers an error to every request while it refuses', (_name, service, request) => {
  const one = new Hand(service);
  const normal: Json = one.ask('A', request).answer;
  expect(one.strike({ type: 'refuse' })).toEqual(['fault']);
  expect(one.ask('A', { ...request, ref: 'A/1' }).answer).toEqual({
    type: 'error',
    reason: 'unavailable',
    ref: 'A/1',
  });
  one.strike({ type: 'serve' });
  expect(one.ask('A', request).answer).toEqual(normal);
});
