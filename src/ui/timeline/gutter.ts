import type { Run } from '../../scenarios/run.ts';
import type { TimelineText } from './text.ts';
import { estimateTextWidth } from './text-width.ts';

const LEAST = 96;
const MOST = 190;
/** Swatch, paddings and gaps around a name. */
const AROUND = 46;

/** Width of the column of lane names that the longest name asks for, within reason. */
export function gutterFor(runs: readonly Run[], text: TimelineText): number {
  const role = estimateTextWidth(text.believes, 11, false) + 6;
  const widths = runs.flatMap(({ lanes }) =>
    lanes.map(
      (lane) => estimateTextWidth(lane.label, 13, true) + AROUND + (lane.role === 'client' ? role : 0),
    ),
  );
  return Math.round(Math.min(MOST, Math.max(LEAST, ...widths)));
}
