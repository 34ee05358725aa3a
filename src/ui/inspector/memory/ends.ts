import type { Micros } from '../../../engine/time.ts';
import type { Cell } from '../../../engine/world.ts';
import { text } from '../words.ts';
import { durationText } from '../../duration.ts';

/** When a deadline of a service is, or how long it has been over; null where it has none. */
export function endOf(cell: Cell, deadlineId: string, now: Micros): string | null {
  const deadline = cell.pending.find(({ kind, id }) => kind === 'deadline' && id === deadlineId);
  if (deadline === undefined) return null;
  const ahead = deadline.due - now;
  if (deadline.passed) return text.leaseOver(durationText(Math.max(0, -ahead)));
  return text.leaseEndsIn(durationText(Math.max(0, ahead)));
}
