import type { Component, ProcessStatus } from './component.ts';
import type { FaultBudget } from './faults.ts';
import type { Micros } from './time.ts';
import { readMessageId, type Cell, type Pending, type PendingKind } from './world.ts';

/**
 * One thing that a component has to offer as the next event, as far as its own cell can tell. What the
 * rest of the world has to say about it is `allows` and the fault budget.
 */
export interface Offer {
  readonly kind: Pending['kind'] | 'pause' | 'resume' | 'crash' | 'restart' | 'lose' | 'duplicate' | 'event';
  /** The pending item; null for what happens now of its own accord. */
  readonly item: Pending | null;
  /** How long after now it happens; 0 if it is due. */
  readonly inUs: number;
  /** A deadline or fault: not held up by another deadline at its very instant. */
  readonly isPunctual: boolean;
  /** For `event`: its place in the component's spontaneous events. */
  readonly event?: number;
  /** Which part of the fault budget must have something left; null: none. */
  readonly needs: keyof FaultBudget | null;
}

/** How soon something happens that no other choice may pass over, after now; Infinity for never. */
export interface Front {
  readonly fixedInUs: number;
  /** The soonest deadline or fault among it. */
  readonly punctualInUs: number;
}

/** What one cell contributes to the choices; the rest of the rule needs no more of it than this. */
export interface CellOffers {
  readonly offers: readonly Offer[];
  readonly front: Front;
  /** How long after now each message arrives that is not late yet. */
  readonly messagesInUs: readonly number[];
}

/** A front at which nothing waits. */
export const OPEN_FRONT: Front = { fixedInUs: Infinity, punctualInUs: Infinity };

/** What a cell offers when it is `now`. */
export function offersOf(component: Component, cell: Cell, now: Micros): CellOffers {
  const status = component.status(cell.state);
  const waiting = waitingIn(cell, status);
  const resumesWith = resumed(waiting, now);
  let fixedInUs = Infinity;
  let punctualInUs = Infinity;
  const messagesInUs: number[] = [];
  const offers: Offer[] = [];
  for (const item of waiting) {
    if (item.inOrder === true && isHeldUp(item, waiting)) continue;
    const inUs = Math.max(0, item.due - now);
    const isPunctual = isAtItsInstant(item);
    if (isPunctual) punctualInUs = Math.min(punctualInUs, inUs);
    if (item.kind !== 'message') fixedInUs = Math.min(fixedInUs, inUs);
    else if (item.due >= now) messagesInUs.push(inUs);
    if (isStopped(item, resumesWith)) continue;
    offers.push({ kind: item.kind, item, inUs, isPunctual, needs: null });
  }
  offers.push(...spontaneousOffers(component, cell, status));
  return { offers, front: { fixedInUs, punctualInUs }, messagesInUs };
}

/** What of a cell is pending and offered when it is `now`: of `offersOf` that alone. */
export function offeredItems(component: Component, cell: Cell, now: Micros): readonly Pending[] {
  const waiting = waitingIn(cell, component.status(cell.state));
  const resumesWith = resumed(waiting, now);
  if (resumesWith === undefined && !waiting.some(({ inOrder }) => inOrder === true)) return waiting;
  return waiting.filter(
    (item) => !(item.inOrder === true && isHeldUp(item, waiting)) && !isStopped(item, resumesWith),
  );
}

/** What is pending in a cell and will be looked at. */
function waitingIn({ pending }: Cell, status: ProcessStatus): readonly Pending[] {
  for (const item of pending)
    if (!waits(item, status)) return pending.filter((other) => waits(other, status));
  return pending;
}

function waits({ kind, passed, stoppedUs }: Pending, status: ProcessStatus): boolean {
  return passed !== true && stoppedUs === undefined && isLookedAt(kind, status);
}

/** A client that was stopped goes on with its instruction before it looks at anything else of its own. */
function resumed(waiting: readonly Pending[], now: Micros): Pending | undefined {
  for (const item of waiting) if (item.kind === 'instruction' && item.due < now) return item;
  return undefined;
}

function isStopped(item: Pending, resumesWith: Pending | undefined): boolean {
  return resumesWith !== undefined && resumesWith !== item && !isAtItsInstant(item);
}

function isAtItsInstant({ kind }: Pending): boolean {
  return kind === 'deadline' || kind === 'fault';
}

/** What else may befall the message of an offer, at the price of the fault budget. */
export function mishapsOf(offer: Offer, status: ProcessStatus): readonly Offer[] {
  const { item } = offer;
  // A message that reaches a crashed component is lost anyway.
  if (item?.kind !== 'message' || status === 'crashed') return NO_OFFERS;
  const lost: Offer = { ...offer, kind: 'lose', needs: 'lose' };
  // What is there for a second step has been taken on: it is not doubled.
  return item.again === true ? [lost] : [lost, { ...offer, kind: 'duplicate', needs: 'duplicate' }];
}

const NO_OFFERS: readonly Offer[] = [];

/** Whether a message over a link that keeps their order waits for an earlier one. */
function isHeldUp({ id, again }: Pending, waiting: readonly Pending[]): boolean {
  if (again === true) return false;
  const mine = readMessageId(id);
  return waiting.some((other) => {
    if (other.inOrder !== true || other.again === true) return false;
    const { from, number, copy } = readMessageId(other.id);
    return from === mine.from && (number < mine.number || (number === mine.number && copy < mine.copy));
  });
}

/** The sooner of two fronts: that of both cells together. */
export function sooner(a: Front, b: Front): Front {
  return {
    fixedInUs: Math.min(a.fixedInUs, b.fixedInUs),
    punctualInUs: Math.min(a.punctualInUs, b.punctualInUs),
  };
}

/**
 * Whether an offer may be taken in a world with this front. Nothing that must happen may be passed over,
 * and at the very instant of its end a lease is over: the deadline goes first.
 */
export function allows(front: Front, offer: Offer): boolean {
  if (offer.item === null) return true;
  if (offer.inUs > front.fixedInUs) return false;
  return offer.isPunctual || offer.inUs < front.punctualInUs;
}

/** How many of these messages something that happens `inUs` after now passes over. */
export function passedOver(messagesInUs: readonly number[], inUs: number): number {
  let count = 0;
  for (const messageInUs of messagesInUs) if (messageInUs < inUs) count += 1;
  return count;
}

/** Whether a component in this status looks at what is due of this kind; if not, it waits. */
export function isLookedAt(kind: PendingKind, status: ProcessStatus): boolean {
  // A fault strikes whoever it is for, and a deadline is a moment on a clock: no process need run for it.
  if (kind === 'fault' || kind === 'deadline') return true;
  if (status === 'running') return true;
  // A message that reaches a crashed component is lost at that moment.
  return status === 'crashed' && kind === 'message';
}

function spontaneousOffers(component: Component, cell: Cell, status: ProcessStatus): readonly Offer[] {
  const offers: Offer[] = [];
  const add = (kind: Offer['kind'], needs: Offer['needs']): void => {
    offers.push({ kind, item: null, inUs: 0, isPunctual: false, needs });
  };
  if (component.role === 'client') {
    if (status === 'running') add('pause', 'pause');
    if (status === 'paused' && !awaitsResume(cell)) add('resume', null);
    if (status === 'running') add('crash', 'crash');
    if (status === 'crashed') add('restart', 'crash');
  }
  component.spontaneous?.forEach((_, event) => {
    offers.push({ kind: 'event', item: null, inUs: 0, isPunctual: false, event, needs: null });
  });
  return offers;
}

/** A pause of set length ends when it was set to, not by choice. */
function awaitsResume(cell: Cell): boolean {
  return cell.pending.some((item) => item.kind === 'fault' && item.event.type === 'resume');
}
