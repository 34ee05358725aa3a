/**
 * Virtual time. Every instant and every duration in the model is an integer number of microseconds;
 * nothing reads a wall clock. One microsecond is fine enough to order a heartbeat at a third of a TTL
 * before the third third ends.
 */
declare const micros: unique symbol;

/** An instant or duration of virtual time: an integer number of microseconds. */
export type Micros = number & { readonly [micros]: true };

/** The start of every run. */
export const ZERO = 0 as Micros;

/** Rounds a number of microseconds to the nearest integer instant. */
export function micro(valueUs: number): Micros {
  return Math.round(valueUs) as Micros;
}

/** Converts milliseconds, possibly fractional, to virtual time, rounded to the microsecond. */
export function fromMs(valueMs: number): Micros {
  return Math.round(valueMs * 1000) as Micros;
}

/** Converts virtual time to milliseconds, possibly fractional. */
export function toMs(time: Micros): number {
  return time / 1000;
}
