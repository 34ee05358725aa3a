import type { Outcome } from '../../engine/verdict/types.ts';

/** What came out with one value; `none` where the value could not be played, or not to its end. */
export interface Sample {
  readonly value: number;
  readonly outcome: Outcome | 'none';
}

/** Neighbouring samples that came out alike. */
export interface Stretch {
  readonly outcome: Outcome | 'none';
  /** The first and last values that were played, both in it. */
  readonly from: number;
  readonly to: number;
}

/** Samples in ascending order of their values as stretches of equal outcome, in the same order. */
export function stretchesOf(samples: readonly Sample[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { value, outcome } of samples) {
    const last = stretches.at(-1);
    if (last !== undefined && last.outcome === outcome)
      stretches[stretches.length - 1] = { ...last, to: value };
    else stretches.push({ outcome, from: value, to: value });
  }
  return stretches;
}
