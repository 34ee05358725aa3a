import { expect, test } from 'vitest';
import { prepareSweep } from '../../explore/map/sweep.ts';
import { whichTtl, type TtlAnswer } from '../../explore/map/which-ttl.ts';
import { wilson } from '../../explore/map/wilson.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import type { TtlAsk } from '../map/ask.ts';
import { subjectOf, type Subject } from '../map/subject.ts';
import { usualTtl } from '../map/usual.ts';
import { answerWords } from './answer-words.ts';
import { takeoverQuestion } from './takeover-question.ts';

const ask: TtlAsk = {
  ttl: { target: 'ttl', from: 1000, to: 3000, cells: 3, scale: 'linear' },
  target: 0.01,
  draws: [],
  runs: 1000,
  seed: 1,
  point: null,
};
const takeover = { count: 9, medianMs: 1200, p95Ms: 1450 };
const answer = (corrupted: readonly number[], runs = 1000): TtlAnswer =>
  whichTtl(
    { ...ask, format: 'fenceline-ttl', version: 1, configuration: 'a', values: {}, draws: [] },
    corrupted.map((count, cell) => ({ cell, corrupted: wilson(count, runs), takeover }) as never),
  );

test('the answer is one sentence, with what it costs', () => {
  expect(answerWords(ask, answer([900, 0, 0]), true, 'done')).toEqual([
    'From 2 s on every TTL tried keeps corruption under 1 in 100, upper end of the 95 % interval included. A takeover then takes 1.2 s in the median, 1.45 s at the 95th percentile.',
  ]);
  expect(answerWords(ask, answer([0, 0, 0]), true, 'done')[1]).toBe(
    'That is the smallest that was tried: a shorter one, under 1 s, may do as well.',
  );
});

test('that no TTL does, or that runs are too few, is said; and nothing before all were played', () => {
  expect(answerWords(ask, answer([900, 500, 100]), true, 'done')).toEqual([
    'No TTL tried from 1 s to 3 s keeps corruption under 1 in 100, upper end of the 95 % interval included.',
    'The lowest upper end is 12 %. It takes at least 381 runs at each TTL, none of them corrupted, to show less than 1 in 100.',
  ]);
  const few = { ...ask, runs: 50 };
  expect(answerWords(few, answer([0, 0, 0], 50), true, 'done')[0]).toContain(
    '50 runs at each TTL are too few',
  );
  expect(answerWords(ask, answer([0]), false, 'waits')).toEqual([
    'The answer stands once every TTL was played.',
  ]);
});

test('no sentence contradicts the curve: a stretch that does is told with the later one that does not', () => {
  expect(answerWords(ask, answer([900, 5, 0]), true, 'done')[0]).toMatch(
    /^The longest TTL tried, 3 s, keeps corruption .*; no other does\. A takeover/u,
  );
  expect(answerWords(ask, answer([0, 900, 0]), true, 'done').slice(0, 2)).toEqual([
    expect.stringMatching(/^From 3 s on every TTL tried keeps/u),
    '1 s does too, but 2 s does not. That may be noise: more runs at each TTL tell.',
  ]);
  expect(answerWords(ask, answer([0, 0, 20]), true, 'done')).toEqual([
    'There is no TTL tried from which on every one keeps corruption under 1 in 100, upper end of the 95 % interval included: those from 1 s to 2 s do, but 3 s, which is longer, does not. That may be noise: more runs at each TTL tell.',
  ]);
});

test('takeovers that could not be measured are not told as none that were seen', () => {
  const { points, smallest, leastRuns } = answer([0, 0, 0]);
  if (smallest === null) throw new Error('no answer');
  const without = { points, smallest: { ...smallest, takeover: null }, leastRuns };
  const cost = (takeovers: 'done' | 'waits' | 'failed'): string =>
    answerWords(ask, without, true, takeovers)[0] ?? '';
  expect(cost('failed')).toContain('could not be measured');
  expect(cost('failed')).not.toContain('No takeover was seen');
  expect(cost('done')).toContain('No takeover was seen');
});

test('what few measured values, and a target beyond all runs, cannot show is said', () => {
  const draws = [{ target: 'pause', from: { kind: 'measured' as const, values: [1, 2, 3] } }];
  expect(answerWords({ ...ask, draws }, answer([0, 0, 0]), true, 'done')).toContain(
    '3 measured values say nothing of longer pauses; the interval covers the number of runs only.',
  );
  const rare = whichTtl(
    { ...ask, target: 1e-6, format: 'fenceline-ttl', version: 1, configuration: 'a', values: {}, draws: [] },
    [],
  );
  expect(answerWords({ ...ask, target: 1e-6 }, rare, false, 'waits')[0]).toContain('cannot be shown here');
});

function subject(id: string, configuration: string): Subject {
  const scenario = builtins().find((one) => one.id === id);
  const found = scenario === undefined ? null : subjectOf(scenario, configuration, {}, NO_EDITS);
  if (found?.ok !== true) throw new Error(id);
  return found.value;
}

test('takeovers are those of a holder that stops for good: one in every run, and later with a longer TTL', () => {
  const of = subject('watchdog-only-reentrant', 'always');
  const usual = usualTtl(of);
  const question = usual === null ? null : takeoverQuestion(of, { ...usual, runs: 20 });
  if (question === null) throw new Error('no question');
  // The length of a pause means nothing to a crash; when it begins does.
  expect(question.job.draws.map(({ target }) => target)).toEqual(['/faults/0/at']);
  const sweep = prepareSweep(question.job);
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  const [shorter, longer] = [14, 29].map((cell) => sweep.value.cell(cell).takeover);
  expect([shorter?.count, longer?.count]).toEqual([20, 20]);
  expect(longer?.medianMs).toBeGreaterThan(shorter?.medianMs ?? Infinity);
});

test('where nobody is paused there is no such question', () => {
  expect(takeoverQuestion(subject('setnx-then-crash', 'one-command'), ask)).toBeNull();
});
