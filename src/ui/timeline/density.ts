import type { LaneMarks } from './picture.ts';
import { at, lowerBoundOf, upperBoundOf } from './search.ts';
import type { TimeScale } from './scale.ts';

/** Entries that stand too close to be seen one by one, drawn as one block with their number. */
export interface DensityBlock {
  readonly from: number;
  readonly to: number;
  /** Indices into the lane's marks: from `first` up to, not including, `last`. */
  readonly first: number;
  readonly last: number;
  /** Entries in each bucket of the block, for the height of its columns. */
  readonly columns: readonly DensityColumn[];
}

/** One bucket of a block. */
export interface DensityColumn {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How the marks of a lane are shown in a view: some alone, the others in blocks. Each is in exactly one. */
export interface LaneDensity {
  /** Ranges of indices drawn one by one. */
  readonly alone: readonly (readonly [first: number, last: number])[];
  readonly blocks: readonly DensityBlock[];
}

/** A lane with no more entries than this in view shows each of them, however close they are. */
export const MOST_IN_LANE = 150;
const BUCKET_PX = 8;
/** A bucket with more entries than this is too dense: less than 2 px for each. */
const MOST_IN_BUCKET = 6;

/**
 * Splits the marks in view. Buckets lie on a fixed grid of time, so that panning does not make them flicker;
 * the cost grows with the pixels and not with the entries.
 */
export function densityOf(marks: LaneMarks, scale: TimeScale): LaneDensity {
  const first = lowerBoundOf(marks.t, scale.from);
  const last = upperBoundOf(marks.t, scale.to);
  if (last - first <= MOST_IN_LANE) return { alone: last > first ? [[first, last]] : [], blocks: [] };

  const step = bucketStep(scale);
  const alone: [number, number][] = [];
  const blocks: DensityBlock[] = [];
  let open: { from: number; to: number; first: number; last: number; columns: DensityColumn[] } | null = null;
  let index = first;
  while (index < last) {
    const from = Math.floor(at(marks.t, index) / step) * step;
    const to = from + step;
    const next = Math.max(index + 1, Math.min(last, lowerBoundOf(marks.t, to)));
    const count = next - index;
    if (count > MOST_IN_BUCKET) {
      const column = { from, to, count };
      if (open !== null && open.to === from) {
        open.to = to;
        open.last = next;
        open.columns.push(column);
      } else {
        if (open !== null) blocks.push(open);
        open = { from, to, first: index, last: next, columns: [column] };
      }
    } else {
      const run = alone.at(-1);
      if (run?.[1] === index) run[1] = next;
      else alone.push([index, next]);
    }
    index = next;
  }
  if (open !== null) blocks.push(open);
  return { alone, blocks };
}

/** Whether a moment lies in one of the blocks. */
export function inBlock(blocks: readonly DensityBlock[], time: number): boolean {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(blocks, middle).to <= time) low = middle + 1;
    else high = middle;
  }
  return low < blocks.length && at(blocks, low).from <= time;
}

/** The power of two of microseconds nearest to the width of a bucket. */
function bucketStep(scale: TimeScale): number {
  const wanted = scale.perPixel * BUCKET_PX;
  return 2 ** Math.round(Math.log2(Math.max(wanted, 2 ** -10)));
}
