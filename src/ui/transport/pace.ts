import type { Micros } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';

/** How many times faster than at 1x a run may be played. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/**
 * From one entry to the next playback takes as long as the run itself did, but at 1x never less than
 * 0.15 s, so that messages a millisecond apart can be followed, and never more than 1.5 s: a long stretch in
 * which nothing happens is hurried through.
 */
const SHORTEST_MS = 150;
const LONGEST_MS = 1500;

/** A frame counts for at most this much: a tab that was in the background goes on where it was. */
const LONGEST_FRAME_MS = 100;

/** Where playback is: at an entry, and how far on the way to the next, from 0 to 1. */
export interface PlayPosition {
  readonly seq: number;
  readonly share: number;
}

/** How far playback gets in `frameMs` of real time. At the last entry it stays. */
export function advance(run: Run, from: PlayPosition, frameMs: number, speed: number): PlayPosition {
  let { seq, share } = from;
  let left = Math.min(Math.max(0, frameMs), LONGEST_FRAME_MS) * speed;
  for (;;) {
    const gap = gapAfter(run, seq);
    if (gap === null) return { seq, share: 0 };
    const length = Math.min(Math.max(gap / 1000, SHORTEST_MS), LONGEST_MS);
    const rest = (1 - share) * length;
    if (left < rest) return { seq, share: share + left / length };
    left -= rest;
    seq += 1;
    share = 0;
  }
}

/** The instant of the run that a position stands for. */
export function timeOfPosition(run: Run, { seq, share }: PlayPosition): Micros {
  const t = run.entries[seq]?.t ?? 0;
  return Math.round(t + share * (gapAfter(run, seq) ?? 0)) as Micros;
}

/** The position of an instant after the entry `seq` and before the next. */
export function positionAt(run: Run, seq: number, time: number): PlayPosition {
  const gap = gapAfter(run, seq);
  if (gap === null || gap === 0) return { seq, share: 0 };
  return { seq, share: Math.min(0.999, Math.max(0, (time - (run.entries[seq]?.t ?? 0)) / gap)) };
}

function gapAfter(run: Run, seq: number): number | null {
  const entry = run.entries[seq];
  const next = run.entries[seq + 1];
  return entry === undefined || next === undefined ? null : next.t - entry.t;
}
