import type { TtlSpec } from '../../scenarios/map/map-spec.ts';
import { valuesOf } from '../../scenarios/map/map-spec.ts';
import type { CellResult } from './cell.ts';
import type { SweepJob } from './sweep.ts';
import { wilson, type Chance } from './wilson.ts';
import type { Json } from '../../engine/trace.ts';

/** One TTL: how likely a run is corrupted, and what a takeover takes; times in milliseconds. */
export interface TtlPoint {
  readonly ttlMs: number;
  readonly corrupted: Chance;
  readonly takeover: CellResult['takeover'];
}

/** Both curves, and the answer. */
export interface TtlAnswer {
  readonly points: readonly TtlPoint[];
  /** The smallest TTL from which on no upper end exceeds the target; null: none that was tried. */
  readonly smallest: TtlPoint | null;
  /** Runs that no TTL can do with less of: with so many, and none corrupted, the upper end is at the target. */
  readonly leastRuns: number;
}

/** The sweep that answers the question, of a document with the edits of the question put in. */
export function ttlJob(document: Json, { configuration, values, ttl, draws, runs, seed }: TtlSpec): SweepJob {
  return { document, configuration, values, axes: [ttl], draws, runs, seed };
}

/** Reads the answer off the cells of that sweep, in their order. */
export function whichTtl({ ttl, target }: TtlSpec, cells: readonly CellResult[]): TtlAnswer {
  const values = valuesOf(ttl);
  const points = cells
    .map(({ cell, corrupted, takeover }) => ({ ttlMs: values[cell] ?? 0, corrupted, takeover }))
    .toSorted((a, b) => a.ttlMs - b.ttlMs);
  const lastBad = points.findLastIndex(({ corrupted }) => corrupted.upper > target);
  return { points, smallest: points[lastBad + 1] ?? null, leastRuns: leastRuns(target) };
}

function leastRuns(target: number): number {
  let runs = 1;
  while (wilson(0, runs).upper > target) runs *= 2;
  let tooFew = runs / 2;
  while (runs - tooFew > 1) {
    const middle = Math.floor((runs + tooFew) / 2);
    if (wilson(0, middle).upper > target) tooFew = middle;
    else runs = middle;
  }
  return runs;
}
