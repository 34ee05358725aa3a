import type { History } from '../../engine/play.ts';
import type { Micros } from '../../engine/time.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Cell, World } from '../../engine/world.ts';
import { timeFormatOf } from '../../text/time.ts';

const MICROS_PER = { s: 1_000_000, ms: 1000, us: 1 } as const;

/**
 * The instant that a change at an instant is made at. What is at the very instant of an entry is meant to come
 * after it, and times that a view can show are easier to talk about than others: the next of those is taken
 * where nothing happens in between.
 */
export function instantFor(trace: Trace, t: Micros): Micros {
  const { unit, decimals } = timeFormatOf(trace);
  const shown = MICROS_PER[unit] / 10 ** decimals;
  const first = trace.findIndex((entry) => entry.t > t);
  const next = first < 0 ? Infinity : (trace[first]?.t ?? Infinity);
  const last = trace[(first < 0 ? trace.length : first) - 1]?.t ?? -1;
  const near = Math.round(t / shown) * shown;
  for (const wanted of [near, near + shown, Math.floor(t / 1000) * 1000 + 1000, t + 1]) {
    if (wanted > last && wanted < next) return wanted as Micros;
  }
  return t;
}

/** The world at an instant: after everything that happened until then. */
export function worldAt({ steps }: History, t: Micros): World | undefined {
  let low = 0;
  let high = steps.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((steps[middle]?.world.now ?? 0) <= t) low = middle;
    else high = middle - 1;
  }
  return steps[low]?.world;
}

/** A length of time that suits a run, in milliseconds: about an eighth of it, and a round number. */
export function usualLength(trace: Trace): number {
  const ms = ((trace.at(-1)?.t ?? 0) - (trace[0]?.t ?? 0)) / 8000;
  if (ms <= 0.001) return 1;
  const power = 10 ** Math.floor(Math.log10(ms));
  const digit = ms / power;
  const round = (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
  return Math.max(0.001, Math.round(round * 1000) / 1000);
}

/** Stable names of the messages that are on their way in a world, with where they go. */
export function onTheWay({ cells }: World): readonly { readonly name: string; readonly to: string }[] {
  return Object.entries(cells).flatMap(([to, { pending }]: [string, Cell]) =>
    pending.flatMap(({ kind, id, again }) => {
      if (kind !== 'message' || again === true) return [];
      const mark = id.lastIndexOf('#');
      const number = id.slice(mark + 1).split('~')[0] ?? '';
      return [{ name: `${id.slice(0, mark)}>${to}#${number}`, to }];
    }),
  );
}
