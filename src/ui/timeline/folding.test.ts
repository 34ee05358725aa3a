import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldingOf } from './folding.ts';
import { axisOf, flatView, timeScale, trueView } from './scale.ts';

const run = (...times: readonly number[]) => ({ entries: times.map((t) => ({ t: t as never })) });
const EXTENT = { from: 0, to: 1_000_000 };

test('a long stretch without an entry of any run is folded, a short one is not', () => {
  const folding = foldingOf([run(0, 10_000, 600_000, 620_000, 990_000)], EXTENT);
  expect(folding?.gaps).toEqual([
    { from: 10_000, to: 600_000 },
    { from: 620_000, to: 990_000 },
  ]);
  expect(foldingOf([run(0, 40_000, 80_000)], { from: 0, to: 80_000 })?.gaps).toHaveLength(2);
  expect(foldingOf([run(...Array.from({ length: 101 }, (_, index) => index * 10_000))], EXTENT)).toBeNull();
});

test('what happens in one run alone keeps the time unfolded for all', () => {
  const [first, second] = [run(0, 1_000_000), run(0, 500_000, 1_000_000)];
  expect(foldingOf([first, second], EXTENT)?.gaps).toEqual([
    { from: 0, to: 500_000 },
    { from: 500_000, to: 1_000_000 },
  ]);
});

const runs = fc.array(
  fc
    .array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 30 })
    .map((times) => run(...times.toSorted((a, b) => a - b))),
  { minLength: 1, maxLength: 4 },
);

test('folded time rises with true time, and leads back to it; what is not folded keeps its length', () => {
  fc.assert(
    fc.property(
      runs,
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 20 }),
      (all, at) => {
        const folding = foldingOf(all, EXTENT);
        if (folding === null) return;
        const times = [...new Set(at)].toSorted((a, b) => a - b);
        for (const [index, time] of times.entries()) {
          expect(folding.toTrue(folding.toFolded(time))).toBeCloseTo(time, 3);
          const before = times[index - 1];
          if (before === undefined) continue;
          const length = folding.toFolded(time) - folding.toFolded(before);
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(time - before + 1e-6);
          const isApart = folding.gaps.every((gap) => gap.to <= before || gap.from >= time);
          if (isApart) expect(length).toBeCloseTo(time - before, 3);
        }
        for (const { entries } of all) {
          for (const { t } of entries) {
            expect(folding.gaps.every((gap) => t <= gap.from || t >= gap.to)).toBe(true);
          }
        }
      },
    ),
  );
});

test('a scale that folds maps there and back, and its ticks stand in view, apart, and outside of what is folded', () => {
  fc.assert(
    fc.property(runs, fc.nat(900_000), fc.integer({ min: 1000, max: 1_000_000 }), (all, from, length) => {
      const folding = foldingOf(all, EXTENT);
      if (folding === null) return;
      const view = { from, to: Math.min(1_000_000, from + length) };
      const scale = timeScale(view, 800, folding);
      expect(scale.x(view.from)).toBeCloseTo(0, 6);
      expect(scale.x(view.to)).toBeCloseTo(800, 6);
      for (const x of [0, 13, 400, 799]) expect(scale.x(scale.t(x))).toBeCloseTo(x, 3);
      const { ticks } = axisOf(view, 800, 92, folding);
      for (const [index, { time }] of ticks.entries()) {
        expect(scale.x(time)).toBeGreaterThanOrEqual(-1e-6);
        expect(scale.x(time)).toBeLessThanOrEqual(800 + 1e-6);
        expect(folding.gaps.every((gap) => time <= gap.from || time >= gap.to)).toBe(true);
        const before = ticks[index - 1];
        if (before !== undefined) expect(scale.x(time) - scale.x(before.time)).toBeGreaterThan(30);
      }
      const back = trueView(flatView(view, folding), folding);
      expect(back.from).toBeCloseTo(view.from, 3);
      expect(back.to).toBeCloseTo(view.to, 3);
    }),
  );
});
