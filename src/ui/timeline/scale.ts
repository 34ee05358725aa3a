import { scaleLinear } from 'd3';
import type { Folding } from './folding.ts';
import type { TimeView } from './time-view.ts';
import { estimateTextWidth } from './text-width.ts';

/** Units that times are shown in, the largest first. */
export type TimeUnit = 's' | 'ms' | 'us';

const MICROS_PER: Readonly<Record<TimeUnit, number>> = { s: 1_000_000, ms: 1000, us: 1 };

/** Maps true time to pixels and back. */
export interface TimeScale extends TimeView {
  readonly width: number;
  /** Microseconds in one pixel, where nothing is folded. */
  readonly perPixel: number;
  /** Empty stretches that are drawn short; null: time is the same everywhere. */
  readonly folding: Folding | null;
  readonly x: (time: number) => number;
  readonly t: (x: number) => number;
}

/**
 * A linear scale of a view over `width` pixels, but for what is folded. Two multiplications of its own and not a d3 scale, which takes
 * ten times as long for each of the many calls of a drawing; d3 makes the ticks.
 */
export function timeScale(view: TimeView, width: number, folding: Folding | null = null): TimeScale {
  const { from, to } = flatView(view, folding);
  const perMicro = width / (to - from);
  const flat = { ...view, width, perPixel: 1 / perMicro, folding };
  if (folding === null) {
    return { ...flat, x: (time) => (time - from) * perMicro, t: (x) => from + x / perMicro };
  }
  const { toFolded, toTrue } = folding;
  return {
    ...flat,
    x: (time) => (toFolded(time) - from) * perMicro,
    t: (x) => toTrue(from + x / perMicro),
  };
}

/** A view in folded time, in which it can be moved and stretched like any other; and back. */
export function flatView(view: TimeView, folding: Folding | null): TimeView {
  return folding === null ? view : { from: folding.toFolded(view.from), to: folding.toFolded(view.to) };
}

/** The inverse of `flatView`. */
export function trueView(view: TimeView, folding: Folding | null): TimeView {
  return folding === null ? view : { from: folding.toTrue(view.from), to: folding.toTrue(view.to) };
}

/** One tick of the axis. */
export interface Tick {
  readonly time: number;
  /** The number alone; the unit is the axis's. */
  readonly label: string;
}

/** Ticks and the one unit and precision in which a view shows its times. */
export interface Axis {
  readonly unit: TimeUnit;
  readonly ticks: readonly Tick[];
  /** Digits after the point that the ticks need. */
  readonly decimals: number;
}

/** Room between the labels of two ticks in pixels, and for the unit after each number. */
const LABEL_ROOM_PX = 32;

/** Round ticks, about one every `spacing` pixels; fewer where their labels would run into each other. */
export function axisOf(view: TimeView, width: number, spacing: number, folding: Folding | null = null): Axis {
  return folding === null ? straightAxis(view, width, spacing) : foldedAxis(view, width, spacing, folding);
}

/** As many ticks in a length as if nothing were folded; none in what is, and none that would run into another. */
function foldedAxis(view: TimeView, width: number, spacing: number, folding: Folding): Axis {
  const flat = flatView(view, folding);
  const { unit, ticks, decimals } = straightAxis({ from: 0, to: flat.to - flat.from }, width, spacing);
  const [first, second] = ticks;
  if (first === undefined || second === undefined) return straightAxis(view, width, spacing);
  const step = second.time - first.time;
  const scale = timeScale(view, width, folding);
  const places = placesOfTicks(view, step, folding);
  const labelled = places.map((time) => ({ time, label: timeNumber(time, unit, decimals) }));
  const room =
    Math.max(0, ...labelled.map(({ label }) => estimateTextWidth(label, 11, false))) + LABEL_ROOM_PX;
  const kept: Tick[] = [];
  for (const tick of labelled) {
    const last = kept.at(-1);
    if (last === undefined || scale.x(tick.time) - scale.x(last.time) >= room) kept.push(tick);
  }
  return { unit, decimals, ticks: kept };
}

function placesOfTicks(view: TimeView, step: number, folding: Folding): readonly number[] {
  const starts = [view.from, ...folding.gaps.map(({ to }) => to)];
  const ends = [...folding.gaps.map(({ from }) => from), view.to];
  return starts.flatMap((start, index) => {
    const from = Math.ceil(Math.max(start, view.from) / step);
    const to = Math.floor(Math.min(ends[index] ?? view.to, view.to) / step);
    return to < from ? [] : Array.from({ length: to - from + 1 }, (_, place) => (from + place) * step);
  });
}

function straightAxis(view: TimeView, width: number, spacing: number): Axis {
  const axis = ticksOf(view, width, spacing);
  const widest = Math.max(0, ...axis.ticks.map(({ label }) => estimateTextWidth(label, 11, false)));
  const [first, second] = axis.ticks;
  if (first === undefined || second === undefined) return axis;
  const apart = ((second.time - first.time) / (view.to - view.from)) * width;
  return apart < widest + LABEL_ROOM_PX ? ticksOf(view, width, widest + LABEL_ROOM_PX * 2) : axis;
}

function ticksOf(view: TimeView, width: number, spacing: number): Axis {
  const unit = unitOf(view);
  const per = MICROS_PER[unit];
  const scale = scaleLinear([view.from / per, view.to / per], [0, width]);
  const count = Math.max(2, Math.floor(width / spacing));
  const values = scale.ticks(count);
  const format = scale.tickFormat(count);
  const labels = values.map((value) => format(value));
  return {
    unit,
    decimals: Math.max(0, ...labels.map(decimalsOf)),
    ticks: values.map((value, index) => ({ time: value * per, label: labels[index] ?? '' })),
  };
}

/** The unit in which the differences of a view are small numbers. */
export function unitOf(view: TimeView): TimeUnit {
  const span = view.to - view.from;
  if (span >= 2 * MICROS_PER.s) return 's';
  return span >= 2 * MICROS_PER.ms ? 'ms' : 'us';
}

/** A time in a unit, with at least `decimals` digits after the point and as many as it needs up to `most`. */
export function timeNumber(time: number, unit: TimeUnit, decimals: number, most = decimals): string {
  const value = time / MICROS_PER[unit];
  if (unit === 'us') return value.toLocaleString('en', { maximumFractionDigits: most });
  const long = value.toFixed(most);
  if (most <= decimals) return long;
  const cut = long.replace(/0+$/, '');
  return decimalsOf(cut) >= decimals ? cut.replace(/\.$/, '') : value.toFixed(decimals);
}

/** A length of time in the unit that suits it, at most three figures: `14 s`, `250 ms`, `6.8 s`. */
export function shortDuration(duration: number): { readonly number: string; readonly unit: TimeUnit } {
  const unit: TimeUnit = duration >= MICROS_PER.s ? 's' : duration >= MICROS_PER.ms ? 'ms' : 'us';
  const value = duration / MICROS_PER[unit];
  const decimals = value >= 100 || unit === 'us' ? 0 : 1;
  return { number: String(Number(value.toFixed(decimals))), unit };
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** The round step of time, 1, 2 or 5 of a power of ten, that is about one pixel; at least a millisecond. */
export function niceStep({ perPixel }: TimeScale): number {
  const pixel = Math.max(1000, perPixel);
  const power = 10 ** Math.floor(Math.log10(pixel));
  const digit = pixel / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}
