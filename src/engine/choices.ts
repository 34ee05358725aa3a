import { BrokenPromise } from './assert.ts';
import type { Component } from './component.ts';
import type { Model } from './model.ts';
import {
  allows,
  offeredItems,
  mishapsOf,
  offersOf,
  OPEN_FRONT,
  passedOver,
  sooner,
  type Offer,
} from './offers.ts';
import type { Micros } from './time.ts';
import { messageName, PENDING_KINDS, readMessageId, type Cell, type Pending, type World } from './world.ts';

/**
 * One thing that can happen next. The name is stable: it says which message, which timer, which client,
 * never a position in a list, so that a schedule can hold it.
 */
export interface Choice {
  readonly name: string;
  readonly kind: Offer['kind'];
  readonly node: string;
  /** When it happens: the later of now and its own earliest time. */
  readonly at: Micros;
  /** For a pending item or a message to lose: its id in the cell. */
  readonly id?: string;
  /** For `event`: its place in the component's spontaneous events. */
  readonly event?: number;
  /** Messages that it passes over, which are late from then on. */
  readonly passesOver: number;
}

/**
 * Everything that can happen next, in the stated order: by time, then by kind (fault, deadline,
 * instruction, message, timer), then by due time, then by number of making; what needs the fault budget
 * comes last. The first is what ordinary playback takes. Empty when the run is over.
 *
 * What may not be passed over: a fault that strikes at a set time, a deadline, and the instruction and
 * timers of a running component. A message may, at the price of the budget. The rule itself
 * is in offers.ts, cell by cell, so that the explorer can remember what each cell contributes.
 */
export function choices(model: Model, world: World): readonly Choice[] {
  const cells = model.components.map((component) => {
    const cell = cellOf(world, component.id);
    const { offers, ...rest } = offersOf(component, cell, world.now);
    const status = component.status(cell.state);
    return { component, ...rest, offers: offers.flatMap((offer) => [offer, ...mishapsOf(offer, status)]) };
  });
  const front = cells.reduce((before, cell) => sooner(before, cell.front), OPEN_FRONT);
  const found: Ranked[] = [];
  for (const { component, offers } of cells) {
    for (const offer of offers) {
      const at = (world.now + offer.inUs) as Micros;
      if ((offer.item !== null && at > model.horizon) || !allows(front, offer)) continue;
      if (offer.needs !== null && (world.budget[offer.needs] ?? 0) <= 0) continue;
      const passesOver = cells.reduce((sum, cell) => sum + passedOver(cell.messagesInUs, offer.inUs), 0);
      if (passesOver > world.budget.late) continue;
      const choice = choiceOf(component, offer, at, passesOver);
      found.push({ choice, item: isMishap(offer.kind) ? null : offer.item });
    }
  }
  return found.sort(byOrder).map((entry) => entry.choice);
}

/** The choice that ordinary playback takes; undefined when the run is over. */
export function ordinaryChoice(model: Model, world: World): Choice | undefined {
  const { now } = world;
  let best: { readonly component: Component; readonly item: Pending; readonly at: Micros } | undefined;
  for (const component of model.components) {
    const cell = cellOf(world, component.id);
    if (cell.pending.length === 0 || (best !== undefined && isLater(cell, best.at))) continue;
    for (const item of offeredItems(component, cell, now)) {
      const at = Math.max(now, item.due) as Micros;
      if (best === undefined || comparePending(item, at, best.item, best.at) < 0) {
        best = { component, item, at };
      }
    }
  }
  if (best === undefined || best.at > model.horizon) return undefined;
  const { component, item, at } = best;
  return choiceOf(component, { kind: item.kind, item }, at, 0);
}

/** Whether nothing that is pending in a cell can happen before or at an instant that is not past. */
function isLater({ pending }: Cell, at: Micros): boolean {
  for (const item of pending) if (item.due <= at) return false;
  return true;
}

/** An offer as a choice of a world in which it happens at `at` and passes over that many messages. */
export function choiceOf(
  component: Component,
  offer: Pick<Offer, 'kind' | 'item' | 'event'>,
  at: Micros,
  passesOver: number,
): Choice {
  const node = component.id;
  const { kind, item, event } = offer;
  if (item !== null) return { name: itemName(kind, node, item), kind, node, at, id: item.id, passesOver };
  const started = event === undefined ? undefined : component.spontaneous?.[event];
  if (event === undefined || started === undefined) {
    return { name: `${kind} ${node}`, kind, node, at, passesOver };
  }
  return { name: `${node} ${eventName(started)}`, kind, node, at, event, passesOver };
}

/** The cell of a component. A missing one is a broken promise of whoever built the world. */
export function cellOf(world: World, id: string): Cell {
  const cell = world.cells[id];
  if (cell === undefined) throw new BrokenPromise(`the world has no cell for component "${id}"`);
  return cell;
}

/** Chosen faults of a message come last. */
function isMishap(kind: Offer['kind']): boolean {
  return kind === 'lose' || kind === 'duplicate';
}

interface Ranked {
  readonly choice: Choice;
  readonly item: Pending | null;
}

function eventName(event: { readonly type: string; readonly [field: string]: unknown }): string {
  const rest = Object.entries(event).filter(([field]) => field !== 'type');
  return [event.type, ...rest.map(([, value]) => String(value))].join(' ');
}

function itemName(kind: Offer['kind'], node: string, item: Pending): string {
  switch (kind) {
    case 'lose':
    case 'duplicate':
    case 'message': {
      const { from, number, copy } = readMessageId(item.id);
      const which = copy === 1 ? '' : ` copy ${String(copy)}`;
      return `${kind === 'message' ? 'deliver' : kind} ${messageName(from, node, number)}${which}`;
    }
    case 'instruction':
      return item.id === 'next' ? `run ${node}` : `run ${item.id}`;
    default:
      return `${kind} ${node} ${item.id}`;
  }
}

/** The stable name of a message from its id in the receiver's cell (`A#1`); copies of one have its name. */
export function nameOfMessage(receiver: string, id: string): string {
  const { from, number } = readMessageId(id);
  return messageName(from, receiver, number);
}

function byOrder(a: Ranked, b: Ranked): number {
  if (a.item === null || b.item === null) {
    if (a.item !== null) return -1;
    if (b.item !== null) return 1;
    return a.choice.name < b.choice.name ? -1 : a.choice.name > b.choice.name ? 1 : 0;
  }
  return comparePending(a.item, a.choice.at, b.item, b.choice.at);
}

function comparePending(a: Pending, atA: Micros, b: Pending, atB: Micros): number {
  if (atA !== atB) return atA - atB;
  const rank = PENDING_KINDS.indexOf(a.kind) - PENDING_KINDS.indexOf(b.kind);
  if (rank !== 0) return rank;
  if (a.due !== b.due) return a.due - b.due;
  return a.order - b.order;
}
