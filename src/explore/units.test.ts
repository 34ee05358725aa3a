import { expect, test } from 'vitest';
import { play } from '../engine/play.ts';
import type { Micros } from '../engine/time.ts';
import { judge } from '../engine/verdict/judge.ts';
import { explored, statusOf } from './testing/explored.ts';

/** Two clients, one after the other, each with a unit of work or without one. */
function asked(units: readonly (string | undefined)[], pause = 0) {
  const clients = units.map((unit, index) => ({
    id: index === 0 ? 'A' : 'B',
    start: index * 10,
    policies: { acquire: { kind: 'block', retry: 50 } },
    script: [
      { op: 'acquire', ttl: 200 },
      { op: 'work', for: 20, ...(unit === undefined ? {} : { unit }) },
      { op: 'write', value: 'done' },
      { op: 'release' },
    ],
  }));
  const { model, report } = explored({ id: 'units', clients }, { pause });
  return { model, report, status: statusOf(report, 'no-duplicate-work') };
}

test('the same unit twice under a lock that kept its word: the verdict of its counterexample says so as well', () => {
  const { model, report, status } = asked(['job', 'job']);
  expect(report.complete).toBe(true);
  expect(status).toBe('fails');
  const { property, schedule = { picks: [] }, endsAtUs = 0 } = report.counterexample ?? {};
  expect(property).toBe('no-duplicate-work');
  const { entries } = play({ ...model, horizon: endsAtUs as Micros }, schedule);
  const { findings } = judge(entries, { origin: 'simulated' });
  expect(findings.map(({ kind }) => kind)).toContain('duplicate-work');
});

test('units of their own', () => {
  const { report, status } = asked(['one', 'another'], 1);
  expect(report.complete).toBe(true);
  expect(status).toBe('holds');
});

test('without units there is nothing to ask', () => {
  expect(asked([undefined, undefined]).status).toBeUndefined();
});
