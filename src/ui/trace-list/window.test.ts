import fc from 'fast-check';
import { expect, test } from 'vitest';
import { revealed, ROW_PX, rowsOf } from './window.ts';

test('a row that is in view moves nothing', () => {
  expect(revealed({ top: 100, height: 400 }, 3, 1000)).toBe(100);
});

test('any row comes into view, and only what can be seen is in the document', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.nat(20_000),
      fc.integer({ min: ROW_PX, max: 3000 }),
      fc.nat(1_000_000),
      (count, wanted, height, from) => {
        const row = wanted % count;
        const top = revealed({ top: Math.min(from, count * ROW_PX), height }, row, count);
        const { first, end } = rowsOf({ top, height }, count);
        expect(row).toBeGreaterThanOrEqual(first);
        expect(row).toBeLessThan(end);
        expect(row * ROW_PX).toBeGreaterThanOrEqual(top);
        expect((row + 1) * ROW_PX).toBeLessThanOrEqual(top + height);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(height / ROW_PX) + 6);
      },
    ),
  );
});

test('a list of nothing has no rows', () => {
  expect(rowsOf({ top: 0, height: 500 }, 0)).toEqual({ first: 0, end: 0 });
});
