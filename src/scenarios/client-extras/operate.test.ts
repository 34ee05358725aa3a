import { describe, expect, test } from 'vitest';
import '../services/all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

/** A holds the key for a while; an operator asks these at 100 ms; B wants the key from 50 ms on. */
function operated(service: Fields, requests: readonly Fields[], policies: Fields = {}): Fields {
  const acquire = { op: 'acquire', ttl: 5000 };
  return small({
    service,
    clients: [
      { id: 'A', policies, script: [acquire, { op: 'work', for: 1000 }, { op: 'write', value: 'a' }] },
      {
        id: 'B',
        start: 50,
        policies: { ...policies, acquire: { kind: 'block', retry: 20 } },
        script: [acquire, { op: 'write', value: 'b' }, { op: 'work', for: 2000 }],
      },
      {
        id: 'operator',
        start: 100,
        script: [
          ...requests.map((request) => ({ op: 'operate', ...request })),
          { op: 'work', for: 1, unit: 'done' },
        ],
      },
    ],
  });
}

describe('an operator', () => {
  test("deletes a holder's key, and the service says who did", () => {
    const played = shown(
      operated({ kind: 'redis' }, [{ request: { type: 'del', key: 'lock' } }], {
        lock: { kind: 'redis', watchdog: 'none' },
      }),
    );
    expect(played.told('grant', 'revoke').slice(0, 3)).toEqual([
      '1 redis grant A',
      '101 redis revoke A by operator',
      '117 redis grant B',
    ]);
    expect(played.word).toBe(
      'corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted, wrong-release',
    );
  });

  test('waits for the answer, whatever it is, before the next request', () => {
    const asks = [
      { request: { type: 'get', key: 'other' } },
      { request: { type: 'set-nx', key: 'other', ttl: 500 } },
      { request: { type: 'set-nx', key: 'other', ttl: 0 } },
      { request: { type: 'incr', key: 'counter' } },
    ];
    const played = shown(operated({ kind: 'redis' }, asks));
    const sent = played.entries.filter(({ ev, actor }) => ev === 'send' && actor === 'operator');
    expect(sent.map(({ t, body }) => `${String(t / 1000)} ${JSON.stringify(body)}`)).toEqual([
      '100 {"type":"get","key":"other","client":"operator","ref":"operator/1"}',
      '102 {"type":"set-nx","key":"other","value":"","ttlUs":500000,"client":"operator","ref":"operator/2"}',
      '104 {"type":"set-nx","key":"other","value":"","ttlUs":0,"client":"operator","ref":"operator/3"}',
      '106 {"type":"incr","key":"counter","client":"operator","ref":"operator/4"}',
    ]);
    expect(played.told('work')).toEqual(['108 operator work start', '109 operator work end']);
    expect(played.told('expire')[0]).toBe('603 redis expire operator');
  });

  test('ends a lease in etcd, and with it the key', () => {
    const revokes = [{ request: { type: 'lease.revoke', lease: 1 } }];
    const played = shown(operated({ kind: 'etcd' }, revokes));
    expect(played.told('revoke')).toEqual(['101 etcd revoke A 1 by operator']);
    const deletes = [{ at: 'etcd', request: { type: 'delete', key: 'lock' } }];
    expect(shown(operated({ kind: 'etcd' }, deletes)).told('revoke')).toHaveLength(1);
  });

  test('who knows a token may do with a lease manager what its holder may', () => {
    const release = [{ request: { type: 'release', key: 'lock', token: 1 } }];
    const played = shown(operated({ kind: 'lease-manager' }, release));
    expect(played.told('release')[0]).toBe('101 lock release A 1 by operator');
    const wrong = [{ request: { type: 'release', key: 'lock', token: 7 } }];
    expect(shown(operated({ kind: 'lease-manager' }, wrong)).told('release')).toEqual([]);
  });

  test('raises the epoch of a key by taking it', () => {
    const takes = [{ request: { type: 'acquire', key: 'free', ttl: 100 } }];
    expect(
      shown(operated({ kind: 'epoch-lease' }, takes, { lock: { kind: 'standard' } })).told('grant'),
    ).toContain('101 lock grant operator 1');
  });
});

describe('a request by hand', () => {
  const wrong = (service: Fields, request: Fields) => problemsOf(operated(service, [request]));

  test('must be one that the service has, with its fields', () => {
    expect(wrong({ kind: 'redis' }, { request: { type: 'flushall' } })).toEqual([
      'clients.2.script.0.request.type: must have type "get", "set-nx", "del", "del-if", "pexpire", "pexpire-if" or "incr"',
    ]);
    expect(wrong({ kind: 'redis' }, { request: { type: 'del', key: 'lock', now: true } })).toEqual([
      'clients.2.script.0.request.now: is not a field known here',
    ]);
    expect(wrong({ kind: 'etcd' }, { request: { type: 'lease.revoke' } })).toEqual([
      'clients.2.script.0.request.lease: is missing',
    ]);
    expect(wrong({ kind: 'lease-manager' }, { request: { type: 'del', key: 'lock' } })).toEqual([
      'clients.2.script.0.request.type: must have type "acquire", "check", "renew" or "release"',
    ]);
    expect(wrong({ kind: 'redis' }, { request: 'del' })).toEqual([
      'clients.2.script.0.request: must be an object with a type',
    ]);
  });

  test('must be made of a node of the service', () => {
    const request = { type: 'get', key: 'lock' };
    expect(wrong({ kind: 'redlock', nodes: 3 }, { at: 'redlock-4', request })).toEqual([
      'clients.2.script.0.at: "redlock-4" is not a node of the service; it must be one of redlock-1, redlock-2, redlock-3',
    ]);
    expect(wrong({ kind: 'redlock', nodes: 3 }, { at: 'redlock-3', request })).toEqual([]);
    expect(wrong({ kind: 'in-process' }, { request })).toEqual([
      'clients.2.script.0.op: nothing can be asked of "in-process" by hand',
    ]);
  });
});
