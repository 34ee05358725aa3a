import { expect, test } from 'vitest';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import { play } from '../engine/play.ts';
import type { Micros } from '../engine/time.ts';
import { judge } from '../engine/verdict/judge.ts';
import { prepareJob } from './job.ts';

/** Two clients, one after the other, each with a unit of work or without one. */
function explored(units: readonly (string | undefined)[], store = 'fenced', pause = 0) {
  const prepared = prepareJob({
    kind: 'scenario',
    document: {
      format: 'fenceline-scenario',
      version: 1,
      id: 'units',
      horizon: 10_000,
      service: { kind: 'lease-manager' },
      stores: [{ kind: store }],
      latency: 5,
      configurations: [{ id: 'only', set: {} }],
      clients: units.map((unit, index) => ({
        id: index === 0 ? 'A' : 'B',
        start: index * 10,
        policies: { acquire: { kind: 'block', retry: 50 } },
        script: [
          { op: 'acquire', ttl: 200 },
          { op: 'work', for: 20, ...(unit === undefined ? {} : { unit }) },
          { op: 'write', value: 'done' },
          { op: 'release' },
        ],
      })),
    },
    configuration: 'only',
    values: {},
    budget: { pause, crash: 0, lose: 0, late: 0 },
    keepsFaults: false,
    pausedHolder: false,
    maxStates: 100_000,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  const { exploration, model, report } = prepared.value;
  while (exploration.run(10_000));
  const found = report();
  return {
    model: withoutHorizon(model),
    report: found,
    status: found.properties.find(({ name }) => name === 'no-duplicate-work')?.status,
  };
}

test('the same unit twice under a lock that kept its word: the verdict of its counterexample says so as well', () => {
  const { model, report, status } = explored(['job', 'job']);
  expect(report.complete).toBe(true);
  expect(status).toBe('fails');
  const { property, schedule = { picks: [] }, endsAtUs = 0 } = report.counterexample ?? {};
  expect(property).toBe('no-duplicate-work');
  const { entries } = play({ ...model, horizon: endsAtUs as Micros }, schedule);
  const { findings } = judge(entries, { origin: 'simulated' });
  expect(findings.map(({ kind }) => kind)).toContain('duplicate-work');
});

test('units of their own', () => {
  const { report, status } = explored(['one', 'another'], 'fenced', 1);
  expect(report.complete).toBe(true);
  expect(status).toBe('holds');
});

test('without units there is nothing to ask', () => {
  expect(explored([undefined, undefined]).status).toBeUndefined();
});
