import { promise } from './assert.ts';
import { withoutPending } from './cell.ts';
import { nameOfMessage, type Choice } from './choices.ts';
import { passedDeadline, rungAgain } from './clock.ts';
import { TRUE_CLOCK, type Component, type MachineEvent } from './component.ts';
import type { Model } from './model.ts';
import { placeFaults } from './place-faults.ts';
import { carryOut, demand, offer, withLeft } from './react.ts';
import { REFUSED, Scratch, type Applied } from './scratch.ts';
import { copyId } from './post.ts';
import { failedCall, send } from './send.ts';
import { laneOf, tellCopy, tellLoss } from './tell.ts';
import { strike } from './strike.ts';
import { ZERO, type Micros } from './time.ts';
import { messageId, messageName, type Cell, type Pending, type World } from './world.ts';

/**
 * The one transition relation. Gives the world after a choice of `choices(model, world)`; null if a
 * component that must take part refuses, in which case nothing happens at all. An effect of unknown type
 * or for an unknown component is a BrokenPromise.
 */
export function apply(model: Model, world: World, choice: Choice): Applied | null {
  const scratch = new Scratch(model, world, choice.at, choice.passesOver);
  try {
    perform(scratch, choice);
  } catch (error) {
    if (error === REFUSED) return null;
    throw error;
  }
  return scratch.done();
}

/** The world before anything has happened, with what the machines ask for at the start. */
export function firstWorld(model: Model): Applied {
  const cells: Record<string, Cell> = {};
  for (const component of model.components) {
    cells[component.id] = {
      state: component.initial().state,
      pending: [],
      clock: TRUE_CLOCK,
      received: {},
      cutFrom: [],
    };
  }
  const world: World = { now: ZERO, nextSeq: 0, nextOrder: 0, cells, budget: model.budget };
  const scratch = new Scratch(model, world, ZERO, 0);
  placeFaults(scratch, model);
  for (const component of model.components) start(scratch, component);
  return scratch.done();
}

/** What somebody does to a world from outside: a message handled at once, or a fault that strikes now. */
export type Intervention =
  | { readonly kind: 'message'; readonly from: string; readonly to: string; readonly body: MachineEvent }
  | { readonly kind: 'fault'; readonly node: string; readonly event: MachineEvent };

/**
 * The world after an intervention at an instant, not before `world.now`; nothing else happens on the way
 * there. Used where operations are given from outside and no script runs.
 */
export function intervene(model: Model, world: World, at: Micros, intervention: Intervention): Applied {
  promise(at >= world.now, 'an intervention cannot lie in the past');
  const scratch = new Scratch(model, world, at, 0);
  if (intervention.kind === 'fault') strike(scratch, intervention.node, intervention.event, null);
  else {
    const { from, to, body } = intervention;
    const number = (scratch.cell(to).received[from] ?? 0) + 1;
    const cell = scratch.cell(to);
    scratch.setCell(to, { ...cell, received: { ...cell.received, [from]: number } });
    const event = { ...body, from };
    const id = messageId(from, number);
    scratch.handling = { node: to, message: messageName(from, to, number), sent: at };
    scratch.message = { kind: 'message', id, due: at, event, cause: null, order: 0, sent: at };
    receive(scratch, to, event, null);
  }
  return scratch.done();
}

function perform(scratch: Scratch, choice: Choice): void {
  const { node } = choice;
  switch (choice.kind) {
    case 'pause':
    case 'crash':
      scratch.spend(choice.kind);
      strike(scratch, node, { type: choice.kind }, null);
      return;
    case 'resume':
      strike(scratch, node, { type: 'resume' }, null);
      return;
    case 'restart':
      strike(scratch, node, { type: 'restart', data: 'kept' }, null);
      return;
    case 'event': {
      const event = scratch.component(node).spontaneous?.[choice.event ?? -1];
      promise(event !== undefined, `choice "${choice.name}" names no event of "${node}"`);
      demand(scratch, node, event, null);
      return;
    }
    case 'lose': {
      const item = take(scratch, choice);
      scratch.spend('lose');
      const message = nameOfMessage(node, item.id);
      tellLoss(scratch, node, item.event, { message, reason: lossOf(item, 'lost') }, item.cause);
      return;
    }
    case 'duplicate': {
      const item = take(scratch, choice);
      scratch.spend('duplicate');
      // Both are there now: which comes first, and how late, is a choice like any other.
      scratch.add(node, { ...item, due: scratch.now });
      scratch.add(node, { ...item, due: scratch.now, id: copyId(scratch.cell(node), item.id) });
      tellCopy(scratch, node, item);
      return;
    }
    default:
      happen(scratch, node, take(scratch, choice));
  }
}

function start(scratch: Scratch, component: Component): void {
  let cause: number | null = null;
  for (const effect of component.initial().effects) cause = carryOut(scratch, component.id, effect, cause);
}

/** The pending item that a choice names, taken out of its cell; a deadline stays. */
function take(scratch: Scratch, choice: Choice): Pending {
  const { node, kind, id } = choice;
  const wanted = kind === 'lose' || kind === 'duplicate' ? 'message' : kind;
  const cell = scratch.cell(node);
  const item = cell.pending.find((candidate) => candidate.kind === wanted && candidate.id === id);
  promise(
    item !== undefined,
    `choice "${choice.name}" is not possible now: nothing with that name is pending`,
  );
  if (item.kind !== 'deadline') scratch.setCell(node, withoutPending(cell, item.kind, item.id));
  return item;
}

/** A pending item becomes due. */
function happen(scratch: Scratch, node: string, item: Pending): void {
  const cell = scratch.cell(node);
  if (cell.slowUs !== undefined && item.slowedUs === undefined && isSlowed(item.kind)) {
    // It has been seen, but not looked at yet.
    const due = (scratch.now + cell.slowUs) as Micros;
    scratch.add(node, { ...item, due, slowedUs: cell.slowUs });
    return;
  }
  switch (item.kind) {
    case 'fault':
      strike(scratch, node, item.event, item.cause);
      return;
    case 'message':
      arrive(scratch, node, item);
      return;
    case 'deadline': {
      const passed = passedDeadline(item, cell, scratch.now);
      const pending = cell.pending.map((other) => (other === item ? passed : other));
      scratch.setCell(node, { ...cell, pending });
      offer(scratch, node, item.event, item.cause);
      return;
    }
    default:
      if (item.everyUs !== undefined) scratch.add(node, rungAgain(item, item.everyUs, cell, scratch.now));
      offer(scratch, node, item.event, item.cause);
  }
}

/** Why a message is lost; of one that comes again only its second step is. */
function lossOf({ again }: Cell['pending'][number], reason: 'lost' | 'crashed'): string {
  return again === true ? 'unfinished' : reason;
}

/** A message reaches its receiver. */
function arrive(scratch: Scratch, node: string, item: Pending): void {
  const message = nameOfMessage(node, item.id);
  const component = scratch.component(node);
  const cell = scratch.cell(node);
  if (component.status(cell.state) === 'crashed') {
    tellLoss(scratch, node, item.event, { message, reason: lossOf(item, 'crashed') }, item.cause);
    return;
  }
  scratch.handling = { node, message, sent: item.sent ?? scratch.now };
  scratch.message = item;
  const from = fromOf(item.event);
  if (item.answerLost !== undefined && from !== null) {
    scratch.answerLost = { to: from, isTold: item.answerLost === 'told' };
  }
  const event = withLeft(scratch, node, item.event, item.deadlines);
  // A second step is no request: what has been taken on is done.
  if (item.again === true) offer(scratch, node, event, item.cause);
  else receive(scratch, node, event, item.cause);
}

/** A message is looked at. */
function receive(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  if (scratch.cell(node).refusing === undefined) offer(scratch, node, event, cause);
  else turnAway(scratch, node, event, cause);
}

/** A component that refuses answers with an error, but not to an error: two that refuse would never end. */
function turnAway(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const seq = scratch.enter(node, cause, { ev: 'deliver', actor: laneOf(scratch.component(node), event) });
  const from = fromOf(event);
  if (from !== null && event.type !== 'error') send(scratch, node, from, failedCall(event), seq);
}

/** A slow component is slow to look at what comes to it; time on its clock, and faults, do not wait. */
function isSlowed(kind: Pending['kind']): boolean {
  return kind === 'message' || kind === 'timer' || kind === 'instruction';
}

function fromOf(event: MachineEvent): string | null {
  return typeof event['from'] === 'string' ? event['from'] : null;
}
