import { expect, test } from 'vitest';
import type { Micros } from '../../engine/time.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playScenario } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import { counterpart } from './counterpart.ts';
import { firstDifference } from './first-difference.ts';
import { interestingMoment, nextFinding } from './moments.ts';

const [naive, fenced, atTakeover] = runsOf('paused-holder');

test('two runs of one schedule part where the stores judge one write differently', () => {
  const difference = firstDifference(naive!, fenced!);
  expect(difference).toMatchObject({
    left: { ev: 'write', client: 'A', outcome: 'accepted' },
    right: { ev: 'write', client: 'A', outcome: 'rejected' },
    only: null,
  });
  expect(difference?.left?.t).toBe(17_000_000);
});

test('the fence that a store states with a write is no difference of its own', () => {
  const write = fenced!.entries.find((entry) => entry.ev === 'write');
  expect(write?.fence).toBe(2);
  expect(firstDifference(naive!, fenced!)?.seq).toBeGreaterThan(write?.seq ?? Infinity);
});

test('an entry that one run alone has is said to be in that one alone', () => {
  expect(firstDifference(fenced!, atTakeover!)).toMatchObject({ right: { ev: 'fence' }, only: 'right' });
  expect(firstDifference(atTakeover!, fenced!)).toMatchObject({ left: { ev: 'fence' }, only: 'left' });
});

test('a run differs from itself nowhere, and from a shorter one where that ends', () => {
  expect(firstDifference(naive!, naive!)).toBeNull();
  const cut: Run = { ...naive!, entries: naive!.entries.slice(0, 10) };
  expect(firstDifference(naive!, cut)).toMatchObject({ seq: 10, right: null, only: 'left' });
});

test('the numbers of entries alone are no difference', () => {
  const moved: Run = {
    ...naive!,
    entries: naive!.entries.map((entry) => ({ ...entry, cause: null })),
  };
  expect(firstDifference(naive!, moved)).toBeNull();
});

test('how conversations and proofs are named is no difference, unless equal ones become different', () => {
  const asks = (...values: readonly string[]): Run => ({
    ...naive!,
    entries: values.map((value, seq) => ({
      seq,
      t: 0 as Micros,
      actor: `C${String(seq)}`,
      cause: null,
      ev: 'send',
      message: `${value}>redis#1`,
      to: 'redis',
      body: { type: 'set-nx', key: 'lock', value, ref: value },
    })),
  });
  expect(firstDifference(asks('a-1', 'b-1'), asks('A.1', 'B.1'))).toBeNull();
  expect(firstDifference(asks('same', 'same'), asks('A.1', 'B.1'))?.seq).toBe(1);
  expect(firstDifference(asks('a-1', 'b-1'), asks('same', 'same'))?.seq).toBe(1);
});

test('counterparts are equal up to the parting, the same matter at it, and not later in time after it', () => {
  const difference = firstDifference(naive!, fenced!);
  for (let seq = 0; seq < naive!.entries.length; seq += 1) {
    const place = counterpart(naive!, fenced!, difference, { seq, t: null });
    if (seq <= difference!.seq) expect(place).toBe(seq);
    expect(fenced!.entries[place]!.t).toBeLessThanOrEqual(naive!.entries[seq]!.t);
  }
});

test('a page opens at the decisive finding of its first run, and at the end where all is well', () => {
  const moment = interestingMoment(naive!, [naive!, fenced!]);
  expect(naive!.entries[moment.seq]).toMatchObject({ ev: 'write', client: 'A' });
  const [safe] = runsOf('renew-before-expiry');
  expect(interestingMoment(safe!, [safe!]).seq).toBe(safe!.entries.length - 1);
  // The first run is well, the second is not.
  const mixed = interestingMoment(atTakeover!, [atTakeover!, naive!]);
  expect(atTakeover!.entries[mixed.seq]!.t).toBe(17_000_000);
});

test('next finding goes forward and round', () => {
  const runs = [naive!, fenced!];
  const first = nextFinding(naive!, runs, { seq: 0, t: null });
  const second = nextFinding(naive!, runs, first!);
  expect(second!.seq).toBeGreaterThan(first!.seq);
  expect(nextFinding(naive!, runs, second!)).toEqual(first);
  const [safe] = runsOf('renew-before-expiry');
  expect(nextFinding(safe!, [safe!], { seq: 0, t: null })).toBeNull();
});

function runsOf(id: string): readonly Run[] {
  const played = playScenario(builtin(id)!, {});
  if (!played.ok) throw new Error('a built-in scenario plays');
  return played.value.map(({ run }) => run);
}
