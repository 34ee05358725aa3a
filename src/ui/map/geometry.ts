import { scaleLinear, scaleLog } from 'd3';
import type { MapAxis } from '../../scenarios/map/map-spec.ts';
import { valueWords } from '../../text/map-parts.ts';

/** A mark of an axis: where, as a part of its length from 0 to 1, and what it says. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Where a value lies along a side, from 0 to 1, with each cell's value in its middle; null: beyond its ends. */
export function placeOf({ from, to, cells, scale }: MapAxis, value: number): number | null {
  const half = 0.5 / cells;
  if (cells === 1 || from === to) return value === from ? 0.5 : null;
  const ends = [half, 1 - half] as const;
  if (scale === 'log' && value <= 0) return null;
  const place =
    scale === 'log'
      ? scaleLog().domain([from, to]).range(ends)(value)
      : scaleLinear().domain([from, to]).range(ends)(value);
  return place >= -1e-9 && place <= 1 + 1e-9 ? place : null;
}

/** The cell along a side whose value is nearest to one. */
export function nearestCell(axis: MapAxis, value: number): number {
  const place = placeOf(axis, value);
  if (place === null) return value < axis.from === axis.from < axis.to ? 0 : axis.cells - 1;
  return Math.min(axis.cells - 1, Math.max(0, Math.floor(place * axis.cells)));
}

/** About so many marks at round values. */
export function ticksOf(axis: MapAxis, unit: 'time' | 'chance' | 'rate', count: number): readonly Tick[] {
  const { from, to, cells, scale } = axis;
  const label = (value: number): string => valueWords(value, unit);
  if (cells === 1 || from === to) return [{ at: 0.5, label: label(from) }];
  const values =
    scale === 'log'
      ? scaleLog().domain([from, to]).ticks(count)
      : scaleLinear().domain([from, to]).ticks(count);
  const few = scale === 'log' ? spread(values, count) : values;
  return few.flatMap((value) => {
    const at = placeOf(axis, value);
    return at === null ? [] : [{ at, label: label(value) }];
  });
}

function spread(values: readonly number[], count: number): readonly number[] {
  const every = Math.max(1, Math.ceil(values.length / (count + 1)));
  return values.filter((_, index) => index % every === 0);
}

/** Ordered steps in which a share is shown: none, then up to each of these. */
const STEPS = [0.05, 0.25, 0.5, 0.9, 1] as const;
export const STEP_COUNT = STEPS.length + 1;

/** The step of a share: 0 for none at all. */
export function stepOf(share: number): number {
  if (share <= 0) return 0;
  return STEPS.findIndex((most) => share <= most) + 1;
}
