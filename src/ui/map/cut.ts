import type { MapDraw } from '../../scenarios/map/map-spec.ts';
import { isPointer } from '../../explore/map/targets.ts';
import type { MapTarget } from './targets-of.ts';

/** Smaller parts of all values are not told. */
const SMALL = 0.0005;

/** An end of a parameter's range that values beyond it are cut to, and which part of all values that is. */
export interface Cut {
  readonly end: 'least' | 'most';
  readonly at: number;
  readonly share: number;
}

/** Where a draw of a parameter is cut; places in the document have no range of their own. */
export function cutsOf({ from }: MapDraw, { id, min, max }: MapTarget): readonly Cut[] {
  if (isPointer(id) || (from.kind !== 'exponential' && from.kind !== 'log-normal')) return [];
  const below = (value: number): number => {
    if (value <= 0) return 0;
    return from.kind === 'exponential'
      ? 1 - Math.exp(-value / from.mean)
      : from.spread === 0
        ? Number(from.median <= value)
        : normalBelow(Math.log(value / from.median) / from.spread);
  };
  const isOwnMost = from.atMost !== undefined && from.atMost <= max;
  const cuts: readonly Cut[] = [
    { end: 'least', at: min, share: below(min) },
    ...(isOwnMost ? [] : [{ end: 'most' as const, at: max, share: 1 - below(max) }]),
  ];
  return cuts.filter(({ share }) => share >= SMALL);
}

/** The part of normal numbers below one (Abramowitz and Stegun 26.2.17; right to seven digits). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const factors = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  const beyond = density * factors.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return z >= 0 ? 1 - beyond : beyond;
}
