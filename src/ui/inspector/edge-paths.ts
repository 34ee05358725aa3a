import { curveBasis, line } from 'd3';
import type { PlacedEdge, Point } from './placed.ts';

/** The shapes of one edge as SVG paths. */
export interface EdgePaths {
  readonly line: string;
  /** Arrow heads at either end. */
  readonly headAtTo: string;
  readonly headAtFrom: string;
}

const known = new WeakMap<PlacedEdge, EdgePaths>();

/** The paths of an edge; made once, for a step lights other states and draws no other lines. */
export function edgePaths(edge: PlacedEdge): EdgePaths {
  const before = known.get(edge);
  if (before !== undefined) return before;
  const { points } = edge;
  const paths = {
    line: smooth(points) ?? '',
    headAtTo: head(points.at(-2), points.at(-1)),
    headAtFrom: head(points[1], points[0]),
  };
  known.set(edge, paths);
  return paths;
}

const smooth = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveBasis);

const HEAD_LENGTH = 6;
const HEAD_HALF = 3;

/** An arrow head with its tip at `tip`, coming from `from`. */
function head(from: Point | undefined, tip: Point | undefined): string {
  if (from === undefined || tip === undefined) return '';
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const x = (tip.x - from.x) / length;
  const y = (tip.y - from.y) / length;
  const baseX = tip.x - x * HEAD_LENGTH;
  const baseY = tip.y - y * HEAD_LENGTH;
  const corner = (side: number): string =>
    `${fixed(baseX - y * HEAD_HALF * side)} ${fixed(baseY + x * HEAD_HALF * side)}`;
  return `M${fixed(tip.x)} ${fixed(tip.y)}L${corner(1)}L${corner(-1)}Z`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
