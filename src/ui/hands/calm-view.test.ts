import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calmView } from './calm-view.ts';

const BEFORE = { from: 0, to: 1000 };

test.each([500, 700, 1000, 1100])('runs that end at %d leave the view as it was', (to) => {
  expect(calmView(BEFORE, { from: 0, to })).toBe(BEFORE);
});

test('runs that become a little longer still do not change a view that was made longer', () => {
  const longer = calmView(BEFORE, { from: 0, to: 1101 });
  expect(longer).toEqual({ from: 0, to: 1250 });
  expect(calmView(BEFORE, { from: 0, to: 1200 })).toEqual(longer);
});

test('runs are never cut by more than a tenth, nor take less than half of the view', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (before, now) => {
      const { from, to } = calmView({ from: 0, to: before }, { from: 0, to: now });
      expect(from).toBe(0);
      expect(now).toBeLessThanOrEqual(to * 1.1 * (1 + 1e-9));
      expect(now).toBeGreaterThanOrEqual(to * 0.5 * (1 - 1e-9));
    }),
  );
});
