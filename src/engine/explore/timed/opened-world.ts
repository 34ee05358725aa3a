import type { Outlines } from './outlines.ts';
import type { Shape } from './place-space.ts';
import { COUNT_MASK, ROOM, type TimedSpace } from './timed-space.ts';

/** A world with all that is quickly asked of it: the shape of each place, and once it is filled its row. */
export class OpenedWorld {
  outline = 0;
  readonly row = new Float64Array(ROOM);
  /** By place, and after the last one the end of the row. */
  readonly at: Int32Array;
  readonly numbers: Int32Array;
  readonly shapes: Shape[] = [];
  private readonly space: TimedSpace;
  private readonly outlines: Outlines;
  private times: ArrayLike<number> = [];

  constructor(space: TimedSpace, outlines: Outlines) {
    this.space = space;
    this.outlines = outlines;
    this.at = new Int32Array(space.places.length + 1);
    this.numbers = new Int32Array(space.places.length);
  }

  /** Opens the world with this outline and these times, which stand from 1 on. */
  open(outline: number, times: ArrayLike<number>): void {
    const { numbers, shapes, space, outlines } = this;
    this.times = times;
    if (this.outline === outline) return;
    this.outline = outline;
    for (let place = 0; place < numbers.length; place += 1) {
      const number = outlines.shape(outline, place);
      const shape = space.places[place]?.shapes[number];
      if (shape === undefined) throw new RangeError('there is no such place or shape');
      numbers[place] = number;
      shapes[place] = shape;
    }
  }

  /** Puts its row together: for steps that depend on more than shapes. */
  fill(): void {
    const { row, at, shapes, space } = this;
    this.outlines.join(this.outline, this.times, row);
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
    return this.outlines.messageType(this.outline, place, message);
  }
}
