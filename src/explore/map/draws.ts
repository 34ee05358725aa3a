import { randomFor } from '../../engine/random.ts';
import type { Distribution } from '../../scenarios/map/distribution.ts';

/** The seed of a run: of the map's seed, the cell and the run alone, whoever plays it and when. */
export function runSeed(seed: number, cell: number, run: number): number {
  return Math.floor(randomFor(seed, `map ${String(cell)} ${String(run)}`) * 2 ** 31);
}

/** A value of a distribution for the seed of a run and the name of what is drawn. */
export function drawn(distribution: Distribution, seed: number, name: string): number {
  const u = randomFor(seed, `draw ${name}`);
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return distribution.from + (distribution.to - distribution.from) * u;
    case 'exponential':
      return within(-distribution.mean * Math.log(1 - u), distribution);
    case 'log-normal': {
      const { median, spread } = distribution;
      return within(
        median * Math.exp(spread * normal(u, randomFor(seed, `draw again ${name}`))),
        distribution,
      );
    }
    case 'measured':
      return distribution.values[Math.floor(u * distribution.values.length)] ?? 0;
  }
}

interface Ends {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

function within(value: number, { atLeast = 0, atMost = Infinity }: Ends): number {
  return Math.min(Math.max(value, atLeast), atMost);
}

/** A normal number of two even ones (Box and Muller). */
function normal(u: number, w: number): number {
  return Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * w);
}
