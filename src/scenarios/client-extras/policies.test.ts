import { describe, expect, test } from 'vitest';
import '../services/all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

/**
 * P1 stalls with a write before it, and its lease of 30 s ends; P2 locks at 31 s and writes at 33 s. P1 comes
 * back at 32 s. Tokens come from a counter apart from the lock; the store is fenced.
 */
const paused = (policies: Fields, store = 'fenced', lock: Fields = { kind: 'redis', watchdog: 'none' }) => {
  const counted = [{ op: 'acquire', ttl: 30_000 }, { op: 'fence' }];
  return small({
    horizon: 90_000,
    service: { kind: 'redis' },
    stores: [{ kind: store, records: { stock: 'free' } }],
    clients: [
      {
        id: 'P1',
        policies: { lock, ...policies },
        script: [...counted, { op: 'work', for: 1000 }, { op: 'write', record: 'stock', value: 'late' }],
      },
      {
        id: 'P2',
        start: 31_000,
        policies: { lock },
        script: [
          ...counted,
          { op: 'write', record: 'stock', value: 'ours' },
          { op: 'work', for: 3000 },
          { op: 'write', record: 'stock', value: 'ours too' },
          { op: 'release' },
        ],
      },
    ],
    faults: [{ kind: 'pause', node: 'P1', at: 500, for: 32_000 }],
  });
};

/** The outcome, then each write with its token and what became of it. */
function wrote(document: Fields): readonly string[] {
  const played = shown(document);
  const writes = played.entries
    .filter(({ ev }) => ev === 'write')
    .map(({ client, token, outcome }) => `${String(client)} ${String(token)} ${String(outcome)}`);
  return [played.outcome, ...writes];
}

describe('before a write', () => {
  test("nothing is asked by default: a late write is the fence's to refuse", () => {
    expect(wrote(paused({}))).toEqual(['fenced', 'P2 2 accepted', 'P1 1 rejected', 'P2 2 accepted']);
    expect(wrote(paused({}, 'naive'))[0]).toBe('corrupted');
  });

  test('the lock service is asked, and a write under a lost key is passed over', () => {
    const played = shown(paused({ beforeWrite: 'asks-service' }, 'naive'));
    expect(played.outcome).toBe('safe');
    expect(played.told('believe').filter((line) => line.includes('P1'))).toEqual([
      '2 P1 believe true',
      '33006 P1 believe false check-refused',
    ]);
  });

  test('asked in a step of its own: the lease may end between the answer and the write', () => {
    // The pause comes after the answer, before the write.
    const document = paused({ beforeWrite: 'asks-service' }, 'naive');
    const between = { ...document, faults: [{ kind: 'pause', node: 'P1', at: 1005.5, for: 32_000 }] };
    expect(wrote(between)[0]).toBe('corrupted');
  });

  test('a token fetched afresh crowns the zombie', () => {
    expect(wrote(paused({ beforeWrite: 'fetches-token' }))).toEqual([
      'corrupted',
      'P2 2 accepted',
      'P1 3 accepted',
      'P2 2 rejected',
    ]);
  });

  test('needs what the lock module has', () => {
    const lock = { kind: 'etcd-locker' };
    const document = small({
      service: { kind: 'etcd' },
      clients: [{ id: 'A', policies: { lock, beforeWrite: 'asks-service' }, script: [] }],
    });
    expect(problemsOf(document)).toEqual([
      'clients.0.policies.beforeWrite: "asks-service" needs check, which "etcd-locker" has not; it has acquire, release',
    ]);
    expect(problemsOf(paused({ beforeWrite: 'hopes' }))).toEqual([
      'clients.0.policies.beforeWrite: must be "none", "asks-service" or "fetches-token"',
    ]);
  });
});

describe('a refused write', () => {
  test('tells its worker that it lost the key, and its script ends', () => {
    for (const policies of [{}, { refusedWrite: 'stops' }]) {
      const believed = shown(paused(policies)).told('believe');
      expect(believed.filter((line) => line.includes('P1'))).toEqual([
        '2 P1 believe true',
        '33006 P1 believe false write-refused',
      ]);
    }
  });

  test('is ignored, and the worker believes on', () => {
    const played = shown(paused({ refusedWrite: 'goes-on' }));
    expect(played.outcome).toBe('fenced');
    expect(played.told('believe').filter((line) => line.includes('P1 believe false'))).toEqual([]);
  });

  test("is written again with a fresh token: the zombie's is accepted, the holder's rejected", () => {
    expect(wrote(paused({ refusedWrite: 'retries-with-fresh-token' }))).toEqual([
      'corrupted',
      'P2 2 accepted',
      'P1 1 rejected',
      'P1 3 accepted',
      'P2 2 rejected',
    ]);
  });

  test('is written again when the key has been acquired anew', () => {
    const waits = { refusedWrite: 'retries-acquire', acquire: { kind: 'block', retry: 500 } };
    const twin = ['fenced', 'P2 2 accepted', 'P1 1 rejected', 'P2 2 accepted', 'P1 3 accepted'];
    expect(wrote(paused(waits))).toEqual(twin);
    const leases = paused(waits, 'fenced', { kind: 'standard' });
    const document = JSON.stringify({ ...leases, service: { kind: 'lease-manager' } });
    expect(wrote(JSON.parse(document.replaceAll('{"op":"fence"},', '')))).toEqual(twin);
  });

  test('can only be retried under a key that is acquired somewhere', () => {
    const document = small({
      service: { kind: 'lease-manager' },
      clients: [
        {
          id: 'A',
          policies: { refusedWrite: 'retries-acquire' },
          script: [
            { op: 'acquire', key: 'a', ttl: 5 },
            { op: 'write', key: 'b' },
          ],
        },
      ],
    });
    expect(problemsOf(document)).toEqual([
      'clients.0.script.1.key: "b" is acquired nowhere, so that "retries-acquire" knows no ttl',
    ]);
  });
});

describe('a loss', () => {
  /** A watchdog learns at 40 s, after a pause, that P2 has the key. */
  const loses = (policies: Fields) => {
    const acquire = { op: 'acquire', ttl: 9000 };
    return small({
      service: { kind: 'lease-manager' },
      stores: [{ kind: 'naive' }],
      clients: [
        {
          id: 'P1',
          policies: { renewal: { kind: 'watchdog' }, ...policies },
          script: [
            acquire,
            { op: 'sleep', for: 22_000 },
            { op: 'write', value: 'late' },
            { op: 'work', for: 500 },
            { op: 'release' },
          ],
        },
        {
          id: 'P2',
          start: 15_000,
          script: [acquire, { op: 'write', value: 'ours' }, { op: 'release' }],
        },
      ],
      faults: [{ kind: 'pause', node: 'P1', at: 2000, for: 16_000 }],
    });
  };

  test('ends belief and script when it is told, by default', () => {
    expect(shown(loses({})).outcome).toBe('safe');
    expect(shown(loses({ onLoss: { kind: 'at-once' }, afterLoss: 'stops' })).outcome).toBe('safe');
  });

  test('acted on late leaves time for a stale write', () => {
    expect(shown(loses({ onLoss: { kind: 'late', delay: 10_000 } })).outcome).toBe('corrupted');
    expect(shown(loses({ onLoss: { kind: 'late', delay: 1000 } })).outcome).toBe('safe');
  });

  test('that a script does not mind is followed by a stale write', () => {
    expect(shown(loses({ afterLoss: 'goes-on' })).outcome).toBe('corrupted');
  });

  test('makes a script start again with a lease of its own', () => {
    const played = shown(loses({ afterLoss: 'starts-again' }));
    expect(played.outcome).toBe('safe');
    expect(played.entries.filter(({ ev, client }) => ev === 'write' && client === 'P1')).toHaveLength(1);
  });

  test('says what is wrong with its policies', () => {
    expect(problemsOf(loses({ onLoss: { kind: 'late' } }))).toEqual([
      'clients.0.policies.onLoss.delay: is missing',
    ]);
    expect(problemsOf(loses({ afterLoss: 'weeps' }))).toEqual([
      'clients.0.policies.afterLoss: must be "stops", "goes-on" or "starts-again"',
    ]);
  });
});

describe('a script that fails', () => {
  /** The store cannot be reached; B waits for the key at most 2 s. */
  const fails = (policies: Fields) =>
    small({
      service: { kind: 'lease-manager' },
      clients: [
        {
          id: 'A',
          policies: { storeRequest: { timeout: 100 }, ...policies },
          script: [{ op: 'acquire', ttl: 5000 }, { op: 'read' }, { op: 'write' }, { op: 'release' }],
        },
        {
          id: 'B',
          policies: { acquire: { kind: 'block', retry: 50, timeout: 2000 } },
          start: 10,
          script: [{ op: 'acquire', ttl: 5000 }, { op: 'release' }],
        },
      ],
      faults: [{ kind: 'partition', between: ['A', 'store'], at: 0 }],
    });

  test('leaves its key to its TTL, or gives it back at its end', () => {
    expect(shown(fails({})).told('abandon')).toEqual(['2013 B abandon timeout']);
    const gives = shown(fails({ finally: 'releases' }));
    expect(gives.told('abandon')).toEqual([]);
    expect(gives.told('release')).toEqual(['103 lock release A 1', '117 lock release B 2']);
  });
});
