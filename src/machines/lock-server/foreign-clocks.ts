import type { Effect, MachineEvent } from '../../engine/component.ts';
import { asNumber } from '../requests.ts';

/**
 * Whose clock says when a lease is over: the service's own; the service's, of an end that the holder wrote by
 * its clock; or that of whoever asks, of such an end.
 */
export type ExpiryBy = 'server' | 'writer-clock' | 'challenger-clock';

/**
 * How far beyond its end a date stands that others judge by their clocks: farther than any of them is behind,
 * so that it never passes and is always known to the microsecond.
 */
const BEYOND_US = 2 * 86_400_000_000;

/** What has been found of the end of a lease: over by the clock of who asks, and by the service's own. */
export interface Judgement {
  readonly isOver: boolean;
  readonly isPast: boolean;
}

/** How far the sender's clock, as it sent a request, was ahead of the service's now. 0 where nobody says. */
export function leadOf({ left }: MachineEvent): number {
  return (left as { readonly now?: number } | undefined)?.now ?? 0;
}

/** How long a lease lasts by the service's clock, as its end is written. */
export function lastsUs(expiryBy: ExpiryBy, ttlUs: number, leadUs: number): number {
  return expiryBy === 'server' ? ttlUs : ttlUs + leadUs;
}

/** A date that whoever asks will judge by its own clock. */
export function dateDeadline(id: string, afterUs: number): Effect {
  return { type: 'deadline', id, afterUs: afterUs + BEYOND_US, clock: 'wall' };
}

/** The request once more, in the same step, with what is left until the date. */
export function judgeFirst(service: string, date: string, event: MachineEvent): Effect {
  const { left: _left, type, ...rest } = event;
  const again: MachineEvent = { ...rest, type: 'judged', op: type, leadUs: leadOf(event) };
  return { type: 'call', to: service, event: again, deadlines: [date] };
}

/** What such a request finds; a lease without a date has no end. */
export function judgementOf(event: MachineEvent, date: string): Judgement {
  const left = (event['left'] ?? {}) as { readonly [id: string]: number };
  const endsInUs = (left[date] ?? Infinity) - BEYOND_US;
  return { isOver: endsInUs <= asNumber(event['leadUs']), isPast: endsInUs <= 0 };
}
