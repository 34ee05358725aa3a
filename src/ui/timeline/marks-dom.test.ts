// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DrawnPath } from './drawing.ts';
import type { PlacedLabel } from './label-placement.ts';
import { MarksDom } from './marks-dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

interface Drawn {
  readonly paths: readonly DrawnPath[];
  readonly labels: readonly PlacedLabel[];
}

const paths = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        className: fc.constant(`tl-${id}`),
        d: fc.constantFrom('M0 0', 'M1 1'),
        fill: fc.constant(id < 'c' ? ('zombie' as const) : null),
        client: fc.constant(id === 'a' ? 1 : -1),
      }),
    ),
  ),
);
const box = { left: 0, right: 0, top: 0, bottom: 0 };
const labels = fc.array(
  fc.record({
    id: fc.string(),
    className: fc.constantFrom('tl-label', 'tl-label tl-halo'),
    text: fc.constantFrom('A token 1', 'expired', ''),
    x: fc.constantFrom(0, 10.25, 20),
    y: fc.constantFrom(5, 6),
    anchor: fc.constantFrom('start' as const, 'middle' as const, 'end' as const),
    size: fc.constantFrom(11, 12),
    bold: fc.boolean(),
    box: fc.constant(box),
  }),
  { maxLength: 5 },
);

function freshly(drawn: Drawn): string {
  const root = document.createElementNS(SVG, 'g');
  new MarksDom(root, 'p').show(drawn);
  return root.outerHTML;
}

test('what is shown after other drawings is what is shown at first', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ paths, labels }), { minLength: 1, maxLength: 5 }), (drawings) => {
      const root = document.createElementNS(SVG, 'g');
      const marks = new MarksDom(root, 'p');
      for (const drawn of drawings) {
        marks.show(drawn);
        expect(root.outerHTML).toBe(freshly(drawn));
      }
    }),
  );
});

test('marks that stay as they are keep their nodes, and nothing is written to them', async () => {
  const path = (id: string, d: string): DrawnPath => ({ id, className: id, d, fill: null, client: -1 });
  const root = document.createElementNS(SVG, 'g');
  const marks = new MarksDom(root, 'p');
  marks.show({ paths: [path('a', 'M0 0'), path('b', 'M0 0')], labels: [] });
  const seen: MutationRecord[] = [];
  const observer = new MutationObserver((records) => seen.push(...records));
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  marks.show({ paths: [path('a', 'M0 0'), path('b', 'M1 1')], labels: [] });
  await Promise.resolve();
  expect(seen.map(({ type, attributeName }) => [type, attributeName])).toEqual([['attributes', 'd']]);
  expect(root.querySelector('.b path')?.getAttribute('d')).toBe('M1 1');
});
