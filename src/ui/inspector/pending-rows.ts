import type { ProcessStatus } from '../../engine/component.ts';
import type { Micros } from '../../engine/time.ts';
import type { Cell, Pending } from '../../engine/world.ts';
import { text } from './words.ts';
import { durationText } from '../duration.ts';
import { wireLine } from './wire/registry.ts';
import type { Speaker } from './wire/wire-format.ts';

/** One thing that will happen at a component, in words. */
export interface PendingRow {
  readonly key: string;
  readonly what: string;
  readonly when: string;
  /** Due, but nothing happens: the component is paused, or a deadline has passed. */
  readonly isHeld: boolean;
}

/** Who speaks on the link from somebody to this component, where that is known. */
type Speaks = (from: string) => Speaker | null;

/** Everything pending at a component, the earliest first, with times as seen from `now`. */
export function pendingRows(
  cell: Cell,
  status: ProcessStatus,
  now: Micros,
  speaks: Speaks = () => null,
): readonly PendingRow[] {
  return cell.pending
    .toSorted((a, b) => a.due - b.due || a.order - b.order)
    .map((item) => ({
      key: `${item.kind} ${item.id}`,
      what: whatOf(item, speaks),
      when: whenOf(item, status, now),
      isHeld:
        item.passed === true ||
        item.leftUs !== undefined ||
        item.stoppedUs !== undefined ||
        isHeldBack(item, status, now),
    }));
}

function whatOf(item: Pending, speaks: Speaks): string {
  switch (item.kind) {
    case 'message':
      return text.item.message(wireLine(item.event, null, speaks(senderOf(item))), senderOf(item));
    case 'timer':
      return text.item.timer(item.id);
    case 'deadline': {
      if (item.id.startsWith('key:')) return text.item.keyDeadline(item.id.slice('key:'.length));
      const key = item.id.startsWith('lease:') ? item.id.slice('lease:'.length) : null;
      return key === null ? text.item.deadline(item.id) : text.item.leaseDeadline(key);
    }
    case 'instruction':
      return item.busy ? text.item.busy : text.item.instruction;
    case 'fault':
      return text.item.fault(item.id.slice(0, item.id.lastIndexOf('.')).replaceAll('-', ' '));
  }
}

function whenOf(item: Pending, status: ProcessStatus, now: Micros): string {
  if (item.leftUs !== undefined) return text.stoppedWith(durationText(item.leftUs));
  if (item.stoppedUs !== undefined && !item.passed) return text.clockStands(durationText(item.stoppedUs));
  const ahead = item.due - now;
  if (item.passed) return ahead === 0 ? text.passedNow : text.passedAgo(durationText(-ahead));
  if (isHeldBack(item, status, now)) return text.heldPaused(durationText(-ahead));
  const due = ahead <= 0 ? text.dueNow : text.dueIn(durationText(ahead));
  return status === 'crashed' && item.kind === 'message' ? text.lostOnArrival(due) : due;
}

function isHeldBack(item: Pending, status: ProcessStatus, now: Micros): boolean {
  return status === 'paused' && item.kind !== 'fault' && item.due < now && item.passed !== true;
}

function senderOf(item: Pending): string {
  const { from } = item.event as { readonly from?: unknown };
  return typeof from === 'string' ? from : item.id.slice(0, item.id.lastIndexOf('#'));
}
