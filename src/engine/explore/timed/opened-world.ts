import { BrokenPromise } from '../../assert.ts';
import { AGES, STANDS, type Shape } from './place-space.ts';
import type { Integers, Rows } from './rows.ts';
import { COUNT_BITS, COUNT_MASK, NO_DEADLINE, type TimedSpace } from './timed-space.ts';

/** Longest row that there is room for. */
export const ROOM = 1024;

/** A world's row with all that is quickly asked of it: where each place's part begins, and its shape. */
export class OpenedWorld {
  readonly row: Integers;
  length = 0;
  /** By place, and after the last one the end of the row. */
  readonly at: Int32Array;
  readonly numbers: Int32Array;
  readonly shapes: Shape[] = [];
  private readonly space: TimedSpace;

  constructor(space: TimedSpace, rows: Rows) {
    this.space = space;
    this.row = rows.integers(ROOM);
    this.at = new Int32Array(space.places.length + 1);
    this.numbers = new Int32Array(space.places.length);
  }

  /** Opens a row that is known. */
  open(rows: Rows, index: number): void {
    const { row, at, numbers, shapes, space } = this;
    this.length = rows.read(index, row);
    const { stride } = space;
    let start = 2 + (space.memories?.shape(row[0] ?? 0).slots ?? 0);
    for (let place = 0; place < numbers.length; place += 1) {
      const word = row[start] ?? 0;
      const shape = this.shapeAt(place, word >> COUNT_BITS);
      at[place] = start;
      numbers[place] = word >> COUNT_BITS;
      shapes[place] = shape;
      start += 1 + shape.ages.length + (word & COUNT_MASK) * stride;
    }
    at[numbers.length] = start;
  }

  /** Becomes another world, with another budget, so long afterwards as nothing has happened. */
  age(from: OpenedWorld, byUs: number, budget: number): void {
    const { row, at, numbers, shapes, space } = this;
    const before = from.row;
    row[0] = before[0] ?? 0;
    row[1] = budget;
    let length = from.at[0] ?? 0;
    let come = 0;
    for (let index = 2; index < length; index += 1) {
      const time = (before[index] ?? 0) - byUs;
      row[index] = time;
      if (time <= 0) come |= 1 << (index - 2);
    }
    if (come !== 0 && space.memories !== null) {
      const { to, ends } = space.memories.aged(before[0] ?? 0, come);
      row[0] = to;
      // What has come closes up: none is overwritten before it is read.
      for (let index = 0; index < ends.length; index += 1) {
        const end = ends[index];
        if (end?.kind === 'kept') row[2 + index] = row[2 + end.slot] ?? 0;
      }
      length = 2 + ends.length;
    }
    for (let place = 0; place < numbers.length; place += 1) {
      let index = from.at[place] ?? 0;
      const end = from.at[place + 1] ?? 0;
      const shape = from.shapes[place];
      if (shape === undefined) throw new BrokenPromise('an opened world has a shape at each place');
      at[place] = length;
      numbers[place] = from.numbers[place] ?? 0;
      shapes[place] = shape;
      row[length++] = before[index++] ?? 0;
      const { ages } = shape;
      for (let slot = 0; slot < ages.length; slot += 1) {
        const age = ages[slot] ?? 0;
        let time = before[index++] ?? 0;
        if (age !== STANDS) {
          time -= byUs;
          if (time < 0) {
            if (age === AGES) time = -1;
            else if (age > 0) time = ((time + 1) % age) - 1;
          }
        }
        row[length++] = time;
      }
      while (index < end) {
        row[length++] = before[index++] ?? 0;
        const time = (before[index++] ?? 0) - byUs;
        row[length++] = time < 0 ? -1 : time;
        for (let more = 2; more < space.stride; more += 1) {
          const deadline = before[index++] ?? NO_DEADLINE;
          row[length++] = deadline === NO_DEADLINE ? deadline : deadline - byUs;
        }
      }
    }
    at[numbers.length] = length;
    this.length = length;
  }

  /** Where a message of a place stands in the row. */
  messageAt(place: number, message: number): number {
    return (this.at[place] ?? 0) + 1 + (this.shapes[place]?.ages.length ?? 0) + message * this.space.stride;
  }

  /** The time in a slot of a place. */
  time(place: number, slot: number): number {
    return this.row[(this.at[place] ?? 0) + 1 + slot] ?? 0;
  }

  private shapeAt(place: number, number: number): Shape {
    const shape = this.space.places[place]?.shapes[number];
    if (shape === undefined) throw new BrokenPromise('no shape has that number');
    return shape;
  }
}
