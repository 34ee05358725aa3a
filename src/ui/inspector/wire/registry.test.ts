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
    [{ type: 'read', record: 'stock' }, null, 'read stock'],
    [{ type: 'value', record: 'stock', value: 'x', version: 4 }, null, 'stock=x version=4'],
    [{ type: 'written', record: 'stock', version: 5 }, null, 'accepted version=5'],
    [{ type: 'write.refused', reason: 'stale-token' }, write, 'stale token 1 < fence 2'],
    [{ type: 'write.refused', reason: 'stale-token' }, null, 'stale token'],
    [{ type: 'write.refused', reason: 'lease-not-live' }, write, 'refused: the lease is over'],
    [{ type: 'write.refused', reason: 'moon' }, null, 'refused: moon'],
    [{ type: 'txn', from: 'A', compare: ['x'], puts: 1 }, null, 'txn compare=["x"] puts=1'],
  ])('says %j', (body, made, line) => {
    expect(wireLine(body, made)).toBe(line);
  });
});
