import type { ScenarioParameter } from '../schema.ts';

/** A parameter with a range: a length or an instant, in milliseconds. */
export type RangedParameter = Extract<ScenarioParameter, { kind: 'duration' }>;

/** How many values a strip looks at, if the range has as many steps. */
export const SAMPLES = 100;

/**
 * Values of a parameter spread evenly over its range, ascending, each a whole number of steps from the
 * smallest; the smallest and the largest are among them. At most `count`, which is 2 or more.
 */
export function sampleValues(parameter: RangedParameter, count: number = SAMPLES): readonly number[] {
  const last = stepsIn(parameter);
  const wanted = Math.min(count, last + 1);
  if (wanted < 2) return [valueAt(parameter, 0)];
  const values = Array.from({ length: wanted }, (_, index) =>
    valueAt(parameter, Math.round((index * last) / (wanted - 1))),
  );
  return values;
}

/** A value half way between two, at a whole step; null if no step lies between them. */
export function between(parameter: RangedParameter, low: number, high: number): number | null {
  const first = stepOf(parameter, low);
  const second = stepOf(parameter, high);
  return second - first < 2 ? null : valueAt(parameter, Math.floor((first + second) / 2));
}

/** The value at a whole step that is nearest to a share of the range: 0 is the smallest, 1 the largest. */
export function nearestValue(parameter: RangedParameter, share: number): number {
  const { min, max, step } = parameter;
  return valueAt(parameter, Math.max(0, Math.round((share * (max - min)) / step)));
}

/** The last step may be shorter: the largest value is always one. */
function stepsIn({ min, max, step }: RangedParameter): number {
  return Math.max(0, Math.ceil((max - min) / step - 1e-9));
}

function stepOf({ min, step }: RangedParameter, value: number): number {
  return Math.ceil((value - min) / step - 1e-9);
}

/** Microseconds are the smallest that there is: sums of fractions are rounded to them. */
function valueAt({ min, max, step }: RangedParameter, index: number): number {
  return Math.min(max, Math.round((min + index * step) * 1000) / 1000);
}
