import { expect, test } from 'vitest';

import { median, percentile, ratio, timeRoundsMs } from './harness.ts';

test('median of an odd and an even number of values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('No values');
});

test('percentile takes the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 95)).toBe(95);
  expect(percentile(values, 0)).toBe(1);
  expect(percentile(values, 100)).toBe(100);
  expect(percentile([7], 95)).toBe(7);
});

test('a ratio is taken within each round', () => {
  expect(ratio('slow', [20, 200, 40], 'fast', [10, 100, 10])).toMatchObject({ value: 2, ratioTo: 'fast' });
  expect(() => ratio('slow', [1], 'fast', [1, 2])).toThrow('same rounds');
});

test('warm-up rounds are not counted', async () => {
  const seen: number[] = [];
  const times = await timeRoundsMs({ rounds: 3, warmUps: 2, prepare: (round) => round }, (round) =>
    seen.push(round),
  );
  expect(seen).toEqual([-2, -1, 0, 1, 2]);
  expect(times).toHaveLength(3);
});
