import { ZERO, type Micros } from '../engine/time.ts';
import type { Trace } from '../engine/trace.ts';
import type { Catalogue } from './catalogue.ts';

/** The one unit and precision in which a view shows its times. */
export interface TimeFormat {
  readonly unit: 's' | 'ms' | 'us';
  /** Digits after the point. */
  readonly decimals: number;
}

const MICROS_PER = { s: 1_000_000, ms: 1000, us: 1 } as const;
const MOST_DECIMALS = { s: 3, ms: 3, us: 0 } as const;

/** A time or duration in words: `16.4 s`. */
export function formatTime(time: Micros, format: TimeFormat, text: Catalogue['time']): string {
  return text.amount((time / MICROS_PER[format.unit]).toFixed(format.decimals), text.units[format.unit]);
}

/**
 * The format that suits a trace: seconds from two seconds on, milliseconds from two milliseconds on; as many
 * digits as tell its times apart, at most three, and one at least where they are seconds.
 */
export function timeFormatOf(trace: Trace): TimeFormat {
  const known = formats.get(trace);
  if (known !== undefined) return known;
  const format = suitable(trace);
  formats.set(trace, format);
  return format;
}

/** The same trace is asked for with every sentence. */
const formats = new WeakMap<Trace, TimeFormat>();

function suitable(trace: Trace): TimeFormat {
  const span = (trace.at(-1)?.t ?? ZERO) - (trace[0]?.t ?? ZERO);
  const unit = span >= 2 * MICROS_PER.s ? 's' : span >= 2 * MICROS_PER.ms ? 'ms' : 'us';
  let decimals = unit === 's' ? 1 : 0;
  for (const { t } of trace) {
    while (decimals < MOST_DECIMALS[unit] && (t * 10 ** decimals) % MICROS_PER[unit] !== 0) decimals += 1;
  }
  return { unit, decimals };
}
