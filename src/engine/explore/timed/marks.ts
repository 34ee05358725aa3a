import { promise } from '../../assert.ts';
import type { Micros } from '../../time.ts';

/** A time that a mark stands for, and what was added to it. */
export interface MarkedTime {
  readonly place: number;
  readonly slot: number;
  readonly offset: number;
}

/**
 * A step does more with times than to keep them, or to add durations: it must be worked out for the very
 * times that it meets.
 */
export class NeedsTimes extends Error {}

/** Longer than any duration that a step adds: some twelve days. */
const APART = 2 ** 40;
const MARKS = 2 ** 12;

/**
 * Marks stand for times while a step is worked out, once for all worlds that differ in times alone. Where a
 * mark turns up in what the step leaves, that time goes. They lie so far apart that a duration added to one
 * is told from another one.
 */
export class Marks {
  /** Times that each of so many places can have. */
  private readonly slots: number;

  constructor(places: number) {
    this.slots = Math.floor(MARKS / places);
  }

  /** The mark of a time that lies ahead; with `isDue` of one that does not. */
  of(place: number, slot: number, isDue = false): Micros {
    promise(slot < this.slots, `more than ${String(this.slots)} things are pending at one component`);
    const mark = (place * this.slots + slot + 1) * APART;
    return (isDue ? -mark : mark) as Micros;
  }

  /** The time that a value stands for; null for a duration. */
  read(value: number): MarkedTime | null {
    const index = Math.round(value / APART);
    if (index === 0) return null;
    const number = Math.abs(index) - 1;
    const offset = value - index * APART;
    if (Math.abs(offset) > APART / 4) throw new NeedsTimes();
    return { place: Math.floor(number / this.slots), slot: number % this.slots, offset };
  }
}
