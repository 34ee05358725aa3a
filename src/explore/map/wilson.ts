/** The quantile of the normal distribution for an interval of 95 in a hundred. */
const Z = 1.959964;

/** A share, and the interval that holds the true chance in 95 of a hundred such counts. */
export interface Chance {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
}

/** Wilson's score interval for so many of so many runs. */
export function wilson(count: number, runs: number): Chance {
  if (runs === 0) return { share: 0, lower: 0, upper: 1 };
  const share = count / runs;
  const z2 = (Z * Z) / runs;
  const middle = (share + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / runs + z2 / (4 * runs));
  return {
    share,
    lower: count === 0 ? 0 : Math.max(0, middle - half),
    upper: count === runs ? 1 : Math.min(1, middle + half),
  };
}
