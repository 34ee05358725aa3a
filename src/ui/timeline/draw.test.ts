import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timelineText } from '../../text/timeline.ts';
import { badNetwork, pausedHolder, synthetic, twoKeys, watchdog, wrongRelease } from './dev/sketches.ts';
import { drawPanel } from './draw.ts';
import { panelGeometry } from './geometry.ts';
import { layoutRun } from './layout.ts';
import type { RunPicture } from './picture.ts';
import { timeScale } from './scale.ts';

const PICTURES: readonly (readonly [string, RunPicture])[] = [
  ['paused holder', layoutRun(pausedHolder(true))],
  ['wrong release', layoutRun(wrongRelease())],
  ['bad network', layoutRun(badNetwork())],
  ['watchdog', layoutRun(watchdog())],
  ['two keys', layoutRun(twoKeys())],
  ['a log of 3,000', layoutRun(synthetic(3000))],
];

const views = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.001, max: 1, noNaN: true }))
  .map(([from, share]) => ({ from: from * (1 - share), share }));

describe.each(PICTURES)('%s', (_name, picture) => {
  const whole = picture.until - picture.start;

  test('in any view each entry is drawn alone or in one block, and labels keep clear of each other', () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 200, max: 1600 }), fc.boolean(), (view, width, namesAbove) => {
        const from = picture.start + view.from * whole;
        const scale = timeScale({ from, to: from + view.share * whole }, width);
        const geometry = panelGeometry(picture, { stretch: 1, namesAbove });
        const { densities, labels } = drawPanel(picture, geometry, scale, timelineText);
        for (const [index, { marks }] of picture.lanes.entries()) {
          const density = densities[index];
          const ranges = [
            ...(density?.alone ?? []),
            ...(density?.blocks.map((block) => [block.first, block.last] as const) ?? []),
          ].toSorted((a, b) => a[0] - b[0]);
          const inView = [...marks.t.keys()].filter(
            (at) => marks.t[at]! >= scale.from && marks.t[at]! <= scale.to,
          );
          const shown = ranges.flatMap(([first, last]) =>
            Array.from({ length: last - first }, (_, at) => first + at),
          );
          expect(shown).toEqual(inView);
        }
        for (const [index, { box }] of labels.entries()) {
          for (const other of labels.slice(index + 1)) {
            const apart =
              box.right <= other.box.left ||
              other.box.right <= box.left ||
              box.bottom <= other.box.top ||
              other.box.bottom <= box.top;
            expect(apart).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is a few dozen paths, whatever its length', () => {
    const scale = timeScale({ from: picture.start, to: picture.until }, 1000);
    const geometry = panelGeometry(picture, { stretch: 1, namesAbove: false });
    expect(drawPanel(picture, geometry, scale, timelineText).paths.length).toBeLessThan(90);
  });
});

test('findings in dense regions keep their shapes', () => {
  const picture = layoutRun(synthetic(10_000));
  const geometry = panelGeometry(picture, { stretch: 1, namesAbove: false });
  const { paths } = drawPanel(
    picture,
    geometry,
    timeScale({ from: 0, to: picture.until }, 1000),
    timelineText,
  );
  const classes = paths.map(({ className }) => className);
  expect(classes).toContain('tl-glyph-fill tl-tone-corrupted');
  expect(classes).toContain('tl-glyph-fill tl-tone-fenced');
  expect(classes).toContain('tl-density');
});

test('what went wrong is said in the picture', () => {
  const words = (fenced: boolean): readonly string[] => {
    const picture = layoutRun(pausedHolder(fenced));
    const geometry = panelGeometry(picture, { stretch: 1, namesAbove: false });
    const scale = timeScale({ from: 0, to: picture.until }, 900);
    return drawPanel(picture, geometry, scale, timelineText).labels.map(({ text }) => text);
  };
  expect(words(false)).toEqual(
    expect.arrayContaining([
      'stale write accepted, token 1',
      'believes 7.2 s past its lease, B was granted the key',
      'paused 14 s',
    ]),
  );
  expect(words(true)).toContain('stale write rejected: token 1, fence 2');
});
