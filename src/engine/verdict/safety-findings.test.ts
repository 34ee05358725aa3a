import { describe, expect, test } from 'vitest';

import {
  accepted,
  believes,
  crash,
  disbelieves,
  expire,
  findingsIn,
  grant,
  kindsIn,
  release,
  renew,
  traceOf,
  type Line,
} from './testing/trace-of.ts';

const A = grant(0, 'A', 1, 30);
const B = grant(10, 'B', 2, 40);

describe('overlapping leases', () => {
  test.each<[string, Line]>([
    ['loss of state', { t: 5, ev: 'forget', client: 'A' }],
    ['an early revocation', { t: 5, ev: 'revoke', client: 'A', by: 'B' }],
    ['a steal', { t: 5, ev: 'steal', client: 'A', by: 'B' }],
  ])('%s does not end the promise', (_name, end) => {
    expect(kindsIn(traceOf(A, end, B))).toContain('overlapping-leases');
  });

  test.each<[string, Line]>([
    ['its expiry', expire(5, 'A')],
    ['its release', release(5, 'A')],
  ])('%s ends the promise', (_name, end) => {
    expect(kindsIn(traceOf(A, end, B))).toEqual([]);
  });

  test('the promise ends at its promised end, expired late or not', () => {
    expect(kindsIn(traceOf(A, grant(30, 'B', 2, 60)))).toEqual([]);
    expect(kindsIn(traceOf(A, grant(31, 'B', 2, 60), expire(32, 'A')))).toEqual([]);
    expect(kindsIn(traceOf(A, grant(29.999, 'B', 2, 60)))).toEqual(['overlapping-leases']);
  });

  test('a renewal that brings a lease back meets the promise of another', () => {
    const trace = traceOf(A, expire(30, 'A'), grant(31, 'B', 2, 60), renew(32, 'A', 62));
    expect(findingsIn(trace)).toMatchObject([{ kind: 'overlapping-leases', entry: 3, client: 'A' }]);
  });

  test('grants to one client do not overlap, nor do those that are dead at once', () => {
    expect(kindsIn(traceOf(A, grant(10, 'A', 2, 40)))).toEqual([]);
    expect(kindsIn(traceOf(grant(0, 'A', 1, 0), grant(0, 'B', 2, -1), grant(0, 'C', 3, 10)))).toEqual([]);
  });

  test('an older promise is seen behind a newer one that is over', () => {
    const trace = traceOf(A, { t: 1, ev: 'forget', client: 'A' }, grant(2, 'B', 2, 4), grant(5, 'C', 3, 15));
    expect(findingsIn(trace).filter(({ kind }) => kind === 'overlapping-leases')).toMatchObject([
      { client: 'B', facts: { other: 'A' } },
      { client: 'C', facts: { other: 'A' } },
    ]);
  });

  test('a promise that the service forgot is off once its client is granted the key anew', () => {
    const lost: Line = { t: 1, ev: 'forget', client: 'A' };
    const again = [grant(3, 'A', 3, 9), release(4, 'A')];
    const alone = traceOf(A, lost, ...again, grant(5, 'C', 4, 15));
    expect(kindsIn(alone)).toEqual([]);
    // The same behind a promise of another that still counts.
    const behind = traceOf(A, lost, grant(2, 'B', 2, 40), ...again, release(4, 'B'), grant(5, 'C', 4, 15));
    expect(findingsIn(behind).filter(({ kind }) => kind === 'overlapping-leases')).toMatchObject([
      { client: 'B', facts: { other: 'A' } },
      { client: 'A', facts: { other: 'B' } },
    ]);
  });
});

describe('overlapping beliefs', () => {
  test('fires once for each that joins, and not for beliefs one after the other', () => {
    const trace = traceOf(believes(0, 'A'), believes(1, 'B'), believes(2, 'B'), disbelieves(3, 'A'));
    expect(findingsIn(trace)).toMatchObject([{ kind: 'overlapping-beliefs', entry: 1, client: 'B' }]);
    expect(kindsIn(traceOf(believes(0, 'A'), disbelieves(1, 'A'), believes(1, 'B')))).toEqual([]);
  });

  test('who crashed believes nothing', () => {
    expect(kindsIn(traceOf(believes(0, 'A'), crash(1, 'A'), believes(2, 'B')))).toEqual([]);
  });

  test('is a hazard and no outcome', async () => {
    const { judge } = await import('./judge.ts');
    const trace = traceOf(believes(0, 'A'), believes(1, 'B'));
    expect(judge(trace, { origin: 'simulated' }).outcome).toBe('safe');
    expect(judge(trace, { origin: 'recorded' }).outcome).toBe('no-finding');
  });
});

describe('lost update', () => {
  const from = (base: number, line: Line): Line => ({ ...line, base });

  test('fires on a write from a version that is no longer current', () => {
    const trace = traceOf(A, from(0, accepted(1, 'A', 1)), from(0, accepted(2, 'A', 1)));
    expect(findingsIn(trace)).toMatchObject([{ kind: 'lost-update', facts: { base: 0, version: 1 } }]);
  });

  test('does not fire from the current version, on another record or store, or where nothing was read', () => {
    const one = from(0, accepted(1, 'A', 1));
    expect(kindsIn(traceOf(A, one, from(1, accepted(2, 'A', 1))))).toEqual([]);
    expect(kindsIn(traceOf(A, one, { ...one, t: 2, record: 'other' }))).toEqual([]);
    expect(kindsIn(traceOf(A, one, { ...one, t: 2, store: 'other' }))).toEqual([]);
    expect(kindsIn(traceOf(A, one, accepted(2, 'A', 1)))).toEqual([]);
  });

  test('a rejected write loses nothing and makes no version', () => {
    const refused: Line = { t: 1, ev: 'write', client: 'A', token: 1, outcome: 'rejected', base: 0 };
    expect(kindsIn(traceOf(A, refused, from(0, accepted(2, 'A', 1))))).toEqual(['rightful-write-rejected']);
  });
});

describe('wrong release', () => {
  test('fires on a revoke, even by the holder itself', () => {
    expect(kindsIn(traceOf(A, { t: 1, ev: 'revoke', client: 'A', by: 'B' }))).toEqual(['wrong-release']);
    expect(kindsIn(traceOf(A, { t: 1, ev: 'revoke', client: 'A', by: 'A' }))).toEqual(['wrong-release']);
  });

  test('does not fire on a steal, a forget, a release by another, or where nothing was left to end', () => {
    expect(kindsIn(traceOf(A, { t: 1, ev: 'steal', client: 'A', by: 'B' }))).toEqual([]);
    expect(kindsIn(traceOf(A, { t: 1, ev: 'forget', client: 'A' }))).toEqual([]);
    expect(kindsIn(traceOf(A, { t: 1, ev: 'release', client: 'A', by: 'B' }))).toEqual([]);
    expect(kindsIn(traceOf(A, release(1, 'A'), { t: 2, ev: 'revoke', client: 'A', by: 'B' }))).toEqual([]);
  });
});

describe('token regression', () => {
  test('fires when a token is not higher than an earlier one', () => {
    expect(kindsIn(traceOf(A, release(1, 'A'), grant(2, 'B', 1, 12)))).toEqual(['token-regression']);
    expect(kindsIn(traceOf(A, release(1, 'A'), grant(2, 'A', 0, 12)))).toEqual(['token-regression']);
  });

  test('does not fire when tokens rise, are absent, or belong to another key', () => {
    expect(kindsIn(traceOf(A, release(1, 'A'), grant(2, 'B', 5, 12)))).toEqual([]);
    const bare: Line = { t: 2, ev: 'grant', client: 'B', expires: 12 };
    expect(kindsIn(traceOf(A, release(1, 'A'), bare))).toEqual([]);
    expect(kindsIn(traceOf(A, { ...grant(2, 'B', 1, 12), key: 'other' }))).toEqual([]);
  });
});
