import type { Integers } from './rows.ts';
import { FIRST_PART, type Packing } from './packing.ts';
import { TYPES } from './parts.ts';
import type { Shape } from './place-space.ts';
import { COUNT_MASK, ROOM, type TimedSpace } from './timed-space.ts';

/** A world with all that is asked of it while a step is looked for: the shape of each place, and once it is filled its row. */
export class OpenedWorld {
  readonly row = new Float64Array(ROOM);
  /** By place, and after the last one the end of the row. */
  readonly at: Int32Array;
  readonly numbers: Int32Array;
  readonly shapes: Shape[] = [];
  private readonly space: TimedSpace;
  private readonly packing: Packing;
  private world: Integers = new Int32Array(0);

  constructor(space: TimedSpace, packing: Packing) {
    this.space = space;
    this.packing = packing;
    this.at = new Int32Array(space.places.length + 1);
    this.numbers = new Int32Array(space.places.length);
  }

  /** Opens a packed world. */
  open(world: Integers): void {
    const { numbers, shapes, space, packing } = this;
    this.world = world;
    for (let place = 0; place < numbers.length; place += 1) {
      const number = packing.shape(world, place);
      const shape = space.places[place]?.shapes[number];
      if (shape === undefined) throw new RangeError('there is no such place or shape');
      numbers[place] = number;
      shapes[place] = shape;
    }
  }

  /** Puts its row together: for steps that depend on more than shapes. */
  fill(): void {
    const { row, at, shapes, space } = this;
    this.packing.unpack(this.world, row);
    let start = 2 + space.memoryTimes(row[0] ?? 0);
    for (let place = 0; place < shapes.length; place += 1) {
      at[place] = start;
      const count = (row[start] ?? 0) & COUNT_MASK;
      start += 1 + (shapes[place]?.ages.length ?? 0) + count * space.stride;
    }
    at[shapes.length] = start;
  }

  /** Of a filled world: where a message of a place stands in the row. */
  messageAt(place: number, message: number): number {
    return (this.at[place] ?? 0) + 1 + (this.shapes[place]?.ages.length ?? 0) + message * this.space.stride;
  }

  /** Of a filled world: the time in a slot of a place. */
  time(place: number, slot: number): number {
    return this.row[(this.at[place] ?? 0) + 1 + slot] ?? 0;
  }

  /** The type of a message. */
  messageType(place: number, message: number): number {
    const { data } = this.packing.arena;
    return data[(data[(this.world[FIRST_PART + place] ?? 0) + TYPES] ?? 0) + message] ?? 0;
  }
}
