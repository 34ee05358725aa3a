import { text } from './text.ts';

const { units } = text.time;

/** A length of time in the unit that suits it, to three digits after the point: `14 s`, `250 ms`, `3.333 s`. */
export function durationText(us: number): string {
  const size = Math.abs(us);
  if (size >= 1_000_000) return `${shortNumber(us / 1_000_000)} ${units.s}`;
  if (size >= 1000) return `${shortNumber(us / 1000)} ${units.ms}`;
  return us === 0 ? `0 ${units.s}` : `${shortNumber(us)} ${units.us}`;
}

function shortNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
