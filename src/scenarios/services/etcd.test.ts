import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

const locker = { lock: { kind: 'etcd-locker' } };
const waits = { ...locker, acquire: { kind: 'block', retry: 500 } };
const real = { kind: 'etcd', profile: 'real', deletionGap: 300 };

describe('the real profile', () => {
  /** A holds and is cut off for good; B waits. */
  const cutOff = (service: object, faults: readonly object[] = []) =>
    shown(
      small({
        horizon: 80_000,
        service,
        stores: [{ kind: 'fenced' }],
        clients: [
          {
            id: 'A',
            policies: locker,
            script: [
              { op: 'acquire', ttl: 10_000 },
              { op: 'work', for: 12_000 },
              { op: 'write', value: 'a' },
            ],
          },
          {
            id: 'B',
            start: 1000,
            policies: waits,
            script: [{ op: 'acquire', ttl: 10_000 }, { op: 'write', value: 'b' }, { op: 'release' }],
          },
        ],
        faults: [{ kind: 'partition', between: ['A', 'etcd'], at: 1000 }, ...faults],
      }),
    );

  test('S3.8: without a quorum a lease does not run out; when it is back the lease gets its whole TTL again', () => {
    const lost = { kind: 'quorum-lost', node: 'etcd', at: 5000, for: 20_000 };
    const run = cutOff(real, [lost]);
    expect(run.told('grant', 'expire', 'fault')).toEqual([
      '3 etcd grant A 1',
      '5000 etcd fault quorum-lost start',
      '25000 etcd fault quorum-lost end',
      '35300 etcd expire A 1',
    ]);
    // B failed while nothing could be agreed on; A's late write found its own lease still on record.
    expect(run.told('abandon', 'write')).toEqual([
      '5050 B abandon unavailable',
      '12005 store write A accepted 1',
    ]);
    expect(run).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('the same in the plain profile: it runs out, and the fence stops the late write', () => {
    const run = cutOff({ kind: 'etcd' });
    expect(run.told('expire')).toEqual(['10001 etcd expire A 1']);
    expect(run).toMatchObject({
      outcome: 'fenced',
      findings: ['overlapping-beliefs', 'stale-write-rejected'],
    });
  });

  test('a change of leader gives the lease of a holder that is gone its whole TTL again', () => {
    const run = cutOff(real, [{ kind: 'leader-change', node: 'etcd', at: 8000 }]);
    expect(run.told('expire', 'write')[0]).toBe('12005 store write A accepted 1');
    expect(run.told('expire')).toEqual(['18300 etcd expire A 1']);
    expect(run.outcome).toBe('safe');
  });

  test('a TTL below the smallest holds longer than its client asked for', () => {
    const client = { id: 'A', policies: locker, script: [{ op: 'acquire', ttl: 300 }] };
    const crash = { kind: 'crash', node: 'A', at: 50 };
    const run = shown(small({ service: real, clients: [client], faults: [crash] }));
    expect(run.told('expire')).toEqual(['2301 etcd expire A 1']);
  });
});

describe('what is of the real profile only', () => {
  const clients = [{ id: 'A', script: [] }];

  test('is a problem in the plain one, field by field and fault by fault', () => {
    const service = { kind: 'etcd', electionTimeout: 1000, checkpoints: true };
    const faults = [
      { kind: 'pause', node: 'etcd', at: 1 },
      { kind: 'leader-change', node: 'etcd', at: 2 },
      { kind: 'quorum-lost', node: 'etcd', at: 3 },
    ];
    expect(problemsOf(small({ service, clients, faults }))).toEqual([
      'service.electionTimeout: needs the profile "real"',
      'service.checkpoints: needs the profile "real"',
      'faults.1.kind: "leader-change" needs the profile "real"',
      'faults.2.kind: "quorum-lost" needs the profile "real"',
    ]);
  });

  test('is read in the real one, and a profile that nobody knows is told of', () => {
    const withoutQuorum = 'hang';
    const service = { kind: 'etcd', profile: 'real', electionTimeout: 500, deletionGap: 20, withoutQuorum };
    expect(problemsOf(small({ service, clients }))).toEqual([]);
    expect(problemsOf(small({ service: { kind: 'etcd', profile: 'ideal' }, clients }))).toEqual([
      'service.profile: must be "plain" or "real"',
    ]);
    expect(problemsOf(small({ service: { ...real, withoutQuorum: 'wait' }, clients }))).toEqual([
      'service.withoutQuorum: must be "fail" or "hang"',
    ]);
  });
});

describe('locks under a session', () => {
  const by = (kind: string, more: object = {}) => ({ lock: { kind }, acquire: { kind: 'queue', ...more } });
  const holds = (id: string, start: number, work: number, kind: string) => ({
    id,
    start,
    policies: by(kind),
    script: [
      { op: 'acquire', ttl: 9000 },
      { op: 'work', for: work },
      { op: 'write', value: id },
      { op: 'release' },
    ],
  });

  test('S4.14: the library’s mutex is fair, and tells its holder that it lost the lock', () => {
    const clients = [
      holds('A', 0, 30_000, 'etcd-mutex'),
      holds('B', 100, 500, 'etcd-mutex'),
      holds('C', 200, 500, 'etcd-mutex'),
    ];
    const faults = [{ kind: 'partition', between: ['A', 'etcd'], at: 1000 }];
    const run = shown(small({ service: { kind: 'etcd' }, clients, faults }));
    expect(run.told('grant').map((line) => line.split(' ')[3])).toEqual(['A', 'B', 'C']);
    // A stops by its own clock, counted from the answer: it believes a little longer than its lease lasts.
    expect(run.told('expire', 'believe').slice(1, 4)).toEqual([
      '9001 etcd expire A 1',
      '9002 A believe false 1 deadline',
      '9006 B believe true 2',
    ]);
    expect(run).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('S4.9: candidates that contend for one key have one leader; one is followed within a TTL of its last renewal', () => {
    const clients = ['A', 'B', 'C'].map((id, index) => holds(id, index * 100, 20_000, 'etcd-election'));
    const crash = [{ kind: 'crash', node: 'A', at: 14_000 }];
    const run = (service: object, faults: readonly object[] = crash) =>
      shown(small({ service, clients, faults })).told('renew', 'expire', 'grant');
    const takeover = (lines: readonly string[]) =>
      Number(lines.find((line) => /grant [BC]/u.test(line))?.split(' ')[0]);
    const plain = run({ kind: 'etcd' });
    const last = Number(plain.findLast((line) => line.includes('renew A'))?.split(' ')[0]);
    expect(last).toBeLessThan(14_000);
    expect(takeover(plain)).toBe(last + 9000 + 2);
    expect(takeover(run(real))).toBe(last + 9000 + 300 + 2);
    // A leader of etcd that changes gives the dead candidate's lease its whole TTL again.
    const change = [...crash, { kind: 'leader-change', node: 'etcd', at: 16_000 }];
    expect(takeover(run(real, change))).toBe(16_000 + 9000 + 300 + 2);
  });

  test('C27: a lock call answered unseen lets a waiter in whose lease has died; looked at, it fails', () => {
    const clients = (kind: string) => [
      {
        ...holds('A', 0, 5000, kind),
        script: [{ op: 'acquire', ttl: 60_000 }, { op: 'work', for: 5000 }, { op: 'release' }],
      },
      {
        id: 'B',
        start: 1000,
        policies: by(kind),
        script: [
          { op: 'acquire', ttl: 2000 },
          { op: 'read' },
          { op: 'work', for: 1000 },
          { op: 'write', value: 'B' },
        ],
      },
      {
        id: 'C',
        start: 5200,
        policies: by(kind),
        script: [
          { op: 'acquire', ttl: 60_000 },
          { op: 'read' },
          { op: 'work', for: 800 },
          { op: 'write', value: 'C' },
        ],
      },
    ];
    const faults = [{ kind: 'partition', between: ['B', 'etcd'], at: 2000, for: 2900 }];
    const run = (unseen: boolean) =>
      shown(small({ service: { kind: 'etcd', unseen }, clients: clients('etcd-lock-call'), faults }));
    expect(
      run(true)
        .told('grant')
        .map((line) => line.split(' ')[3]),
    ).toEqual(['A', 'C']);
    expect(run(true)).toMatchObject({
      outcome: 'corrupted',
      findings: ['lost-update', 'overlapping-beliefs', 'stale-write-accepted'],
    });
    expect(run(false).told('abandon')).toEqual(['5006 B abandon lease-lost']);
    expect(run(false)).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('are waited for in a queue; what cannot be asked for is told of', () => {
    const client = (lock: string, acquire: object) => ({
      id: 'A',
      policies: { lock: { kind: lock }, acquire },
      script: [],
    });
    const problems = (lock: string, acquire: object) =>
      problemsOf(small({ service: { kind: 'etcd' }, clients: [client(lock, acquire)] }));
    expect(problems('etcd-mutex', { kind: 'block', retry: 5 })).toEqual([
      'clients.0.policies.acquire.kind: "etcd-mutex" does not ask again for a key; it must be once or queue',
    ]);
    expect(problems('etcd-lock-call', { kind: 'once' })).toEqual([
      'clients.0.policies.acquire.kind: "etcd-lock-call" cannot be tried once; it must be queue',
    ]);
    expect(problems('etcd-lock', { kind: 'queue' })).toEqual([
      'clients.0.policies.acquire.kind: "etcd-lock" has no queue at "etcd"; it must be once or block',
    ]);
    expect(problems('etcd-election', { kind: 'queue', timeout: 100 })).toEqual([]);
  });
});

describe('the standard lock in a queue', () => {
  const standard = (more: object = {}) => ({ kind: 'standard', renewal: { kind: 'watchdog' }, ...more });
  const client = (
    id: string,
    start: number,
    work: number,
    lock: object = standard(),
    acquire: object = {},
  ) => ({
    id,
    start,
    policies: { lock, acquire: { kind: 'queue', ...acquire } },
    script: [
      { op: 'acquire', ttl: 3000 },
      { op: 'work', for: work },
      { op: 'write', value: id },
      { op: 'release' },
    ],
  });
  const run = (clients: readonly object[], faults: readonly object[] = []) =>
    shown(small({ service: { kind: 'etcd' }, stores: [{ kind: 'fenced' }], clients, faults }));

  test('is served in order, however long it waits: its place is kept alive', () => {
    const clients = [client('A', 0, 10_000), client('B', 100, 500), client('C', 200, 500)];
    const all = run(clients);
    expect(all.told('grant').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'etcd grant A 1',
      'etcd grant B 2',
      'etcd grant C 3',
    ]);
    expect(all).toMatchObject({ outcome: 'safe', findings: [] });
    expect(all.told('expire', 'refuse')).toEqual([]);
  });

  test('leaves the queue at its time-out', () => {
    const all = run([
      client('A', 0, 10_000),
      client('B', 100, 500, standard(), { timeout: 2000 }),
      client('C', 200, 5),
    ]);
    expect(all.told('abandon')).toEqual(['2102 B abandon timeout']);
    expect(all.told('grant').map((line) => line.split(' ')[3])).toEqual(['A', 'C']);
  });

  test('fails where its place was lost with its lease while it waited', () => {
    const cut = { kind: 'partition', between: ['B', 'etcd'], at: 1000, for: 8500 };
    const waiting = run([client('A', 0, 10_000), client('B', 100, 500), client('C', 200, 500)], [cut]);
    expect(waiting.told('abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'B abandon lease-lost',
    ]);
    expect(waiting.told('grant').map((line) => line.split(' ')[3])).toEqual(['A', 'C']);
  });

  test.each(['compared', 'two-commands', 'unchecked'])('gives back its own place: %s', (how) => {
    const lock = standard({ release: { how } });
    const all = run([client('A', 0, 1000, lock), client('B', 100, 500, lock)]);
    expect(all.told('release', 'revoke').map((line) => line.split(' ').slice(2, 4).join(' '))).toEqual([
      'release A',
      'release B',
    ]);
    expect(all.outcome).toBe('safe');
  });

  test('may be given the token of a stored value, which does not rise', () => {
    const lock = standard({ token: 'stored-value' });
    const all = run([client('A', 0, 1000, lock), client('B', 100, 500, lock)]);
    expect(all.told('grant').map((line) => line.split(' ').at(-1))).toEqual(['1', '1']);
    expect(all.findings).toEqual(['token-regression']);
  });
});

test('C28: a release by name that is sent again deletes a later acquisition of its sender; compared, it does not', () => {
  const run = (how: string) => {
    const lock = {
      kind: 'standard',
      release: { how, afterUnknown: 'retries', retry: 3000 },
      records: 'by-worker',
      request: { timeout: 500 },
    };
    const worker = (id: string, start: number, script: readonly object[]) => ({
      id,
      process: 'P',
      start,
      policies: { lock },
      script: [{ op: 'acquire', ttl: 60_000 }, ...script],
    });
    const clients = [
      worker('A', 0, [{ op: 'work', for: 1000 }, { op: 'release' }]),
      worker('A2', 2000, [
        { op: 'work', for: 4000 },
        { op: 'write', value: 'A2' },
      ]),
      {
        id: 'B',
        start: 5500,
        policies: { lock: { kind: 'standard' } },
        script: [
          { op: 'acquire', ttl: 60_000 },
          { op: 'work', for: 200 },
          { op: 'write', value: 'B' },
        ],
      },
    ];
    const faults = [{ kind: 'lose', message: 'etcd>P#3' }];
    return shown(small({ horizon: 30_000, service: { kind: 'etcd' }, clients, faults }));
  };
  const byName = run('unchecked');
  expect(byName.told('release', 'revoke', 'grant').map((line) => line.split(' ').slice(2).join(' '))).toEqual(
    ['grant A 1', 'release A 1', 'grant A2 3', 'revoke A2 3 by A', 'grant B 5'],
  );
  expect(byName).toMatchObject({
    outcome: 'corrupted',
    findings: ['overlapping-beliefs', 'overlapping-leases', 'stale-write-accepted', 'wrong-release'],
  });
  expect(run('compared')).toMatchObject({ outcome: 'safe', findings: [] });
});
