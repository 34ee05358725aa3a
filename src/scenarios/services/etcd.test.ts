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
