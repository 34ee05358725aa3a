/**
 * What every bench shares: rounds, medians and ratios. A figure in milliseconds says something about the
 * machine; a ratio between two figures of one run says something about the program. Report both.
 */

/** One measured figure; printed as one line of JSON. */
export interface Result {
  readonly metric: string;
  readonly value: number;
  /** Such as `ms`, `operations/s`, `bytes`, `ratio`. */
  readonly unit: string;
  /** Of a ratio: the metric of this bench it is measured against. */
  readonly ratioTo?: string;
  /** How many rounds the figure is the median or percentile of. */
  readonly rounds?: number;
}

/** What a file `bench/*.bench.ts` exports. */
export interface Bench {
  readonly name: string;
  readonly run: () => Promise<readonly Result[]>;
}

/** The middle of the values; of an even number, the mean of the two in the middle. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = at(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (at(sorted, middle - 1) + upper) / 2;
}

/** The smallest value that at least `percent` of the values do not exceed (nearest rank). Throws on none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = ascending(values);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return at(sorted, Math.min(Math.max(rank, 1), sorted.length) - 1);
}

/**
 * Times `work` in milliseconds: `warmUps` rounds that are thrown away, so that the compiler has settled,
 * then `rounds` that count. Whatever `prepare` gives is made anew for each round, outside the time.
 */
export async function timeRoundsMs<Input>(
  options: { readonly rounds: number; readonly warmUps: number; readonly prepare: (round: number) => Input },
  work: (input: Input) => unknown,
): Promise<readonly number[]> {
  const timesMs: number[] = [];
  for (let round = -options.warmUps; round < options.rounds; round += 1) {
    const input = options.prepare(round);
    const startMs = performance.now();
    await work(input);
    const elapsedMs = performance.now() - startMs;
    if (round >= 0) timesMs.push(elapsedMs);
  }
  return timesMs;
}

/** A median with its 95th percentile, as two results. */
export function timesMs(metric: string, values: readonly number[]): readonly Result[] {
  const rounds = values.length;
  return [
    { metric, value: rounded(median(values)), unit: 'ms', rounds },
    { metric: `${metric}, 95th percentile`, value: rounded(percentile(values, 95)), unit: 'ms', rounds },
  ];
}

/**
 * How many times longer one thing takes than another. Takes the ratio within each round and the median of
 * those, so that a slow moment of the machine weighs on both sides; the two lists have the same rounds.
 */
export function ratio(
  metric: string,
  values: readonly number[],
  ratioTo: string,
  base: readonly number[],
): Result {
  if (values.length !== base.length)
    throw new Error(`${metric}: a ratio needs the same rounds on both sides`);
  const ratios = values.map((value, round) => value / at(base, round));
  return { metric, value: rounded(median(ratios)), unit: 'ratio', ratioTo, rounds: ratios.length };
}

/** Runs a bench and prints its results as lines of JSON on standard output. */
export async function runAndPrint(bench: Bench): Promise<void> {
  for (const result of await bench.run()) {
    process.stdout.write(`${JSON.stringify({ bench: bench.name, ...result })}\n`);
  }
}

function ascending(values: readonly number[]): readonly number[] {
  if (values.length === 0) throw new Error('No values were measured');
  return values.toSorted((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error(`No value at ${index} of ${values.length}`);
  return value;
}

/** Four significant digits: more would only pretend. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
