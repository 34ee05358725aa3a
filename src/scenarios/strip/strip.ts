import { between, type RangedParameter } from './samples.ts';
import type { Sample } from './stretches.ts';

/** What comes out with a value. */
export type OutcomeAt = (value: number) => Sample['outcome'];

/**
 * Finds each edge between two neighbouring samples that differ, to a step of the parameter: more samples,
 * ascending, with the old ones among them. An edge that two changes hide between two equal samples is not
 * seen; nothing is said of values that were not played.
 */
export function withEdges(
  samples: readonly Sample[],
  parameter: RangedParameter,
  outcomeAt: OutcomeAt,
): readonly Sample[] {
  const found: Sample[] = [];
  for (const sample of samples) {
    const before = found.at(-1);
    if (before !== undefined && before.outcome !== sample.outcome)
      found.push(...edge(before, sample, parameter, outcomeAt));
    found.push(sample);
  }
  return found;
}

/** Halves the gap until no step lies inside; between two different ends one edge, the lowest found, is enough. */
function edge(
  low: Sample,
  high: Sample,
  parameter: RangedParameter,
  outcomeAt: OutcomeAt,
): readonly Sample[] {
  const value = between(parameter, low.value, high.value);
  if (value === null) return [];
  const middle = { value, outcome: outcomeAt(value) };
  const left = middle.outcome === low.outcome ? [] : edge(low, middle, parameter, outcomeAt);
  const right = middle.outcome === high.outcome ? [] : edge(middle, high, parameter, outcomeAt);
  return [...left, middle, ...right];
}
