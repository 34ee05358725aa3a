import type { Segment } from './picture.ts';
import type { TimeScale } from './scale.ts';
import { at, lowerBound, lowerBoundOf, runningEnds } from './search.ts';

/** How far shapes reach beyond the view before they are cut: rounded ends and strokes stay out of sight. */
export const OVERSCAN = 12;

/** One or several segments as a rectangle on the time axis, in pixels. */
export interface Bar<S extends Segment> {
  readonly left: number;
  readonly right: number;
  /** The first segment; the only one if `count` is 1. */
  readonly segment: S;
  /** How many segments are too narrow to be drawn apart from each other. */
  readonly count: number;
  /** All of them have the same kind. */
  readonly uniform: boolean;
  /** The segment begins or ends in view. */
  readonly begins: boolean;
  readonly ends: boolean;
}

const NARROWEST = 1.5;
const NARROW = 3;

/** Indices of the segments that reach into a window of time: from the first up to, not including, the last. */
export function windowOf(segments: readonly Segment[], from: number, to: number): readonly [number, number] {
  return [lowerBoundOf(endsOf(segments), from), lowerBound(segments, to, startOf)];
}

/** How segments become bars. */
export interface BarRules<S extends Segment> {
  /** Bars that become one though their kinds differ are no longer uniform. */
  readonly kindOf?: (segment: S) => number;
  /** Which neighbours may become one bar; without it all. */
  readonly mayJoin?: (a: S, b: S) => boolean;
  /** Whether a segment is shown at all with the pixels it has. */
  readonly shows?: (segment: S, pixels: number) => boolean;
}

/** The bars of the segments in view; neighbours that are narrower than can be seen become one. */
export function barsInView<S extends Segment>(
  segments: readonly S[],
  scale: TimeScale,
  rules: BarRules<S> = {},
): readonly Bar<S>[] {
  const { kindOf, mayJoin, shows } = rules;
  const pad = scale.perPixel * OVERSCAN;
  const [first, last] = windowOf(segments, scale.from - pad, scale.to + pad);
  const bars: Bar<S>[] = [];
  let open: Open<S> | null = null;
  let index = first;
  while (index < last) {
    const segment = at(segments, index);
    const left = Math.max(-OVERSCAN, scale.x(segment.start));
    const end = Math.min(scale.width + OVERSCAN, scale.x(segment.end));
    index += 1;
    if (end < left || shows?.(segment, end - left) === false) continue;
    const right = Math.max(left + NARROWEST, end);
    const narrow = right - left < NARROW;
    if (open !== null && narrow && left - open.right < 1 && mayJoin?.(open.segment, segment) !== false) {
      open.right = Math.max(open.right, right);
      // Whatever ends within the pixels that are taken already need not be looked at one by one.
      const next: number =
        mayJoin === undefined && shows === undefined
          ? skipTo(segments, scale.t(open.right), index, last)
          : index;
      open.count += 1 + next - index;
      open.uniform &&= kindOf === undefined || sameKind(segments, kindOf, open.first, next - 1);
      index = next;
      continue;
    }
    const begins = segment.start >= scale.from;
    const ends = segment.end <= scale.to;
    const bar = { left, right, segment, count: 1, uniform: true, begins, ends, first: index - 1 };
    bars.push(bar);
    open = narrow ? bar : null;
  }
  return bars;
}

type Open<S extends Segment> = { -readonly [K in keyof Bar<S>]: Bar<S>[K] } & { readonly first: number };

function skipTo(segments: readonly Segment[], time: number, from: number, last: number): number {
  return Math.min(last, Math.max(from, lowerBoundOf(endsOf(segments), time)));
}

const kindChanges = new WeakMap<readonly Segment[], Uint32Array>();

/** Whether all segments from one index to another have the same kind, by the number of changes up to each. */
function sameKind<S extends Segment>(
  segments: readonly S[],
  kindOf: (segment: S) => number,
  from: number,
  to: number,
): boolean {
  let changes = kindChanges.get(segments);
  if (changes === undefined) {
    changes = new Uint32Array(segments.length);
    for (let index = 1; index < segments.length; index++) {
      const changed = kindOf(at(segments, index)) !== kindOf(at(segments, index - 1));
      changes[index] = at(changes, index - 1) + (changed ? 1 : 0);
    }
    kindChanges.set(segments, changes);
  }
  return at(changes, from) === at(changes, to);
}

const cache = new WeakMap<readonly Segment[], Float64Array>();

function endsOf(segments: readonly Segment[]): Float64Array {
  const known = cache.get(segments);
  if (known !== undefined) return known;
  const ends = runningEnds(segments);
  cache.set(segments, ends);
  return ends;
}

function startOf(segment: Segment): number {
  return segment.start;
}
