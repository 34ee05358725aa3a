import { expect, test } from 'vitest';
import { builtins } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { readScenario, resolveBody, type Scenario } from '../../scenarios/scenario.ts';
import { NOTHING, type Typed } from './asked.ts';
import { budgetOf, isBudget } from './budget-of.ts';
import { putBack } from './put-back.ts';

function scenario(id: string): Scenario {
  const found = builtins().find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

function budget(id: string, configuration: string, numbers: Typed['numbers'], changed = PLAIN) {
  const found = budgetOf(scenario(id), configuration, changed, { ...NOTHING, numbers });
  if (!isBudget(found)) throw new Error(JSON.stringify(found));
  return found;
}

const PLAIN = { values: {}, edits: NO_EDITS };

test('the first scenario: its pause takes more than its lease has', () => {
  const { figures, marks, budget: worst } = budget('paused-holder', 'naive', {});
  expect(figures).toMatchObject({
    renewing: 'none',
    ttl: 10_000,
    work: 2000,
    stop: 14_000,
    way: 200,
    write: 600,
  });
  // As in the picture: granted at 0.2 s, applied at 17.0 s.
  expect(worst).toMatchObject({ usedMs: 16_800, marginMs: -6800, longestStopMs: 7200 });
  expect(marks).toMatchObject({ ttl: 'scenario', stop: 'scenario', drift: 'assumed' });
});

test('typed numbers go into parameters, or the place that says them, and stay where there is none', () => {
  const numbers = { ttl: 20_000, stop: 7000, way: 250, drift: 0.01, write: 50_000 };
  const found = budget('paused-holder', 'naive', numbers);
  const back = putBack(scenario('paused-holder'), 'naive', PLAIN, found, { ...NOTHING, numbers });
  expect(back.values).toEqual({ ttl: 20_000, pause: 7000 });
  expect(back.edits.set).toEqual({ '/links/0/latency': 250 });
  expect(back.put).toEqual(['ttl', 'way', 'stop']);
  // Out of the parameter's range, and nowhere in the document.
  expect(back.kept).toEqual(['write', 'drift']);
  const again = budget('paused-holder', 'naive', {}, { values: back.values, edits: back.edits });
  expect(again.figures).toMatchObject({ ttl: 20_000, stop: 7000, way: 250, drift: 0 });
  expect(again.budget.marginMs).toBeGreaterThan(0);
});

test('a pause that was taken away is no stop, and one that was added has no place of its own', () => {
  const removed = { values: {}, edits: { ...NO_EDITS, removed: [0] } };
  expect(budget('paused-holder', 'naive', {}, removed).figures.stop).toBe(0);
  const added = { kind: 'pause', node: 'A', at: 100, for: 300 };
  const changed = { values: {}, edits: { ...NO_EDITS, removed: [0], added: [added] } };
  const found = budget('paused-holder', 'naive', { stop: 500 }, changed);
  expect(found.read.figures.stop).toBe(300);
  const typed = { ...NOTHING, numbers: { stop: 500 } };
  expect(putBack(scenario('paused-holder'), 'naive', changed, found, typed).kept).toEqual(['stop']);
});

test('what would break the scenario, or change nothing that the page shows, stays here', () => {
  const request = {
    timeout: 100,
    retries: 2,
    pause: 50,
    backOff: { kind: 'exponential', factor: 2, cap: 80 },
  };
  const read = readScenario({
    format: 'fenceline-scenario',
    version: 1,
    id: 'twice-stopped',
    horizon: 20_000,
    configurations: [{ id: 'only', set: {} }],
    service: { id: 'lock', kind: 'redis' },
    stores: [{ kind: 'naive' }],
    clients: [
      {
        id: 'A',
        policies: { lock: { kind: 'standard', request } },
        script: [
          { op: 'acquire', ttl: 1000 },
          { op: 'work', for: 500 },
          { op: 'write', value: 'a' },
          { op: 'sleep', for: 700 },
        ],
      },
    ],
    faults: [
      { kind: 'pause', node: 'A', at: 2000, for: 6000 },
      { kind: 'pause', node: 'A', at: 10_000, for: 5000 },
    ],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const numbers = { ttl: 2000, cap: 0, work: 400, stop: 3000, backoff: 60 };
  const typed = { ...NOTHING, numbers };
  const found = budgetOf(read.value, 'only', PLAIN, typed);
  if (!isBudget(found)) throw new Error(JSON.stringify(found));
  expect(found.read.figures).toMatchObject({ stop: 6000, cap: 80, work: 500 });
  const back = putBack(read.value, 'only', PLAIN, found, typed);
  // A cap of nothing cannot be read; the other pause is longer than what was typed.
  expect(back.kept).toEqual(['cap', 'stop']);
  expect(back.put).toEqual(['ttl', 'backoff', 'work']);
  expect(resolveBody(read.value, 'only', back.values, back.edits).ok).toBe(true);
  const again = budgetOf(read.value, 'only', { values: back.values, edits: back.edits }, NOTHING);
  expect(again).toMatchObject({ figures: { ttl: 2000, work: 400, backoff: 60, stop: 6000, cap: 80 } });
});

test('a third of the TTL follows the TTL that is typed', () => {
  const changed = { values: { renewal: 'watchdog' }, edits: NO_EDITS };
  expect(budget('paused-holder', 'naive', {}, changed).figures).toMatchObject({
    renewing: 'steady',
    interval: 3333.333,
  });
  expect(budget('paused-holder', 'naive', { ttl: 30_000 }, changed)).toMatchObject({
    figures: { interval: 10_000 },
    marks: { interval: 'module', ttl: 'typed' },
  });
});

test('every scenario that comes with the product has a budget in each configuration, or says why not', () => {
  const kinds = new Map<string, number>();
  for (const one of builtins()) {
    for (const { id } of one.configurations) {
      const found = budgetOf(one, id, PLAIN, NOTHING);
      const kind = isBudget(found) ? 'budget' : found.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (isBudget(found)) expect(Number.isNaN(found.budget.marginMs)).toBe(false);
    }
  }
  expect(kinds.get('problem')).toBeUndefined();
  expect(kinds.get('budget')).toBeGreaterThan(150);
});
