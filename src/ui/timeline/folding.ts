import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { extentOf } from './layout.ts';
import { pictureOf } from './picture-of.ts';
import type { TimeView } from './time-view.ts';
import { at, lowerBound, upperBound } from './search.ts';

/** Stretches of time in which no run has an entry, each drawn as short as the others. */
export interface Folding {
  /** In true time, ascending, apart from each other. */
  readonly gaps: readonly TimeView[];
  /** From true time to folded time, in which a gap takes `shown` microseconds; and back. Both rise steadily. */
  readonly toFolded: (time: number) => number;
  readonly toTrue: (folded: number) => number;
}

/** A stretch is folded from this share of the whole on. */
const LONG = 1 / 12;
/** How much of what is left a folded stretch takes. */
const SHOWN = 1 / 24;
/** Also where hardly anything is left. */
const LEAST_SHOWN = 1 / 500;

/** The long empty stretches of runs that are shown together; null if there is none. The same array is looked at once. */
export function foldingOfRuns(runs: readonly Run[]): Folding | null {
  let known = foldings.get(runs);
  if (known === undefined) {
    known = { folding: foldingOf(runs, extentOf(runs.map(pictureOf))) };
    foldings.set(runs, known);
  }
  return known.folding;
}

const foldings = new WeakMap<readonly Run[], { readonly folding: Folding | null }>();

/** The long empty stretches of runs on one axis; null if there is none. */
export function foldingOf(
  runs: readonly { readonly entries: readonly Pick<Entry, 't'>[] }[],
  extent: TimeView,
): Folding | null {
  const long = (extent.to - extent.from) * LONG;
  let gaps: readonly TimeView[] = [extent];
  for (const { entries } of runs) gaps = gaps.flatMap((gap) => emptyParts(gap, entries, long));
  gaps = gaps.filter(({ from, to }) => to - from >= long && to > from);
  return gaps.length === 0 ? null : folded(gaps, extent);
}

/** What is left of a stretch between the entries of a run. */
function emptyParts(gap: TimeView, entries: readonly Pick<Entry, 't'>[], long: number): readonly TimeView[] {
  const parts: TimeView[] = [];
  let from = gap.from;
  const first = lowerBound(entries, gap.from, timeOf);
  for (let index = first; index < entries.length; index += 1) {
    const { t } = at(entries, index);
    if (t >= gap.to) break;
    if (t - from >= long) parts.push({ from, to: t });
    from = Math.max(from, t);
  }
  if (gap.to - from >= long) parts.push({ from, to: gap.to });
  return parts;
}

function folded(gaps: readonly TimeView[], extent: TimeView): Folding {
  const whole = extent.to - extent.from;
  const empty = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const shown = Math.max((whole - empty) * SHOWN, whole * LEAST_SHOWN);
  /** Folded time at which each gap begins. */
  const starts: number[] = [];
  let saved = 0;
  for (const { from, to } of gaps) {
    starts.push(from - saved);
    saved += to - from - shown;
  }
  const toFolded = (time: number): number => {
    const index = upperBound(gaps, time, ({ from }) => from) - 1;
    if (index < 0) return time;
    const { from, to } = at(gaps, index);
    const start = at(starts, index);
    return time >= to ? start + shown + (time - to) : start + ((time - from) / (to - from)) * shown;
  };
  const toTrue = (time: number): number => {
    const index = upperBound(starts, time, (start) => start) - 1;
    if (index < 0) return time;
    const { from, to } = at(gaps, index);
    const start = at(starts, index);
    return time >= start + shown
      ? to + (time - start - shown)
      : from + ((time - start) / shown) * (to - from);
  };
  return { gaps, toFolded, toTrue };
}

function timeOf({ t }: Pick<Entry, 't'>): number {
  return t;
}
