import * as v from 'valibot';
import { bad, good, type Problem, type Result } from '../../engine/result.ts';
import { LONGEST_MS, number } from '../schema-parts.ts';

const notNegative = v.pipe(number, v.minValue(0, 'must not be negative'));
const aboveZero = v.pipe(
  number,
  v.check((value) => value > 0, 'must be more than 0'),
);

/** Ends of what has none by itself: what lies beyond is taken for the end. */
const ends = { atLeast: v.optional(notNegative), atMost: v.optional(aboveZero) };

/** The most values of a list of one's own. */
const MOST_MEASURED = 10_000;

/**
 * What a value is drawn from; in the unit of what is drawn: milliseconds for times, a chance from 0 to 1. What has no
 * upper end is cut at `atMost`; left out, at 24 hours.
 */
export const distributionSchema = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('constant'), value: notNegative }),
    v.strictObject({ kind: v.literal('uniform'), from: notNegative, to: notNegative }),
    v.strictObject({ kind: v.literal('exponential'), mean: aboveZero, ...ends }),
    /** `spread` is the standard deviation of the logarithm. */
    v.strictObject({
      kind: v.literal('log-normal'),
      median: aboveZero,
      spread: notNegative,
      ...ends,
    }),
    v.strictObject({
      kind: v.literal('measured'),
      values: v.pipe(
        v.array(notNegative),
        v.minLength(1, 'must have at least one value'),
        v.maxLength(MOST_MEASURED, `must be at most ${String(MOST_MEASURED)} values`),
      ),
    }),
  ],
  'must have kind "constant", "uniform", "exponential", "log-normal" or "measured"',
);
export type Distribution = v.InferOutput<typeof distributionSchema>;

/** The smallest and the largest value that may be drawn. */
export function extremesOf(distribution: Distribution): readonly [number, number] {
  switch (distribution.kind) {
    case 'constant':
      return [distribution.value, distribution.value];
    case 'uniform':
      return [distribution.from, distribution.to];
    case 'measured':
      return distribution.values.reduce(
        ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
        [Infinity, 0],
      );
    default:
      return [distribution.atLeast ?? 0, distribution.atMost ?? LONGEST_MS];
  }
}

const UNITS: Readonly<Record<string, number>> = {
  us: 0.001,
  µs: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
};

/**
 * Reads a pasted list of measured durations: numbers apart by spaces, commas, semicolons or lines, each with a unit
 * (us, ms, s, m) or in milliseconds; what follows a "#" is a remark. Problems name line and word.
 */
export function readMeasured(text: string): Result<readonly number[]> {
  const values: number[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    const words = (line.split('#')[0] ?? '').split(/[\s,;]+/u).filter((word) => word !== '');
    for (const word of words) {
      const [, digits = '', unit = 'ms'] =
        /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(us|µs|ms|s|m|min)?$/iu.exec(word) ?? [];
      const value = digits === '' ? Number.NaN : Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
      if (Number.isFinite(value) && value <= LONGEST_MS) values.push(value);
      else
        problems.push({
          where: `line ${String(index + 1)}`,
          what: `"${word.slice(0, 40)}" is no duration such as 250, 250ms or 1.5s, of at most 24 hours`,
        });
    }
  }
  if (problems.length > 0) return bad(...problems.slice(0, 20));
  if (values.length === 0) return bad({ where: 'line 1', what: 'has no value' });
  if (values.length > MOST_MEASURED)
    return bad({ where: 'list', what: `must be at most ${String(MOST_MEASURED)} values` });
  return good(values);
}
