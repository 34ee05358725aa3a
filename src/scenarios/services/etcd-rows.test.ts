import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { shown, small } from '../testing/small.ts';

/**
 * What systems.md says of etcd and of the epoch lease, row by row, as far as other tests do not show it: each
 * row a small document, and the verdict that it comes to.
 */
type Fields = { readonly [field: string]: unknown };

const locker: Fields = { lock: { kind: 'etcd-locker' } };
const lock = (more: Fields = {}): Fields => ({ lock: { kind: 'etcd-lock', ...more } });
const acquire = (ttl: number): Fields => ({ op: 'acquire', ttl });
const work = (ms: number): Fields => ({ op: 'work', for: ms });
const write = (value: string): Fields => ({ op: 'write', value });
const RELEASE: Fields = { op: 'release' };

function client(id: string, start: number, script: readonly Fields[], policies: Fields): Fields {
  return { id, start, script, policies };
}

const cut = (at: number, more: Fields = {}): Fields => ({
  kind: 'partition',
  between: ['A', 'etcd'],
  at,
  ...more,
});

function run(clients: readonly Fields[], more: Fields = {}) {
  return shown(small({ service: { kind: 'etcd' }, clients, ...more }));
}

/** Leases that the server granted, and those that were revoked or ran out without a key. */
function unusedLeases({ entries }: ReturnType<typeof run>): number {
  const types = entries.flatMap(({ ev, body }) =>
    ev === 'send' ? [(body as { readonly type: string }).type] : [],
  );
  const count = (type: string): number => types.filter((other) => other === type).length;
  return count('lease.granted') - count('lease.revoked') - entries.filter(({ ev }) => ev === 'grant').length;
}

test('S2.1: an owner that acquires again has a higher epoch; what its first copy asks for is refused', () => {
  const script = [
    acquire(10_000),
    { ...write('first copy'), awaits: false },
    work(1000),
    acquire(10_000),
    write('second copy'),
    work(3000),
  ];
  const policies = { lock: { kind: 'standard' } };
  const twice = shown(
    small({
      service: { kind: 'epoch-lease' },
      stores: [{ kind: 'fenced' }],
      clients: [client('A', 0, script, policies)],
      faults: [{ kind: 'delay', message: 'A>store#1', by: 2500 }],
    }),
  );
  expect(twice.told('grant').map((line) => line.split(' ').slice(2).join(' '))).toEqual([
    'grant A 1',
    'grant A 2',
  ]);
  expect(twice.told('write').map((line) => line.split(' ').slice(4).join(' '))).toEqual([
    'accepted 2',
    'rejected 1 stale-token',
  ]);
  expect(twice).toMatchObject({ outcome: 'fenced', findings: ['stale-write-rejected'] });
});

describe('S3.5: a release while cut off', () => {
  const clients = [
    client('A', 0, [acquire(10_000), work(1000), RELEASE, work(12_000), write('a')], locker),
    client('B', 9000, [acquire(10_000), work(500), write('b'), work(6000)], {
      ...locker,
      acquire: { kind: 'block', retry: 500 },
    }),
  ];

  test('fails, ends the heartbeat and leaves the flag set: two believe, and the late one writes', () => {
    const both = run(clients, { faults: [cut(500, { sender: 'told' })] });
    expect(both.told('expire').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'etcd expire A 1',
    ]);
    expect(
      both
        .told('believe')
        .map((line) => line.split(' ').slice(1, 4).join(' '))
        .slice(0, 3),
    ).toEqual(['A believe true', 'A believe false', 'A believe true']);
    expect(both).toMatchObject({
      outcome: 'corrupted',
      findings: ['overlapping-beliefs', 'stale-write-accepted'],
    });
  });

  test('with the creation revision as token the store refuses that write', () => {
    const fenced = run(clients, { faults: [cut(500, { sender: 'told' })], stores: [{ kind: 'fenced' }] });
    expect(fenced).toMatchObject({
      outcome: 'fenced',
      findings: ['overlapping-beliefs', 'stale-write-rejected'],
    });
  });
});

describe('S3.9: clocks of clients and of the leader', () => {
  const clients = [
    client('A', 0, [acquire(10_000), work(25_000), write('a')], locker),
    client('B', 1000, [acquire(10_000), work(500), write('b'), work(20_000)], {
      ...locker,
      acquire: { kind: 'block', retry: 500 },
    }),
  ];
  const rate = (node: string, to: number): Fields => ({ kind: 'clock', node, at: 0, rate: to });

  test('a client’s below a third of true speed sends its heartbeats too late', () => {
    const slow = run(
      [{ ...clients[0], script: [acquire(10_000), work(14_000), write('a')] }, clients[1] ?? {}],
      {
        faults: [rate('A', 0.25)],
      },
    );
    expect(slow.told('expire')[0]).toBe('10001 etcd expire A 1');
    expect(slow.findings).toContain('overlapping-beliefs');
    expect(slow.outcome).toBe('corrupted');
  });

  test('a leader’s that runs fast ends a lease early, while its holder is stopped for less than a TTL', () => {
    const pause = { kind: 'pause', node: 'A', at: 4000, for: 7000 };
    const fast = run(clients, { faults: [rate('etcd', 2), pause] });
    expect(fast.findings).toContain('overlapping-beliefs');
    expect(run(clients, { faults: [pause] }).told('expire')).toEqual([]);
  });
});

test('S4.3: the context that took the lock ends, and the loop with it: another is in, and the first still thinks it holds', () => {
  const clients = [
    client('A', 0, [acquire(9000), work(4000), { op: 'end-context' }, work(12_000), write('a')], lock()),
    client('B', 1000, [acquire(9000), work(500), write('b'), work(6000)], {
      ...lock(),
      acquire: { kind: 'block', retry: 500 },
    }),
  ];
  const ended = run(clients);
  const [, taken = ''] = ended.told('grant');
  expect(Number(taken.split(' ')[0])).toBeGreaterThan(12_000);
  expect(Number(taken.split(' ')[0])).toBeLessThan(12_600);
  expect(ended).toMatchObject({
    outcome: 'corrupted',
    findings: ['overlapping-beliefs', 'stale-write-accepted'],
  });
});

describe('S4.7: a failed attempt', () => {
  const clients = (failedAttempt: string) => [
    client('A', 0, [acquire(9000), work(2000), RELEASE], lock()),
    client('B', 100, [acquire(9000), work(10), RELEASE], {
      ...lock({ failedAttempt }),
      acquire: { kind: 'block', retry: 500 },
    }),
  ];

  test('that does not revoke its lease leaves one for each retry, and no finding', () => {
    const left = run(clients('leaves'));
    expect(unusedLeases(left)).toBeGreaterThan(1);
    expect(left).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('that does leaves none', () => {
    expect(unusedLeases(run(clients('revokes')))).toBeLessThanOrEqual(0);
  });
});

test('S4.8: the answer with the lease is lost: an error, and an unused lease that no finding speaks of', () => {
  const clients = [
    client('A', 0, [acquire(9000)], { lock: { kind: 'standard', request: { timeout: 500 } } }),
    client('B', 1000, [acquire(9000), work(100), RELEASE], lock()),
  ];
  const lost = run(clients, { faults: [{ kind: 'lose', message: 'etcd>A#1' }] });
  expect(lost.told('abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'A abandon timed-out',
  ]);
  expect(lost.told('grant').map((line) => line.split(' ')[3])).toEqual(['B']);
  expect(lost).toMatchObject({ outcome: 'safe', findings: [] });
});

test('S4.12: the put’s answer is lost and the lease cannot be revoked: its own key is in its way until it runs out', () => {
  const policies = {
    lock: { kind: 'standard', request: { timeout: 500 }, attempt: { unknown: 'give-back' } },
    acquire: { kind: 'once', goesOn: true },
  };
  const clients = [
    client(
      'A',
      0,
      [acquire(9000), { op: 'sleep', for: 2000 }, acquire(9000), { op: 'sleep', for: 9000 }, acquire(9000)],
      policies,
    ),
  ];
  const faults = [
    { kind: 'lose', message: 'etcd>A#2' },
    { kind: 'lose', message: 'A>etcd#3' },
  ];
  const own = run(clients, { faults });
  expect(own.told('grant', 'expire', 'refuse').map((line) => line.split(' ').slice(1, 4).join(' '))).toEqual([
    'etcd grant A',
    'etcd refuse A',
    'etcd expire A',
    'etcd grant A',
    'etcd expire A',
  ]);
  expect(own.findings).toEqual([]);
});

test('S4.13: a lock that is waited for until a context ends comes to an error, and no lease is left over', () => {
  const clients = [
    client('A', 0, [acquire(9000), work(5000), RELEASE], lock()),
    client('B', 100, [acquire(9000)], { ...lock(), acquire: { kind: 'block', retry: 500, timeout: 2000 } }),
  ];
  const waited = run(clients);
  expect(waited.told('abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'B abandon timeout',
  ]);
  expect(unusedLeases(waited)).toBeLessThanOrEqual(0);
  expect(waited).toMatchObject({ outcome: 'safe', findings: [] });
});
