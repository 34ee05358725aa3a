import { expect, test } from 'vitest';
import type { Figures } from '../../scenarios/budget/figures.ts';
import { worstCase } from '../../scenarios/budget/worst-case.ts';
import { text } from './words.ts';

const PLAIN: Figures = {
  renewing: 'steady',
  believing: 'until-deadline',
  countsFrom: 'request',
  isTold: true,
  stopsAtFirstError: false,
  ttl: 1000,
  interval: 300,
  failed: 1,
  timeout: 100,
  retries: 0,
  backoff: 0,
  factor: 1,
  cap: 0,
  way: 1,
  work: 0,
  slept: 0,
  write: 20,
  drift: 0,
  stop: 0,
  margin: 100,
  allowance: 0,
  late: 0,
};

const said = (changed: Partial<Figures>): string => {
  const figures = { ...PLAIN, ...changed };
  const budget = worstCase(figures);
  expect(budget).toMatchObject({ limit: 'own-deadline' });
  return text.sentence('A', figures, budget);
};

const NOTHING_STALE = 'nothing goes stale by that';

test('nothing is promised of a lease given up where a stop alone makes it late', () => {
  expect(said({})).toContain('before it would stop believing');
  expect(said({ failed: 2 })).toContain(NOTHING_STALE);
  // 200 ms are left without the stop.
  const stopped = said({ stop: 500 });
  expect(stopped).not.toContain(NOTHING_STALE);
  expect(stopped).toContain('a write after the stop can be stale');
});

test('nor where a write sent just before the deadline arrives after the lease', () => {
  const late = said({ failed: 2, write: 150 });
  expect(late).not.toContain(NOTHING_STALE);
  expect(late).toContain('takes up to 150 ms and is stale');
});
