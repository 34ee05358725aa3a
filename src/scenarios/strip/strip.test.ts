import { expect, test } from 'vitest';
import { randomSequence } from '../../engine/random.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { builtin } from '../builtin/index.ts';
import { NO_EDITS } from '../edits.ts';
import { playConfiguration } from '../play-scenario.ts';
import { outcomeWith } from './outcome-with.ts';
import { between, sampleValues, type RangedParameter } from './samples.ts';
import { stretchesOf, type Sample } from './stretches.ts';
import { withEdges } from './strip.ts';

const range = (min: number, max: number, step: number): RangedParameter => ({
  kind: 'duration',
  id: 'pause',
  value: min,
  min,
  max,
  step,
});

test('samples begin and end with the range, are ascending and lie at whole steps', () => {
  const values = sampleValues(range(0, 30_000, 100), 100);
  expect(values).toHaveLength(100);
  expect(values[0]).toBe(0);
  expect(values.at(-1)).toBe(30_000);
  expect(values.every((value) => value % 100 === 0)).toBe(true);
  expect(values.toSorted((a, b) => a - b)).toEqual(values);
  expect(new Set(values).size).toBe(100);
});

test('a range with few steps is looked at whole, one that is a point once', () => {
  expect(sampleValues(range(1, 4, 1), 100)).toEqual([1, 2, 3, 4]);
  expect(sampleValues(range(0, 250, 100), 100)).toEqual([0, 100, 200, 250]);
  expect(sampleValues(range(5, 5, 1), 100)).toEqual([5]);
});

test('between two neighbouring steps there is nothing, else a step', () => {
  const parameter = range(0, 250, 100);
  expect(between(parameter, 0, 100)).toBeNull();
  expect(between(parameter, 200, 250)).toBeNull();
  expect(between(parameter, 0, 250)).toBe(100);
});

test('stretches cover all samples, neighbours differ', () => {
  const samples: readonly Sample[] = [
    { value: 0, outcome: 'no-finding' },
    { value: 1, outcome: 'no-finding' },
    { value: 2, outcome: 'corrupted' },
  ];
  expect(stretchesOf(samples)).toEqual([
    { outcome: 'no-finding', from: 0, to: 1 },
    { outcome: 'corrupted', from: 2, to: 2 },
  ]);
  expect(stretchesOf([])).toEqual([]);
});

test('an edge is found to the step, wherever it lies', () => {
  const next = randomSequence(11);
  for (let round = 0; round < 200; round += 1) {
    const parameter = range(0, 1000 + Math.floor(next() * 30_000), 1 + Math.floor(next() * 200));
    const cut = next() * parameter.max;
    const outcomeAt = (value: number): Sample['outcome'] => (value < cut ? 'fenced' : 'corrupted');
    const samples = sampleValues(parameter, 10).map((value) => ({ value, outcome: outcomeAt(value) }));
    const found = stretchesOf(withEdges(samples, parameter, outcomeAt));
    expect(found.map(({ outcome }) => outcome)).toEqual(['fenced', 'corrupted']);
    const [fenced, corrupted] = found;
    expect(corrupted!.from).toBeGreaterThanOrEqual(cut);
    expect(fenced!.to).toBeLessThan(cut);
    expect(between(parameter, fenced!.to, corrupted!.from)).toBeNull();
  }
});

test('a stretch between two that are alike at neighbouring samples is seen if a sample lies in it', () => {
  const parameter = range(0, 1000, 1);
  const outcomeAt = (value: number): Sample['outcome'] =>
    value >= 333 && value < 777 ? 'at-risk' : 'no-finding';
  const samples = [0, 500, 1000].map((value) => ({ value, outcome: outcomeAt(value) }));
  expect(stretchesOf(withEdges(samples, parameter, outcomeAt))).toEqual([
    { outcome: 'no-finding', from: 0, to: 332 },
    { outcome: 'at-risk', from: 333, to: 776 },
    { outcome: 'no-finding', from: 777, to: 1000 },
  ]);
});

test('the paused holder: each edge told is one of the runs themselves, on both sides', () => {
  const scenario = builtin('paused-holder')!;
  const still = { values: {}, schedule: ORDINARY, edits: NO_EDITS };
  for (const parameter of scenario.parameters) {
    if (parameter.kind !== 'duration') continue;
    for (const { id } of scenario.configurations) {
      const outcomeAt = outcomeWith(scenario, id, parameter.id, still);
      const samples = sampleValues(parameter, 12).map((value) => ({ value, outcome: outcomeAt(value) }));
      for (const { from, to, outcome } of stretchesOf(withEdges(samples, parameter, outcomeAt))) {
        for (const value of [from, to]) {
          const played = playConfiguration(scenario, id, { [parameter.id]: value });
          expect(played.ok && played.value.run.verdict.outcome).toBe(outcome);
        }
      }
    }
  }
});

test('the naive store of the paused holder is corrupted by long pauses alone', () => {
  const scenario = builtin('paused-holder')!;
  const pause = scenario.parameters.find(({ kind, id }) => kind === 'duration' && id.startsWith('pause'));
  expect(pause).toBeDefined();
  const still = { values: {}, schedule: ORDINARY, edits: NO_EDITS };
  const outcomeAt = outcomeWith(scenario, 'naive', pause!.id, still);
  const samples = sampleValues(pause as RangedParameter, 20).map((value) => ({
    value,
    outcome: outcomeAt(value),
  }));
  const stretches = stretchesOf(withEdges(samples, pause as RangedParameter, outcomeAt));
  expect(stretches[0]?.outcome).not.toBe('corrupted');
  expect(stretches.at(-1)?.outcome).toBe('corrupted');
});
