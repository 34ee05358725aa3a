import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

/** A holds for 30 s from the start, B asks at 10 s, both writing with a token from the counter. */
function restarted(service: Fields, faults: readonly Fields[], more: Fields = {}) {
  const lock = { kind: 'redis', watchdog: 'none' };
  const script = (work: number, value: string) => [
    { op: 'acquire', ttl: 30_000 },
    { op: 'fence' },
    { op: 'work', for: work },
    { op: 'write', value },
  ];
  return shown(
    small({
      service: { kind: 'redis', ...service },
      latency: 0,
      stores: [{ kind: 'fenced' }],
      clients: [
        { id: 'A', policies: { lock }, script: script(20_000, 'a') },
        { id: 'B', start: 10_000, policies: { lock }, script: script(3000, 'b') },
      ],
      faults,
      ...more,
    }),
  );
}

const down = { kind: 'crash', node: 'redis', at: 5000 };
const up = (at: number) => ({ kind: 'restart', node: 'redis', at });

describe('a restart', () => {
  test('without persistence loses locks and counter: two holders with the same token', () => {
    const run = restarted({ persistence: { kind: 'none' } }, [down, up(6000)]);
    expect(run.told('grant', 'forget', 'write')).toEqual([
      '0 redis grant A',
      '6000 redis forget A',
      '10000 redis grant B',
      '13000 store write B accepted 1',
      '20000 store write A accepted 1',
    ]);
    expect(run.word).toBe('corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted');
  });

  test('with every write on disk loses nothing; deadlines pass meanwhile', () => {
    const run = restarted({ persistence: { kind: 'append-only' } }, [down, up(6000)]);
    expect(run.told('grant', 'forget', 'abandon')).toEqual(['0 redis grant A', '10000 B abandon held']);
    expect(run.word).toBe('safe');
    const long = restarted({ persistence: { kind: 'append-only' } }, [down, up(40_000)]);
    expect(long.told('expire')).toEqual(['30000 redis expire A']);
  });

  test('with snapshots loses what came after the last', () => {
    const every = (ms: number) =>
      restarted({ persistence: { kind: 'snapshot', every: ms } }, [down, up(6000)]);
    expect(every(4000).told('forget')).toEqual([]);
    expect(every(4000).outcome).toBe('safe');
    expect(every(8000).told('forget')).toEqual(['6000 redis forget A']);
    expect(every(8000).outcome).toBe('corrupted');
  });

  test('with a snapshot from before a renewal brings back the end of before', () => {
    const lock = { kind: 'redis', watchdog: 'always' };
    const run = restarted(
      { persistence: { kind: 'snapshot', every: 9000 } },
      [{ ...down, at: 13_000 }, up(14_000), { kind: 'pause', node: 'A', at: 12_000, for: 30_000 }],
      {
        clients: [
          {
            id: 'A',
            policies: { lock },
            script: [
              { op: 'acquire', ttl: 30_000 },
              { op: 'work', for: 20_000 },
            ],
          },
        ],
      },
    );
    expect(run.told('grant', 'renew', 'forget', 'expire')).toEqual([
      '0 redis grant A',
      '10000 redis renew A',
      '30000 redis forget A',
    ]);
  });

  test('with a snapshot of a lock that has been released since holds it until its end', () => {
    const run = restarted(
      { persistence: { kind: 'snapshot', every: 1000 } },
      [{ ...down, at: 2200 }, up(3000)],
      {
        clients: [
          {
            id: 'A',
            policies: { lock: { kind: 'redis', watchdog: 'none' } },
            script: [{ op: 'acquire', ttl: 30_000 }, { op: 'sleep', for: 1500 }, { op: 'release' }],
          },
          {
            id: 'B',
            start: 4000,
            policies: { acquire: { kind: 'block', retry: 100 } },
            script: [{ op: 'acquire', ttl: 5000 }, { op: 'release' }],
          },
        ],
      },
    );
    expect(run.told('release', 'grant').slice(0, 3)).toEqual([
      '0 redis grant A',
      '1500 redis release A',
      '30000 redis grant B',
    ]);
  });
});

describe('the real profile', () => {
  const until = (profile: string, start: number) =>
    restarted({ profile }, [], {
      clients: [
        {
          id: 'A',
          policies: { lock: { kind: 'redis', watchdog: 'none' } },
          script: [{ op: 'acquire', ttl: 30_000 }],
        },
        { id: 'B', start, script: [{ op: 'acquire', ttl: 1000 }] },
      ],
    }).told('expire', 'grant', 'refuse')[1];

  test('a key is there at exactly its deadline millisecond and gone one later', () => {
    expect(until('plain', 30_000)).toBe('30000 redis expire A');
    expect(until('real', 30_000)).toBe('30000 redis refuse B acquire by A held');
    expect(until('real', 30_001)).toBe('30001 redis expire A');
  });
});

describe('a token that comes with the grant, from the same script', () => {
  const policies = { lock: { kind: 'standard', token: 'grant' } };
  const holder = (id: string, start: number) => ({
    id,
    start,
    policies,
    script: [
      { op: 'acquire', ttl: 3000 },
      { op: 'work', for: 1000 },
      { op: 'write', value: id },
      { op: 'release' },
    ],
  });
  const two = (service: Fields, faults: readonly Fields[] = [], second = 10_000) =>
    restarted(service, faults, { clients: [holder('A', 0), holder('B', second)] });

  test('is in the grant, and rises', () => {
    const run = two({});
    expect(run.told('grant')).toEqual(['0 redis grant A 1', '10000 redis grant B 2']);
    expect(run.word).toBe('safe');
  });

  test('goes back where the counter expires', () => {
    const run = two({ counter: { kind: 'expires', after: 5000 } });
    expect(run.told('grant')).toEqual(['0 redis grant A 1', '10000 redis grant B 1']);
    expect(run.word).toBe('at-risk: token-regression');
  });

  test('goes back where a restart or a failover lost the counter', () => {
    const none = { persistence: { kind: 'none' } };
    expect(two(none, [down, up(6000)]).findings).toEqual(['token-regression']);
    const stopped = [
      { kind: 'replica-stops', node: 'redis', at: 0 },
      { kind: 'crash', node: 'redis', at: 5000 },
      { kind: 'failover', node: 'redis', at: 6000 },
    ];
    const failed = two({ replica: {} }, stopped);
    expect(failed.told('grant')).toEqual(['0 redis grant A 1', '10000 redis-replica grant B 1']);
    expect(failed.findings).toEqual(['token-regression']);
    expect(two({ replica: {} }, stopped.slice(1)).word).toBe('safe');
  });

  test('is the one that the first of two commands gave', () => {
    const lock = { kind: 'standard', token: 'grant', attempt: { how: 'two-steps' } };
    const clients = [{ ...holder('A', 0), policies: { lock } }];
    expect(restarted({}, [], { clients }).told('grant', 'write')).toEqual([
      '0 redis grant A 1',
      '1000 store write A accepted 1',
    ]);
  });
});

test('a counter that expires begins again', () => {
  const counted = (counter: Fields) =>
    restarted({ counter }, [], {
      clients: [
        {
          id: 'A',
          policies: { lock: { kind: 'redis', watchdog: 'none' } },
          script: [
            { op: 'acquire', ttl: 1000 },
            { op: 'fence' },
            { op: 'write', value: 'x' },
            { op: 'sleep', for: 20_000 },
            { op: 'acquire', ttl: 1000 },
            { op: 'fence' },
            { op: 'write', value: 'y' },
          ],
        },
      ],
    }).told('write')[1];
  expect(counted({ kind: 'persistent' })).toBe('20000 store write A accepted 2');
  expect(counted({ kind: 'expires', after: 20_001 })).toBe('20000 store write A accepted 2');
  expect(counted({ kind: 'expires', after: 10_000 })).toBe('20000 store write A accepted 1');
});
