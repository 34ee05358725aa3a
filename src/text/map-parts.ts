import { number } from './prove-parts.ts';

/** A value of something that a map varies: milliseconds for times, from 0 to 1 for a chance, a factor for a rate. */
export function valueWords(value: number, unit: 'time' | 'chance' | 'rate'): string {
  if (unit === 'chance') return percent(value);
  if (unit === 'rate') return `${trimmed(value, 3)} times`;
  if (value === 0) return '0 s';
  return Math.abs(value) >= 1000 ? `${trimmed(value / 1000, 2)} s` : `${trimmed(value, 2)} ms`;
}

/** `18.5 %`; small ones with one digit more. */
export function percent(share: number): string {
  const hundred = share * 100;
  return `${trimmed(hundred, hundred < 1 ? 2 : 1)} %`;
}

/** The interval of a chance: `13.7 to 24.5 %`. */
export function interval({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${percent(lower).replace(' %', '')} to ${percent(upper)}`;
}

/** A number with at most so many digits after the point. */
export function trimmed(value: number, digits: number): string {
  const short = Number(value.toFixed(digits));
  return Math.abs(short) >= 10_000 ? number(short) : String(short);
}

/** `1 in 100`; a chance that is no such part in percent. */
export function oneIn(chance: number): string {
  const parts = 1 / chance;
  return Math.abs(parts - Math.round(parts)) < 1e-6 ? `1 in ${number(Math.round(parts))}` : percent(chance);
}

/** `So`, for the beginning of a sentence. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
