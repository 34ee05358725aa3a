import { describe, expect, test } from 'vitest';

import { claimLine } from './testing/oracle/claim.ts';
import { claimsOf } from './testing/oracle/oracle.ts';
import { randomLines, smaller } from './testing/oracle/random-trace.ts';
import {
  accepted,
  believes,
  crash,
  expire,
  findingsIn,
  grant,
  note,
  rejected,
  release,
  renew,
  traceOf,
  wait,
  type Line,
} from './testing/trace-of.ts';
import { FINDING_KINDS, type TraceOrigin } from './types.ts';

const ORIGINS: readonly TraceOrigin[] = ['recorded', 'simulated'];
const SEEDS = 1200;

describe('the verdict finds what the definitions say', () => {
  test.each(ORIGINS)('in random traces, %s', (origin) => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const lines = randomLines(seed);
      if (agrees(lines, origin)) continue;
      const least = shrunk(lines, origin);
      const shown = least.map((line, seq) => `${String(seq)} ${JSON.stringify(line)}`).join('\n');
      expect(found(least, origin), `seed ${String(seed)}, shrunk to\n${shown}`).toEqual(
        claimed(least, origin),
      );
    }
  });

  test('in random traces that show every kind often', () => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < SEEDS; seed += 1) {
      for (const { kind } of findingsIn(traceOf(...randomLines(seed))))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    expect(FINDING_KINDS.filter((kind) => (kinds.get(kind) ?? 0) < 10)).toEqual([]);
  });
});

const forever: Line = { t: 0, ev: 'grant', client: 'A', token: 1 };
const end = (ev: Line['ev'], t: number, client: string): Line => ({ t, ev, client });
const work = (t: number, client: string): Line => ({ t, ev: 'work', client, unit: 'u', phase: 'end' });

/** Traces in which the verdict and the oracle once disagreed. */
const ONCE_APART: readonly (readonly [string, readonly Line[]])[] = [
  [
    'an end of a lease from before the log is no grant',
    [{ ...forever }, release(2, 'A'), end('revoke', 3, 'B'), accepted(4, 'A', 1)],
  ],
  ['two leases from before the log', [end('steal', 0, 'C'), end('steal', 1, 'A'), accepted(2, 'C', 1)]],
  ['a grant replaces a lease from before the log', [forever, end('revoke', 2, 'B'), accepted(3, 'B', 0)]],
  ['the same, rejected', [forever, end('forget', 2, 'B'), rejected(3, 'B', 0)]],
  [
    'an end of a lease from before the log after the promise',
    [grant(0, 'A', 1, 2), end('steal', 6, 'B'), accepted(7, 'A', 1)],
  ],
  ['a revocation of what had run out', [renew(1, 'A', 2), release(1, 'B'), end('revoke', 3, 'A')]],
  [
    'a leak before its holder acts again',
    [grant(0, 'A', 1, 10), crash(1, 'A'), expire(25, 'A'), end('restart', 26, 'A'), accepted(27, 'A', 1)],
  ],
  ['a second crash', [forever, crash(3, 'A'), end('restart', 5, 'A'), accepted(6, 'A', 1), crash(7, 'A')]],
  [
    'a key that went on twice',
    [forever, { t: 1, ev: 'grant', client: 'B' }, crash(2, 'A'), { t: 3, ev: 'grant', client: 'B' }],
  ],
  [
    'a key that went on after the work',
    [forever, { t: 1, ev: 'grant', client: 'B' }, work(2, 'A'), { t: 3, ev: 'grant', client: 'B' }],
  ],
  [
    'a lease that came back by its token',
    [
      forever,
      expire(1, 'A'),
      grant(2, 'A', 2),
      { t: 3, ev: 'renew', client: 'A', token: 1 },
      grant(4, 'A', 3),
      rejected(5, 'A', 1),
    ],
  ],
  ['a wait behind two crashes', [wait(0, 'B'), forever, crash(3, 'A'), crash(4, 'A'), note(9)]],
  ['who believes after a crash', [wait(0, 'B'), crash(2, 'A'), believes(3, 'A'), note(9)]],
];

describe('the verdict and the oracle agree on', () => {
  test.each(ONCE_APART)('%s', (_name, lines) => {
    for (const origin of ORIGINS) expect(found(lines, origin)).toEqual(claimed(lines, origin));
  });
});

function found(lines: readonly Line[], origin: TraceOrigin): readonly string[] {
  return findingsIn(traceOf(...lines), origin)
    .map(claimLine)
    .toSorted();
}

function claimed(lines: readonly Line[], origin: TraceOrigin): readonly string[] {
  return claimsOf(traceOf(...lines), origin)
    .map(claimLine)
    .toSorted();
}

function agrees(lines: readonly Line[], origin: TraceOrigin): boolean {
  return found(lines, origin).join() === claimed(lines, origin).join();
}

/** The least lines on which they still disagree. */
function shrunk(lines: readonly Line[], origin: TraceOrigin): readonly Line[] {
  for (const less of smaller(lines)) if (!agrees(less, origin)) return shrunk(less, origin);
  return lines;
}
