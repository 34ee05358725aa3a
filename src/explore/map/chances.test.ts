import { describe, expect, test } from 'vitest';
import type { Distribution } from '../../scenarios/map/distribution.ts';
import { drawn, runSeed } from './draws.ts';
import { wilson } from './wilson.ts';

const SEEDS = Array.from({ length: 20_000 }, (_, run) => runSeed(7, 3, run));

function values(distribution: Distribution): readonly number[] {
  return SEEDS.map((seed) => drawn(distribution, seed, 'pause')).toSorted((a, b) => a - b);
}

const middleOf = (sorted: readonly number[]): number => sorted[sorted.length / 2] ?? 0;
const meanOf = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;

describe('what is drawn', () => {
  test('a constant is what it is', () => {
    expect(new Set(values({ kind: 'constant', value: 5 }))).toEqual(new Set([5]));
  });

  test('is even from end to end', () => {
    const sorted = values({ kind: 'uniform', from: 10, to: 30 });
    expect(sorted[0]).toBeGreaterThanOrEqual(10);
    expect(sorted.at(-1)).toBeLessThan(30);
    expect(meanOf(sorted)).toBeCloseTo(20, 0);
    expect(sorted[5000]).toBeCloseTo(15, 0);
  });

  test('falls off as a life without memory does', () => {
    const sorted = values({ kind: 'exponential', mean: 100 });
    expect(meanOf(sorted) / 100).toBeCloseTo(1, 1);
    expect(middleOf(sorted) / (100 * Math.LN2)).toBeCloseTo(1, 1);
  });

  test('has a logarithm that is normal, and an end where one is given', () => {
    const sorted = values({ kind: 'log-normal', median: 50, spread: 0.8, atMost: 200 });
    expect(middleOf(sorted) / 50).toBeCloseTo(1, 1);
    // One deviation above the middle lie 84 in a hundred.
    expect(Math.log((sorted[Math.floor(0.8413 * sorted.length)] ?? 0) / 50) / 0.8).toBeCloseTo(1, 1);
    expect(sorted.at(-1)).toBe(200);
  });

  test('comes from a list of measured values as often as they stand in it', () => {
    const sorted = values({ kind: 'measured', values: [1, 1, 1, 9] });
    expect(new Set(sorted)).toEqual(new Set([1, 9]));
    expect(sorted.filter((value) => value === 9).length / sorted.length).toBeCloseTo(0.25, 1);
  });

  test('belongs to seed and name, and seeds to map, cell and run', () => {
    const even: Distribution = { kind: 'uniform', from: 0, to: 1 };
    expect(drawn(even, 5, 'a')).toBe(drawn(even, 5, 'a'));
    expect(drawn(even, 5, 'a')).not.toBe(drawn(even, 5, 'b'));
    expect(new Set([runSeed(1, 1, 1), runSeed(2, 1, 1), runSeed(1, 2, 1), runSeed(1, 1, 2)]).size).toBe(4);
    expect(new Set(SEEDS).size).toBeGreaterThan(19_990);
  });
});

describe("Wilson's interval", () => {
  test.each([
    [10, 100, 0.0552, 0.1744],
    [0, 200, 0, 0.0188],
    [200, 200, 0.9812, 1],
    [1, 2, 0.0945, 0.9055],
  ])('of %i of %i goes from %f to %f', (count, runs, lower, upper) => {
    const chance = wilson(count, runs);
    expect(chance.share).toBe(count / runs);
    expect(chance.lower).toBeCloseTo(lower, 4);
    expect(chance.upper).toBeCloseTo(upper, 4);
  });

  test('of nothing says nothing', () => {
    expect(wilson(0, 0)).toEqual({ share: 0, lower: 0, upper: 1 });
  });
});
