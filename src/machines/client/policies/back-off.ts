import { randomFor } from '../../../engine/random.ts';

/** How the wait between two tries grows. */
export type BackOff =
  | { readonly kind: 'constant'; readonly jitter: number }
  | {
      readonly kind: 'exponential';
      /** By how much each wait is longer than the one before. */
      readonly factor: number;
      readonly capUs: number;
      /** Up to this part of a wait, from 0 to 1, is taken off at random. */
      readonly jitter: number;
    };

/** Tries are counted no further, so that the numbers stay few; a wait has reached its cap by then. */
const MOST_TRIES = 16;

/**
 * The wait after the `tries`-th try that failed, counted from 0: `baseUs` at first. `name` and `seed` decide
 * what the jitter takes off.
 */
export function waitUs(backOff: BackOff, baseUs: number, tries: number, seed: number, name: string): number {
  const plain =
    backOff.kind === 'constant' ? baseUs : Math.min(backOff.capUs, baseUs * backOff.factor ** tries);
  const off = backOff.jitter === 0 ? 0 : backOff.jitter * randomFor(seed, `${name} ${String(tries)}`);
  return Math.max(0, Math.round(plain * (1 - off)));
}

/** How many tries have failed after one more; not counted where it makes no difference. */
export function oneMore(backOff: BackOff, tries: number): number {
  if (backOff.kind === 'constant' && backOff.jitter === 0) return 0;
  return Math.min(tries + 1, MOST_TRIES);
}
