import { mapPending, type NewPending } from './cell.ts';
import { trueDuration, type Effect, type LocalClock, type MachineEvent } from './component.ts';
import type { Micros } from './time.ts';
import type { Cell, Pending } from './world.ts';

/** Turns a timing effect into the pending item it asks for. Work takes its time whatever the clock shows. */
export function timed(
  effect: Extract<Effect, { type: 'timer' | 'deadline' | 'next' }>,
  { clock }: Cell,
  now: Micros,
  cause: number | null,
): NewPending {
  const { afterUs } = effect;
  switch (effect.type) {
    case 'timer': {
      const { id, event } = effect;
      const every = effect.everyUs === undefined ? {} : { everyUs: effect.everyUs as Micros };
      return { kind: 'timer', id, ...dueIn(clock, afterUs, now), event, cause, ...every };
    }
    case 'deadline': {
      const { id } = effect;
      const event: MachineEvent = { type: 'deadline.passed', id };
      const when = dueIn(clock, afterUs, now, true);
      const wall = effect.clock === 'wall' ? { wall: true as const } : {};
      const passed = afterUs <= 0 ? { passed: true as const } : {};
      return { kind: 'deadline', id, ...when, event, cause, ...wall, ...passed };
    }
    case 'next': {
      const { worker, busy } = effect;
      const event = worker === undefined ? RUN : { type: 'run', worker };
      const when = busy ? { due: (now + afterUs) as Micros, busy } : dueIn(clock, afterUs, now);
      return { kind: 'instruction', id: worker ?? 'next', ...when, event, cause };
    }
  }
}

/**
 * When a clock will have shown `localUs` more. Where it stands still, what waits for it is kept, and with
 * `keepsPast` what has passed too: the clock may yet be set back.
 */
function dueIn(
  clock: LocalClock,
  localUs: number,
  now: Micros,
  keepsPast = false,
): Pick<Pending, 'due' | 'stoppedUs'> {
  if (clock.ratePpm === 0 && (localUs > 0 || keepsPast)) {
    return { due: now, stoppedUs: Math.ceil(localUs) as Micros };
  }
  return { due: (now + Math.ceil(trueDuration(clock, localUs) ?? 0)) as Micros };
}

const RUN: MachineEvent = { type: 'run' };

/** A timer that rings now as it rings next: missed rings are one, the rhythm stays. */
export function rungAgain(item: Pending, everyUs: Micros, { clock }: Cell, now: Micros): NewPending {
  const { slowedUs = 0, ...rest } = item;
  const every = trueDuration(clock, everyUs);
  if (every === null) return { ...rest, ...dueIn(clock, everyUs, now) };
  return { ...rest, due: nextRing(item.due - slowedUs, every, now) };
}

/** When a timer rings next that was due and rings now. */
export function nextRing(due: number, everyUs: number, now: number): Micros {
  const missed = Math.floor(Math.max(0, now - due) / everyUs);
  return (due + (missed + 1) * everyUs) as Micros;
}

/** What a clock shows: true time on a true one. It counts from the start of the run. */
export function shownBy({ offsetUs, ratePpm, sinceUs }: LocalClock, now: Micros): number {
  const gained = sinceUs === undefined ? 0 : ((now - sinceUs) * (ratePpm - 1_000_000)) / 1_000_000;
  return now + offsetUs + Math.round(gained);
}

/** What the cell's wall clock will show at its deadlines with these ids; those that it does not have are left out. */
export function wallTimes(
  { clock, pending }: Cell,
  ids: readonly string[],
  now: Micros,
): { readonly [id: string]: Micros } {
  const shown = shownBy(clock, now);
  const times: Record<string, Micros> = {};
  for (const { kind, id, due, stoppedUs } of pending) {
    if (kind !== 'deadline' || !ids.includes(id)) continue;
    times[id] = (shown + (stoppedUs ?? Math.round(((due - now) * clock.ratePpm) / 1_000_000))) as Micros;
  }
  return times;
}

/** How long, by the cell's own wall clock, until it shows each of these times; negative where it has shown it. */
export function leftUntil(
  { clock }: Cell,
  times: { readonly [id: string]: Micros },
  now: Micros,
): { readonly [id: string]: number } {
  const shown = shownBy(clock, now);
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
  const moved = mapPending({ ...cell, clock }, (item) => {
    if (!item.wall) return item;
    if (item.stoppedUs !== undefined) return stepStopped(item, item.stoppedUs - byUs, now, revived);
    const due = (item.due - shift) as Micros;
    if (!item.passed || due <= now) return { ...item, due };
    revived.push({ id: item.id, leftUs: Math.round(((due - now) * clock.ratePpm) / 1_000_000) });
    const { passed: _passed, ...rest } = item;
    return { ...rest, due };
  });
  return { cell: moved, revived };
}

/** A deadline on a clock that stands still is over once the clock has been set to it, and not otherwise. */
function stepStopped(item: Pending, leftUs: number, now: Micros, revived: Revived[]): Pending {
  const stoppedUs = leftUs as Micros;
  if (!item.passed) {
    if (leftUs > 0) return { ...item, stoppedUs };
    // Due now; it passes, and is remembered as passed, as any other.
    const { stoppedUs: _stopped, ...due } = item;
    return { ...due, due: (now + leftUs) as Micros };
  }
  if (leftUs <= 0) return { ...item, stoppedUs };
  revived.push({ id: item.id, leftUs });
  const { passed: _passed, ...rest } = item;
  return { ...rest, stoppedUs };
}

/**
 * Lets the local clock run at another rate from now on. What it shows stays; what waits for it comes sooner
 * or later, and not at all while it stands still.
 */
export function setRate(cell: Cell, ratePpm: number, now: Micros): Cell {
  const before = cell.clock.ratePpm;
  const offsetUs = shownBy(cell.clock, now) - now;
  const clock: LocalClock = { offsetUs, ratePpm, ...(ratePpm === 1_000_000 ? {} : { sinceUs: now }) };
  return mapPending({ ...cell, clock }, (item) => {
    const { stoppedUs, ...rest } = item;
    const isDeadline = item.kind === 'deadline';
    if (stoppedUs !== undefined) return { ...rest, ...dueIn(clock, stoppedUs, now, isDeadline) };
    if (item.kind === 'message' || item.kind === 'fault' || item.busy) return item;
    // What is due and has to wait stays due; how long a deadline has passed counts if the clock is set back.
    if (item.due <= now && !item.passed) {
      return item.due === now || item.everyUs === undefined
        ? item
        : lateRing(item, item.everyUs, cell, ratePpm, now);
    }
    return { ...item, ...dueIn(clock, ((item.due - now) * before) / 1_000_000, now, isDeadline) };
  });
}

/** A ring that is late, as its clock changes its rate: since the last one it missed, time goes on by the new one. */
function lateRing(item: Pending, everyUs: Micros, { clock }: Cell, ratePpm: number, now: Micros): Pending {
  const every = trueDuration(clock, everyUs);
  // By a clock that stands still none is missed.
  const lateUs = every === null ? 1 : ((now - item.due - 1) % every) + 1;
  const scaled = ratePpm === 0 || every === null ? 1 : Math.ceil((lateUs * clock.ratePpm) / ratePpm);
  return { ...item, due: (now - scaled) as Micros };
}

/** A deadline as it is remembered once it has passed. */
export function passedDeadline(item: Pending, { clock }: Cell, now: Micros): Pending {
  const stopped = clock.ratePpm === 0 ? { stoppedUs: (item.due - now) as Micros } : {};
  return { ...item, passed: true, ...stopped };
}
