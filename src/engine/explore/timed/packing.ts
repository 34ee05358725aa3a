import { BrokenPromise } from '../../assert.ts';
import { Arena } from './arena.ts';
import { Parts, TIMES_OF_PART, WORD } from './parts.ts';
import type { Integers } from './rows.ts';
import { COUNT_BITS, COUNT_MASK, type TimedSpace } from './timed-space.ts';

/*
 * A world as it is kept: what its monitor remembers and its budget, by number; by place the address of its part, see
 * parts.ts; then its times, as they stand in its row of timed-space.ts: those of the memory, and those of each place.
 */
export const MEMORY = 0;
export const BUDGET = 1;
export const FIRST_PART = 2;

/** The longest time that 32 bits hold. */
const LONGEST_US = 0x7fffffff;

/** A time does not fit into 32 bits: search again with wide rows. */
export class TooLong extends Error {}

/** Packs the rows of timed-space.ts into worlds as they are kept, and unpacks them. */
export class Packing {
  readonly arena = new Arena();
  readonly parts: Parts;
  /** Where the times of a packed world begin. */
  readonly firstTime: number;
  private readonly space: TimedSpace;
  private readonly longestUs: number;

  /** `isWide`: worlds have room for times that 32 bits do not hold. */
  constructor(space: TimedSpace, isWide: boolean) {
    this.space = space;
    this.longestUs = isWide ? Infinity : LONGEST_US;
    this.parts = new Parts(space, this.arena);
    this.firstTime = FIRST_PART + space.places.length;
  }

  /** Where the times of the parts of a packed world begin. */
  firstOfParts(world: Integers): number {
    return this.firstTime + this.space.memoryTimes(world[MEMORY] ?? 0);
  }

  /** A time for which there is room in a world. */
  checked(us: number): number {
    if (us > this.longestUs) throw new TooLong();
    return us;
  }

  /** Packs a row; gives the length of the world. */
  pack(row: ArrayLike<number>, length: number, into: Integers): number {
    const { space, parts } = this;
    const { places, stride } = space;
    into[MEMORY] = row[0] ?? 0;
    into[BUDGET] = row[1] ?? 0;
    let at = 2;
    let time = this.firstTime;
    for (const end = 2 + space.memoryTimes(row[0] ?? 0); at < end; at += 1)
      into[time++] = this.checked(row[at] ?? 0);
    for (let place = 0; place < places.length; place += 1) {
      const word = row[at++] ?? 0;
      const types: number[] = [];
      const slots = places[place]?.shapes[word >> COUNT_BITS]?.ages.length ?? 0;
      for (const end = at + slots; at < end; at += 1) into[time++] = this.checked(row[at] ?? 0);
      while (types.length < (word & COUNT_MASK)) {
        types.push(row[at++] ?? 0);
        for (let more = 1; more < stride; more += 1) into[time++] = this.checked(row[at++] ?? 0);
      }
      into[FIRST_PART + place] = parts.of(place, word >> COUNT_BITS, types);
    }
    if (at !== length) throw new BrokenPromise('a row ends with its last place');
    return time;
  }

  /** Unpacks a world; gives the length of the row. */
  unpack(world: Integers, row: { [at: number]: number }): number {
    const { data } = this.arena;
    const { places, stride } = this.space;
    row[0] = world[MEMORY] ?? 0;
    row[1] = world[BUDGET] ?? 0;
    let at = 2;
    let time = this.firstTime;
    for (const end = this.firstOfParts(world); time < end; time += 1) row[at++] = world[time] ?? 0;
    for (let place = 0; place < places.length; place += 1) {
      const part = world[FIRST_PART + place] ?? 0;
      const types = this.parts.types(part);
      row[at++] = data[part + WORD] ?? 0;
      const slots = (data[part + TIMES_OF_PART] ?? 0) - types.length * (stride - 1);
      for (const end = at + slots; at < end; at += 1) row[at] = world[time++] ?? 0;
      for (const type of types) {
        row[at++] = type;
        for (let more = 1; more < stride; more += 1) row[at++] = world[time++] ?? 0;
      }
    }
    return at;
  }

  /** The number of the shape at a place of a packed world. */
  shape(world: Integers, place: number): number {
    return (this.arena.data[(world[FIRST_PART + place] ?? 0) + WORD] ?? 0) >> COUNT_BITS;
  }
}
