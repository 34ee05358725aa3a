import {
  trueDuration,
  type Effect,
  type LocalClock,
  type MachineEvent,
  type ProcessStatus,
} from './component.ts';
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

/** Turns a timing effect into the pending item it asks for; null where the clock never gets there. */
export function timed(
  effect: Extract<Effect, { type: 'timer' | 'deadline' | 'next' }>,
  cell: Cell,
  now: Micros,
  cause: number | null,
): NewPending | null {
  const wait = trueDuration(cell.clock, effect.afterUs);
  if (wait === null) return null;
  const due = (now + wait) as Micros;
  switch (effect.type) {
    case 'timer':
      return {
        kind: 'timer',
        id: effect.id,
        due,
        event: effect.event,
        cause,
        ...(effect.everyUs === undefined ? {} : { everyUs: effect.everyUs as Micros }),
      };
    case 'deadline': {
      const event: MachineEvent = { type: 'deadline.passed', id: effect.id };
      return {
        kind: 'deadline',
        id: effect.id,
        due,
        event,
        cause,
        ...(effect.clock === 'wall' ? { wall: true as const } : {}),
        ...(effect.afterUs <= 0 ? { passed: true as const } : {}),
      };
    }
    case 'next':
      return {
        kind: 'instruction',
        id: effect.worker ?? 'next',
        due,
        event: effect.worker === undefined ? RUN : { type: 'run', worker: effect.worker },
        cause,
        ...(effect.busy ? { busy: true as const } : {}),
      };
  }
}

const RUN: MachineEvent = { type: 'run' };

/** When a timer rings next that was due and rings now: missed rings are one, the rhythm stays. */
export function nextRing(due: number, everyUs: number, now: number): Micros {
  const missed = Math.floor(Math.max(0, now - due) / everyUs);
  return (due + (missed + 1) * everyUs) as Micros;
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

/** What the cell's wall clock will show at its deadlines with these ids; those that it does not have are left out. */
export function wallTimes(
  cell: Cell,
  ids: readonly string[],
  now: Micros,
): { readonly [id: string]: Micros } {
  const { offsetUs, ratePpm } = cell.clock;
  const times: Record<string, Micros> = {};
  for (const { kind, id, due } of cell.pending) {
    if (kind !== 'deadline' || !ids.includes(id)) continue;
    times[id] = (now + offsetUs + Math.round(((due - now) * ratePpm) / 1_000_000)) as Micros;
  }
  return times;
}

/** How long, by the cell's own wall clock, until it shows each of these times; negative where it has shown it. */
export function leftUntil(
  cell: Cell,
  times: { readonly [id: string]: Micros },
  now: Micros,
): { readonly [id: string]: number } {
  const shown = now + cell.clock.offsetUs;
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, time - shown]));
}

/** A deadline that lies ahead again, and how far, on the component's own clock. */
export interface Revived {
  readonly id: string;
  readonly leftUs: number;
}

/**
 * Steps the local clock by `byUs` (ahead is positive). Deadlines on the wall clock move against it.
 * Those that had passed and lie ahead again are given back, with `passed` taken off.
 */
export function stepClock(
  cell: Cell,
  byUs: number,
  now: Micros,
): { cell: Cell; revived: readonly Revived[] } {
  const clock: LocalClock = { ...cell.clock, offsetUs: cell.clock.offsetUs + byUs };
  const shift = byUs < 0 ? -(trueDuration(cell.clock, -byUs) ?? 0) : (trueDuration(cell.clock, byUs) ?? 0);
  const revived: Revived[] = [];
  const pending = cell.pending.map((item) => {
    if (!item.wall) return item;
    const due = (item.due - shift) as Micros;
    if (!item.passed || due <= now) return { ...item, due };
    revived.push({ id: item.id, leftUs: Math.round(((due - now) * clock.ratePpm) / 1_000_000) });
    const { passed: _passed, ...rest } = item;
    return { ...rest, due };
  });
  return { cell: { ...cell, clock, pending }, revived };
}

function mapPending(cell: Cell, change: (item: Pending) => Pending): Cell {
  return { ...cell, pending: cell.pending.map(change) };
}
