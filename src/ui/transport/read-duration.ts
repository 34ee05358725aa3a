import type { Micros } from '../../engine/time.ts';

const UNITS: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  μs: 1,
  ms: 1000,
  '': 1_000_000,
  s: 1_000_000,
  sec: 1_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
};

const LONGEST_US = 86_400_000_000;

/**
 * Reads a length of time as people type it: `1s`, `250 ms`, `1.5`, `0,5 min`. A number alone means seconds.
 * Null for what is no length of time, is not positive, or is longer than a day.
 */
export function readDuration(typed: string): Micros | null {
  const match = /^\s*(\d{1,12}(?:[.,]\d{0,9})?|[.,]\d{1,9})\s*([a-zµμ]*)\s*$/iu.exec(typed);
  if (match === null) return null;
  const per = UNITS[(match[2] ?? '').toLowerCase()];
  if (per === undefined) return null;
  const length = Math.round(Number((match[1] ?? '').replace(',', '.')) * per);
  return length > 0 && length <= LONGEST_US ? (length as Micros) : null;
}
