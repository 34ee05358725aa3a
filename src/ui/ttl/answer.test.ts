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
  expect(answerWords(ask, answer([900, 5, 0]), true, true)).toEqual([
    'The smallest TTL tried that keeps corruption under 1 in 100, upper end of the 95 % interval included, is 3 s. A takeover then takes 1.2 s in the median, 1.45 s at the 95th percentile.',
  ]);
  expect(answerWords(ask, answer([0, 0, 0]), true, true)[1]).toBe(
    'That is the smallest that was tried: a shorter one, under 1 s, may do as well.',
  );
});

test('that no TTL does, or that runs are too few, is said; and nothing before all were played', () => {
  expect(answerWords(ask, answer([900, 500, 100]), true, true)).toEqual([
    'No TTL from 1 s to 3 s keeps corruption under 1 in 100, upper end of the 95 % interval included.',
    'The lowest upper end is 12 %. It takes at least 381 runs at each TTL, none of them corrupted, to show less than 1 in 100.',
  ]);
  const few = { ...ask, runs: 50 };
  expect(answerWords(few, answer([0, 0, 0], 50), true, true)[0]).toContain('50 runs at each TTL are too few');
  expect(answerWords(ask, answer([0]), false, false)).toEqual([
    'The answer stands once every TTL was played.',
  ]);
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
