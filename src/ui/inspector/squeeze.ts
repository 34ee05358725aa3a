import type { RegionLayout } from './placed.ts';

/** Least room between two states in a row, a state and a line, and two lines. */
const STATE_GAP = 4;
const LINE_GAP = 3;

/**
 * Pulls a layout together sideways until it is `maxWidth` wide, keeping the order within each row; null if
 * a row does not fit. States that would touch push each other and the lines between them aside.
 */
export function squeezed(layout: RegionLayout, maxWidth: number, margin: number): RegionLayout | null {
  const factor = (maxWidth - 2 * margin) / Math.max(1, layout.width - 2 * margin);
  if (factor >= 1) return layout;
  const x = (value: number): number => margin + (value - margin) * factor;
  const states = layout.states.map((state) => ({ ...state, x: x(state.x) }));
  const lines = layout.edges.map(({ points }) => points.map((point) => ({ ...point, x: x(point.x) })));
  for (const y of new Set(states.map((state) => state.y))) {
    const row: Item[] = [
      ...states.filter((state) => state.y === y).map((at) => ({ at, half: at.width / 2 })),
      // Ends of lines belong to their states; what lies between are the places where lines pass a row.
      ...lines.flatMap((points) =>
        points
          .slice(1, -1)
          .filter((point) => Math.abs(point.y - y) < 1)
          .map((at) => ({ at, half: 0 })),
      ),
    ];
    if (!spread(row, maxWidth, margin)) return null;
  }
  const edges = layout.edges.map((edge, index) => ({ ...edge, points: lines[index] ?? [] }));
  return { ...layout, width: maxWidth, states, edges };
}

interface Item {
  readonly at: { x: number };
  readonly half: number;
}

/** Moves the items of a row apart, first to the right and then back from the border; false if they do not fit. */
function spread(row: Item[], maxWidth: number, margin: number): boolean {
  row.sort((a, b) => a.at.x - b.at.x);
  let before: Item | undefined;
  for (const item of row) {
    const least = before === undefined ? margin + item.half : before.at.x + apart(before, item);
    item.at.x = Math.max(item.at.x, least);
    before = item;
  }
  let after: Item | undefined;
  for (const item of row.toReversed()) {
    const most = after === undefined ? maxWidth - margin - item.half : after.at.x - apart(item, after);
    item.at.x = Math.min(item.at.x, most);
    after = item;
  }
  const first = row[0];
  return first === undefined || first.at.x >= margin + first.half - 0.01;
}

function apart(a: Item, b: Item): number {
  return a.half + b.half + (a.half > 0 && b.half > 0 ? STATE_GAP : LINE_GAP);
}
