import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const LEASES = ['grant', 'expire', 'release', 'revoke', 'forget'];

/** Workers of one process, by what each does. */
function run(workers: readonly Fields[], service: Fields = {}, parts: Fields = {}) {
  return shown(
    small({
      service: { kind: 'in-process', ...service },
      clients: workers.map((worker, index) => ({ id: `g${String(index + 1)}`, process: 'P', ...worker })),
      ...parts,
    }),
  );
}

const queues = { acquire: { kind: 'queue' } };
const holds = (ms: number, value: string, ttl = 30_000) => [
  { op: 'acquire', ttl },
  { op: 'work', for: ms },
  { op: 'write', value },
  { op: 'release' },
];

describe('a lock inside a process', () => {
  test('excludes the other workers of the process, who have it in turn', () => {
    const inTurn = run([
      { script: holds(5000, 'a') },
      { start: 1000, policies: queues, script: holds(1000, 'b') },
      { start: 2000, policies: queues, script: holds(1000, 'c') },
    ]);
    expect(inTurn.told(...LEASES)).toEqual([
      '0 g1 grant',
      '5002 g1 release',
      '5002 g2 grant',
      '6004 g2 release',
      '6004 g3 grant',
      '7006 g3 release',
    ]);
    expect(inTurn.word).toBe('safe');
  });

  test('refuses who tries once, and whose patience ends', () => {
    const refused = run([
      { script: holds(5000, 'a') },
      { start: 1000, script: holds(1, 'b') },
      { start: 1000, policies: { acquire: { kind: 'queue', timeout: 2000 } }, script: holds(1, 'c') },
      { start: 1500, policies: queues, script: holds(1000, 'd') },
    ]);
    expect(refused.told('abandon')).toEqual(['1000 g2 abandon held', '3000 g3 abandon timeout']);
    expect(refused.told('grant')).toEqual(['0 g1 grant', '5002 g4 grant']);
  });

  test('excludes nobody in another process', () => {
    const two = run([{ script: holds(5000, 'a') }, { process: 'Q', start: 1000, script: holds(1000, 'b') }]);
    expect(two.told('grant')).toEqual(['0 g1 grant', '1000 g2 grant']);
    expect(two.word).toBe('at-risk: overlapping-beliefs, overlapping-leases');
  });

  test('is lost with its process, and free when that is up again', () => {
    const crashed = run(
      [{ script: holds(5000, 'a') }, { start: 3000, script: holds(500, 'b') }],
      {},
      {
        faults: [
          { kind: 'crash', node: 'P', at: 1000 },
          { kind: 'restart', node: 'P', at: 2000 },
        ],
      },
    );
    expect(crashed.told(...LEASES).slice(0, 3)).toEqual(['0 g1 grant', '1000 g1 forget', '2000 g1 grant']);
    expect(crashed.findings).not.toContain('leaked-lease');
  });

  test('is counted for a worker who asks again', () => {
    const nested = [
      { op: 'acquire', ttl: 30_000, reentrant: true },
      { op: 'acquire', ttl: 30_000, reentrant: true },
      { op: 'release' },
      { op: 'work', for: 1000 },
      { op: 'release' },
    ];
    const twice = run([
      { policies: { lock: { kind: 'standard', reentrancy: 'count' } }, script: nested },
      {
        start: 500,
        policies: { ...queues, lock: { kind: 'standard', reentrancy: 'count' } },
        script: holds(1, 'b'),
      },
    ]);
    expect(twice.told('grant', 'release').slice(0, 3)).toEqual([
      '0 g1 grant',
      '1000 g1 release',
      '1000 g2 grant',
    ]);
  });
});

describe('its traps (S5.30)', () => {
  test('the hard TTL lets a rival in beside a holder whose work takes 31 s', () => {
    const lock = { kind: 'standard', records: 'by-worker' };
    const late = run([
      { policies: { lock }, script: holds(31_000, 'a') },
      { start: 1000, policies: { ...queues, lock }, script: holds(5000, 'b') },
    ]);
    expect(late.told('grant', 'expire')).toEqual(['0 g1 grant', '30000 g1 expire', '30000 g2 grant']);
    expect(late.word).toBe('corrupted: overlapping-beliefs, stale-write-accepted');
    const soon = run([
      { script: holds(29_000, 'a') },
      { start: 1000, policies: queues, script: holds(5000, 'b') },
    ]);
    expect(soon.word).toBe('safe');
  });

  test('an entry that is dropped and made anew is held twice', () => {
    const workers = [
      { script: holds(1000, 'a') },
      { start: 500, policies: queues, script: holds(5000, 'b') },
      { start: 2000, script: holds(1000, 'c') },
    ];
    const dropped = run(workers, { entries: 'dropped' });
    expect(dropped.told('grant')).toEqual(['0 g1 grant', '1002 g2 grant', '2000 g3 grant']);
    expect(dropped.word).toBe('at-risk: overlapping-beliefs, overlapping-leases');
    expect(run(workers).word).toBe('safe');
  });

  test('the timer of an earlier hold ends a later one', () => {
    const workers = [
      { script: holds(10_000, 'a') },
      { start: 12_000, script: holds(25_000, 'b') },
      { start: 13_000, policies: queues, script: holds(1000, 'c') },
    ];
    const unbound = run(workers, { timer: 'unbound' });
    expect(unbound.told('grant', 'release', 'revoke', 'expire').slice(0, 5)).toEqual([
      '0 g1 grant',
      '10002 g1 release',
      '12000 g2 grant',
      '30000 g2 revoke by g1',
      '30000 g3 grant',
    ]);
    expect(unbound.findings).toEqual(
      expect.arrayContaining(['wrong-release', 'overlapping-leases', 'stale-write-accepted']),
    );
    expect(run(workers).word).toBe('safe');
  });
});

test('there is no node to strike, and no record for a store to look at', () => {
  const service = { kind: 'in-process' };
  const clients = [{ id: 'A', script: [] }];
  expect(
    problemsOf(small({ service, clients, faults: [{ kind: 'crash', node: 'in-process', at: 1 }] })),
  ).toEqual(['faults.0.node: "in-process" takes no part; it must be one of store, A']);
  expect(problemsOf(small({ service, clients, stores: [{ kind: 'authoritative' }] }))).toEqual([
    'stores.0.kind: "authoritative" looks at the lock service\'s record, and "in-process" has none',
  ]);
  expect(
    problemsOf(
      small({
        service,
        clients: [
          { id: 'A', policies: { lock: { kind: 'standard', renewal: { kind: 'watchdog' } } }, script: [] },
        ],
      }),
    ),
  ).toEqual([expect.stringMatching(/renewal.kind: "watchdog" cannot be had at "in-process"/)]);
});
