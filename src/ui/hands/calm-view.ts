import type { TimeView } from '../timeline/time-view.ts';

/** Runs that end this little beyond the view are cut for as long as something moves. */
const PASSED = 0.1;
/** A view that the runs fill less than this is shortened. */
const FILLED = 0.5;
/** Room for what is about to become longer or shorter still. */
const STEP = 1.25;

/**
 * The part of the axis to show while something moves that makes the runs longer or shorter: the one that was
 * in view, unless the runs leave much of it empty or pass its end. Then it changes in steps, so that the
 * axis is not another one with every move.
 */
export function calmView(before: TimeView, now: TimeView): TimeView {
  const span = before.to - before.from;
  const needed = now.to - before.from;
  if (needed <= span * (1 + PASSED) && needed >= span * FILLED) return before;
  const steps = Math.ceil(Math.log(needed / span) / Math.log(STEP));
  return { from: before.from, to: before.from + span * STEP ** steps };
}
