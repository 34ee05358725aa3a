import type { ProcessStatus } from './component.ts';
import type { Micros } from './time.ts';
import type { Cell, Pending } from './world.ts';

/** What one pending item needs beside its place in the order. */
export type NewPending = Omit<Pending, 'order'>;

/** Adds an item; one of the same kind and id is replaced. */
export function withPending(cell: Cell, item: Pending): Cell {
  const pending = cell.pending.filter((other) => other.kind !== item.kind || other.id !== item.id);
  pending.push(item);
  return { ...cell, pending };
}

/** Removes the item with this kind and id, if there is one. */
export function withoutPending(cell: Cell, kind: Pending['kind'], id: string): Cell {
  if (!cell.pending.some((item) => item.kind === kind && item.id === id)) return cell;
  return { ...cell, pending: cell.pending.filter((item) => item.kind !== kind || item.id !== id) };
}

/**
 * What a change of process status does to what is pending. A pause stops a busy instruction half-way; a
 * resume lets it go on. A crash forgets instruction and timers; deadlines stay with the data, and messages
 * stay on their way, to be lost when they arrive.
 */
export function onStatusChange(cell: Cell, before: ProcessStatus, after: ProcessStatus, now: Micros): Cell {
  if (before === after) return cell;
  if (after === 'paused') {
    return mapPending(cell, (item) =>
      item.busy && item.due > now ? { ...item, leftUs: (item.due - now) as Micros } : item,
    );
  }
  if (after === 'crashed') {
    return {
      ...cell,
      pending: cell.pending.filter((item) => item.kind !== 'instruction' && item.kind !== 'timer'),
    };
  }
  return mapPending(cell, (item) => {
    if (item.leftUs === undefined) return item;
    const { leftUs, ...rest } = item;
    return { ...rest, due: (now + leftUs) as Micros };
  });
}

/** Changes every pending item. */
export function mapPending(cell: Cell, change: (item: Pending) => Pending): Cell {
  return { ...cell, pending: cell.pending.map(change) };
}
