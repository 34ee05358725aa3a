import { describe, expect, test } from 'vitest';

import { judge } from './judge.ts';
import { outcomeOf } from './outcome.ts';
import {
  accepted,
  believes,
  expire,
  grant,
  rejected,
  release,
  traceOf,
  wait,
  type Line,
} from './testing/trace-of.ts';
import type { Finding, FindingKind, Outcome } from './types.ts';

const found = (kind: FindingKind, unreplaced?: true): Finding => ({
  kind,
  ...(unreplaced === undefined ? {} : { unreplaced }),
  t: 0 as Finding['t'],
  client: 'A',
  key: 'lock',
  entry: 0,
  causes: [0],
  facts: {},
});

describe('outcome', () => {
  test.each<[Outcome, readonly Finding[]]>([
    ['corrupted', [found('stale-write-accepted'), found('rightful-write-rejected')]],
    ['corrupted', [found('lost-update')]],
    ['refused', [found('rightful-write-rejected'), found('leaked-lease')]],
    ['blocked', [found('leaked-lease'), found('overlapping-leases')]],
    ['blocked', [found('starvation')]],
    ['at-risk', [found('stale-write-accepted', true), found('stale-write-rejected')]],
    ['at-risk', [found('overlapping-leases')]],
    ['at-risk', [found('wrong-release')]],
    ['at-risk', [found('token-regression')]],
    ['at-risk', [found('false-loss')]],
    ['at-risk', [found('duplicate-work')]],
    ['fenced', [found('stale-write-rejected')]],
    ['safe', []],
    ['safe', [found('overlapping-beliefs')]],
  ])('%s', (outcome, findings) => {
    expect(outcomeOf(findings, [])).toBe(outcome);
  });

  test('is never safe where something is not recorded', () => {
    expect(outcomeOf([], ['starvation'])).toBe('no-finding');
    expect(outcomeOf([found('stale-write-rejected')], ['starvation'])).toBe('fenced');
  });
});

describe('not recorded', () => {
  const missing = (...lines: readonly Line[]) => judge(traceOf(...lines), { origin: 'recorded' }).notRecorded;

  test('names what a log lacks the entries for', () => {
    expect(missing(grant(0, 'A', 1, 10))).toEqual(['starvation', 'duplicate-work', 'false-loss']);
    expect(missing(grant(0, 'A', 1, 10), wait(1, 'B'))).toEqual(['duplicate-work', 'false-loss']);
    expect(missing({ t: 0, ev: 'work', client: 'A', unit: 'u', phase: 'end' })).toEqual([
      'starvation',
      'false-loss',
    ]);
    expect(missing({ ...believes(0, 'A'), margin: 1 })).toEqual(['starvation', 'duplicate-work']);
  });

  test('a simulation records everything', () => {
    const verdict = judge(traceOf(grant(0, 'A', 1, 10), release(1, 'A')), { origin: 'simulated' });
    expect(verdict).toMatchObject({ outcome: 'safe', notRecorded: [] });
  });

  test('an empty trace has nothing to judge', () => {
    expect(judge([], { origin: 'recorded' })).toMatchObject({ outcome: 'no-finding', findings: [] });
  });
});

test('findings come in the order of their entries', () => {
  const trace = traceOf(
    grant(0, 'A', 1, 10),
    expire(10, 'A'),
    grant(11, 'B', 1, 21),
    rejected(12, 'B', 1),
    accepted(13, 'A', 1),
  );
  const { findings } = judge(trace, { origin: 'recorded' });
  expect(findings.map(({ entry }) => entry)).toEqual([2, 3, 4]);
});
