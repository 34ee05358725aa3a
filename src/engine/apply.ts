import { promise } from './assert.ts';
import { nextRing, withoutPending } from './cell.ts';
import { nameOfMessage, type Choice } from './choices.ts';
import { TRUE_CLOCK, type Component, type MachineEvent } from './component.ts';
import type { Model } from './model.ts';
import { placeFaults } from './place-faults.ts';
import { carryOut, demand, offer, withLeft } from './react.ts';
import { REFUSED, Scratch, type Applied } from './scratch.ts';
import { tellLoss } from './send.ts';
import { strike } from './strike.ts';
import { ZERO, type Micros } from './time.ts';
import { messageName, type Cell, type World } from './world.ts';

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
    const id = `${from}#${String(number)}`;
    scratch.handling = { node: to, message: messageName(from, to, number), sent: at };
    scratch.message = { kind: 'message', id, due: at, event, cause: null, order: 0, sent: at };
    offer(scratch, to, event, null);
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
      const item = take(scratch, node, 'message', choice);
      scratch.spend('lose');
      const message = nameOfMessage(node, item.id);
      tellLoss(scratch, node, item.event, { message, reason: lossOf(item, 'lost') }, item.cause);
      return;
    }
    default:
      happen(scratch, node, take(scratch, node, choice.kind, choice));
  }
}

function start(scratch: Scratch, component: Component): void {
  let cause: number | null = null;
  for (const effect of component.initial().effects) cause = carryOut(scratch, component.id, effect, cause);
}

function take(
  scratch: Scratch,
  node: string,
  kind: Cell['pending'][number]['kind'],
  choice: Choice,
): Cell['pending'][number] {
  const item = scratch
    .cell(node)
    .pending.find((candidate) => candidate.kind === kind && candidate.id === choice.id);
  promise(
    item !== undefined,
    `choice "${choice.name}" is not possible now: nothing with that name is pending`,
  );
  if (kind === 'deadline') return item;
  scratch.setCell(node, withoutPending(scratch.cell(node), kind, item.id));
  if (item.everyUs !== undefined) {
    scratch.add(node, { ...item, due: nextRing(item.due, item.everyUs, scratch.now) });
  }
  return item;
}

/** A pending item becomes due. */
function happen(scratch: Scratch, node: string, item: Cell['pending'][number]): void {
  switch (item.kind) {
    case 'fault':
      strike(scratch, node, item.event, item.cause);
      return;
    case 'message': {
      const message = nameOfMessage(node, item.id);
      const component = scratch.component(node);
      if (component.status(scratch.cell(node).state) === 'crashed') {
        tellLoss(scratch, node, item.event, { message, reason: lossOf(item, 'crashed') }, item.cause);
        return;
      }
      scratch.handling = { node, message, sent: item.sent ?? scratch.now };
      scratch.message = item;
      scratch.answerLostTo = item.answerLost === true ? fromOf(item.event) : null;
      offer(scratch, node, withLeft(scratch, node, item.event, item.deadlines), item.cause);
      return;
    }
    case 'deadline': {
      const cell = scratch.cell(node);
      scratch.setCell(node, {
        ...cell,
        pending: cell.pending.map((other) => (other === item ? { ...item, passed: true as const } : other)),
      });
      offer(scratch, node, item.event, item.cause);
      return;
    }
    default:
      offer(scratch, node, item.event, item.cause);
  }
}

/** Why a message is lost; of one that comes again only its second step is. */
function lossOf({ again }: Cell['pending'][number], reason: 'lost' | 'crashed'): string {
  return again === true ? 'unfinished' : reason;
}

function fromOf(event: MachineEvent): string | null {
  return typeof event['from'] === 'string' ? event['from'] : null;
}
