import { BrokenPromise, promise } from './assert.ts';
import { onStatusChange, withoutPending } from './cell.ts';
import { leftUntil, timed, wallTimes } from './clock.ts';
import {
  trueDuration,
  type DeclaredMargin,
  type Effect,
  type EntryDraft,
  type MachineEvent,
} from './component.ts';
import { REFUSED, type Scratch } from './scratch.ts';
import { send } from './send.ts';
import { laneOf } from './tell.ts';
import type { Micros } from './time.ts';
import type { Pending } from './world.ts';

/** Hands over an event that a machine may ignore: a timer that means nothing any more, a late answer. */
export function offer(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const isTaken = react(scratch, node, event, cause);
  if (isTaken || scratch.handling === null) return;
  scratch.enter(node, cause, { ev: 'deliver', actor: laneOf(scratch.component(node), event) });
}

/** Hands over an event that a machine must take; if it does not, the whole step does not happen. */
export function demand(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  if (!react(scratch, node, event, cause)) throw REFUSED;
}

/**
 * Hands an event to a machine and carries out what it asks for, in order; false if the machine does not
 * take it. An entry becomes the cause of what follows it. A message that leads to no entry of its own is
 * told as delivered.
 */
function react(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): boolean {
  const component = scratch.component(node);
  const cell = scratch.cell(node);
  const step = component.step(cell.state, event);
  if (step === null) return false;
  const before = component.status(cell.state);
  const after = component.status(step.state);
  scratch.setCell(node, onStatusChange({ ...cell, state: step.state }, before, after, scratch.now));
  let last = cause;
  const isTold = step.effects.some((effect) => effect.type === 'trace' || effect.type === 'call');
  if (scratch.handling !== null && !isTold) {
    last = scratch.enter(node, cause, { ev: 'deliver', actor: laneOf(component, event) });
  }
  for (const effect of step.effects) last = carryOut(scratch, node, effect, last);
  return true;
}

export function carryOut(
  scratch: Scratch,
  node: string,
  effect: Effect,
  cause: number | null,
): number | null {
  switch (effect.type) {
    case 'trace':
      return scratch.enter(node, cause, entryOf(scratch, node, effect));
    case 'send':
      send(scratch, node, effect.to, effect.body, cause, carried(scratch, node, effect.deadlines));
      return cause;
    case 'again':
      comeAgain(scratch, node, effect, cause);
      return cause;
    case 'call': {
      const deadlines = carried(scratch, node, effect.deadlines);
      demand(scratch, effect.to, withLeft(scratch, effect.to, effect.event, deadlines), cause);
      return cause;
    }
    case 'timer':
    case 'deadline':
    case 'next': {
      scratch.add(node, timed(effect, scratch.cell(node), scratch.now, cause));
      return cause;
    }
    case 'cancel': {
      const cell = withoutPending(scratch.cell(node), 'timer', effect.id);
      scratch.setCell(node, withoutPending(cell, 'deadline', effect.id));
      return cause;
    }
    case 'crash': {
      const event: MachineEvent = { type: 'crash' };
      scratch.add(node, { kind: 'fault', id: 'crash.own', due: scratch.now, event, cause });
      return cause;
    }
    case 'halt':
      scratch.setCell(node, withoutPending(scratch.cell(node), 'instruction', effect.worker ?? 'next'));
      return cause;
    default:
      throw new BrokenPromise(`component "${node}" asked for an unknown effect: ${JSON.stringify(effect)}`);
  }
}

/** An event as its receiver gets it: with what is left, on its own clock, until the deadlines that came along. */
export function withLeft(
  scratch: Scratch,
  node: string,
  event: MachineEvent,
  deadlines: Pending['deadlines'],
): MachineEvent {
  return deadlines === undefined
    ? event
    : { ...event, left: leftUntil(scratch.cell(node), deadlines, scratch.now) };
}

function carried(scratch: Scratch, node: string, ids: readonly string[] | undefined): Pending['deadlines'] {
  return ids === undefined ? undefined : wallTimes(scratch.cell(node), ids, scratch.now);
}

/** Puts the message that is being handled back, under its own name, with what an observer attached to it. */
function comeAgain(
  scratch: Scratch,
  node: string,
  { afterUs, event }: Extract<Effect, { type: 'again' }>,
  cause: number | null,
): void {
  const { message, now } = scratch;
  promise(message !== null, `component "${node}" asked for a message again without handling one`);
  const wait = trueDuration(scratch.cell(node).clock, afterUs);
  if (wait === null) return;
  const from = message.event['from'] ?? '';
  const due = (now + wait) as Micros;
  scratch.add(node, { ...message, due, event: { ...event, from }, cause, again: true });
}

function entryOf(scratch: Scratch, node: string, effect: Extract<Effect, { type: 'trace' }>): EntryDraft {
  const { entry, expiresAfterUs, expiresAtDeadline, margin } = effect;
  if (expiresAfterUs === undefined && expiresAtDeadline === undefined && margin === undefined) return entry;
  return { ...entry, ...expiry(scratch, node, effect), ...declaredMargin(scratch, node, margin) };
}

function expiry(
  scratch: Scratch,
  node: string,
  effect: Extract<Effect, { type: 'trace' }>,
): { expires?: Micros } {
  const { expiresAfterUs, expiresAtDeadline } = effect;
  const cell = scratch.cell(node);
  if (expiresAtDeadline !== undefined) {
    const deadline = cell.pending.find((item) => item.kind === 'deadline' && item.id === expiresAtDeadline);
    return deadline === undefined || deadline.stoppedUs !== undefined ? {} : { expires: deadline.due };
  }
  if (expiresAfterUs === undefined) return {};
  const wait = trueDuration(cell.clock, expiresAfterUs);
  return wait === null ? {} : { expires: (scratch.now + wait) as Micros };
}

function declaredMargin(
  scratch: Scratch,
  node: string,
  margin: DeclaredMargin | undefined,
): { marginUs?: Micros } {
  if (margin === undefined) return {};
  const { pending } = scratch.cell(node);
  const [from, to] = margin.between.map(
    (id) => pending.find((item) => item.kind === 'deadline' && item.id === id)?.due,
  );
  const betweenUs = from === undefined || to === undefined ? 0 : to - from;
  return { marginUs: (margin.plusUs + betweenUs) as Micros };
}
