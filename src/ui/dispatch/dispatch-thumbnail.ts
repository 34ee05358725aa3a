import { DISPATCH_MODES } from '../../scenarios/dispatch/dispatch-model.ts';
import type { DispatchCell, Written } from '../../scenarios/dispatch/dispatch-run.ts';
import { dispatchSettings } from '../../scenarios/dispatch/parameters.ts';
import { playDispatch } from '../../scenarios/dispatch/play-dispatch.ts';
import { THUMBNAIL_WIDTH, type Thumbnail, type ThumbnailShape } from '../gallery/thumbnail.ts';
import { clientClass, toneClass } from '../timeline/colours.ts';

const EDGE = 6;
const ROW = 8;
const GAP = 6;

/** The comparison drawn very small: the three modes under each other, a row a node, a column a tick. */
export function dispatchThumbnail(): Thumbnail {
  const runs = DISPATCH_MODES.map((mode) => playDispatch(mode, dispatchSettings({})));
  const columns = Math.max(...runs.map(({ ticks }) => ticks)) + 2;
  const width = (THUMBNAIL_WIDTH - 2 * EDGE) / columns;
  const shapes: ThumbnailShape[] = [];
  let y = EDGE;
  for (const { nodes, ticks } of runs) {
    for (const { cells, late } of nodes) {
      for (const [tick, cell] of cells.entries())
        shapes.push(...cellShapes(cell, EDGE + tick * width, y, width));
      shapes.push(...countShapes(late, EDGE + (ticks + 0.5) * width, y, width));
      y += ROW;
    }
    y += GAP;
  }
  return { height: y - GAP + EDGE, shapes };
}

function cellShapes(cell: DispatchCell, x: number, y: number, width: number): readonly ThumbnailShape[] {
  const { poll, leads, stall, holds } = cell;
  const shapes: ThumbnailShape[] = [];
  if (stall !== null) shapes.push(bar(x, y + 2.5, width, 2, 'gt-pause'));
  if (leads || holds !== null) shapes.push(bar(x, y + 6, width, 1.5, `${clientClass(0)} gt-belief`));
  return poll === null ? shapes : [...shapes, ...countShapes(poll.written, x, y, width)];
}

/** A square for what was done, a diamond for what was done again, a shield, here a drop, for what was refused. */
function countShapes(
  { effects, duplicates, refused }: Written,
  x: number,
  y: number,
  width: number,
): readonly ThumbnailShape[] {
  const middle = x + width / 2;
  const shapes: ThumbnailShape[] = [];
  if (effects > duplicates) shapes.push(bar(middle - 2.5, y, 5, 5, 'gt-done'));
  if (duplicates > 0) {
    const d = `M${px(middle)} ${px(y - 1)}l3.5 3.5l-3.5 3.5l-3.5 -3.5z`;
    shapes.push({ d, className: `gt-finding ${toneClass('at-risk')}` });
  }
  if (refused > 0) {
    const d = `M${px(middle - 3)} ${px(y - 1)}h6v4l-3 3.5l-3 -3.5z`;
    shapes.push({ d, className: `gt-finding ${toneClass('fenced')}` });
  }
  return shapes;
}

function bar(x: number, y: number, width: number, height: number, className: string): ThumbnailShape {
  return { d: `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`, className };
}

function px(value: number): string {
  return value.toFixed(1).replace(/\.0$/u, '');
}
