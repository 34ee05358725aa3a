import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box, LabelWish } from './label-placement.ts';
import { placeLabels, shorten } from './label-placement.ts';
import { estimateTextWidth } from './text-width.ts';

const choice = fc.record({
  text: fc.string({ minLength: 1, maxLength: 24 }),
  x: fc.double({ min: -50, max: 1050, noNaN: true }),
  y: fc.integer({ min: 0, max: 20 }).map((line) => line * 9),
  anchor: fc.constantFrom('start' as const, 'middle' as const, 'end' as const),
});
const wishes = fc
  .array(
    fc.record({
      rank: fc.integer({ min: 0, max: 8 }),
      size: fc.constantFrom(11, 12),
      bold: fc.boolean(),
      choices: fc.array(choice, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 80 },
  )
  .map((list) =>
    list.map((wish, index): LabelWish => ({ ...wish, id: String(index), className: '', within: [0, 1000] })),
  );
const boxes = fc.array(
  fc
    .record({ left: fc.integer({ min: 0, max: 1000 }), top: fc.integer({ min: 0, max: 200 }) })
    .map(({ left, top }): Box => ({ left, top, right: left + 18, bottom: top + 18 })),
  { maxLength: 20 },
);

test('labels overlap neither each other nor an obstacle, and stay within their bounds', () => {
  fc.assert(
    fc.property(wishes, boxes, (wishes, obstacles) => {
      const placed = placeLabels(wishes, obstacles, estimateTextWidth);
      for (const [index, label] of placed.entries()) {
        expect(label.box.left).toBeGreaterThanOrEqual(0);
        expect(label.box.right).toBeLessThanOrEqual(1000);
        for (const other of placed.slice(index + 1)) expect(overlap(label.box, other.box)).toBe(false);
        for (const obstacle of obstacles) expect(overlap(label.box, obstacle)).toBe(false);
      }
    }),
  );
});

test('the lower rank is placed first, the first choice that fits is taken, the rest is dropped', () => {
  const at = (text: string, x: number) => ({ text, x, y: 10, anchor: 'start' as const });
  const wish = (id: string, rank: number, ...choices: LabelWish['choices']): LabelWish => ({
    id,
    rank,
    choices,
    className: '',
    size: 11,
    bold: false,
    within: [0, 200],
  });
  const placed = placeLabels(
    [
      wish('late', 3, at('dropped', 0)),
      wish('moved', 2, at('long words', 0), at('long words', 120)),
      wish('shortened', 1, at('far too long for what is left of the line here', 60), at('short', 60)),
      wish('first', 0, at('first', 0)),
    ],
    [],
    estimateTextWidth,
  );
  expect(placed.map(({ id, text, x }) => [id, text, x])).toEqual([
    ['first', 'first', 0],
    ['shortened', 'short', 60],
    ['moved', 'long words', 120],
  ]);
});

test('shortened words fit, and end in an ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.integer({ min: 0, max: 300 }), (text, width) => {
      const style = { size: 12, bold: false };
      const short = shorten(text, width, style, estimateTextWidth);
      expect(short === '' || estimateTextWidth(short, 12, false) <= width || text === '').toBe(true);
      expect(short === text || short === '' || short.endsWith('…')).toBe(true);
    }),
  );
});

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
