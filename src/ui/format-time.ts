import type { Micros } from '../engine/time.ts';
import type { Run } from '../scenarios/run.ts';
import { formatTime as format, timeFormatOf } from '../text/time.ts';
import { text } from './text.ts';

/** An instant of a run in words, in the one format of that run: `17.0 s`. */
export function formatTime(run: Run, time: Micros): string {
  return format(time, timeFormatOf(run.entries), text.time);
}
