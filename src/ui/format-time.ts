import type { CSSProperties } from 'react';
import { ZERO, type Micros } from '../engine/time.ts';
import type { Run } from '../scenarios/run.ts';
import { formatTime as format, timeFormatOf } from '../text/time.ts';
import { text } from './text.ts';

/** How many characters the longest time of a run takes, as a style for lists whose times line up. */
export function timeColumn(run: Run): CSSProperties {
  const end = run.entries.at(-1)?.t ?? ZERO;
  return { '--time-chars': formatTime(run, end).length } as CSSProperties;
}

/** An instant of a run in words, in the one format of that run: `17.0 s`. */
export function formatTime(run: Run, time: Micros): string {
  return format(time, timeFormatOf(run.entries), text.time);
}
