import { BrokenPromise } from '../../assert.ts';
import { Arena } from './arena.ts';
import { ALIKE_OF_PART, Parts, TIMES_OF_PART, TYPES, WORD } from './parts.ts';
import { COUNT_BITS, COUNT_MASK, ROOM, type TimedSpace } from './timed-space.ts';

/** Where in the record of an outline stands what. */
export const MEMORY = 0;
export const BUDGET = 1;
/** How many times a world with this outline has, and how many of them, the first, are those of its memory. */
export const TIMES = 2;
export const MEMORY_TIMES = 3;
/** Address of the moves that its choices come to, see parts.ts and moves.ts; 0: not asked for yet. */
export const FIRST_MOVE = 4;
/** Whether there are messages that only their times put in order, see `Outlines.sort`. */
export const ALIKE = 5;
/** Address of where time leads, see aging.ts; 0: nowhere else yet. */
export const AGED = 6;
const HASH = 7;
/** From here on, by place: the address of its part. */
export const FIRST_PART = 8;

/**
 * All of a world but its times, each once: the record of an outline lies in the arena, and its address is its
 * number. A world is its outline and its times; those are numbered from 1 as they stand in the row of the world,
 * see timed-space.ts. All that can be chosen, and what each choice makes of the times, follows from the outline.
 */
export class Outlines {
  readonly arena = new Arena();
  readonly parts: Parts;
  /** The times of the row that was split last; at 0 there is none. */
  readonly times = new Float64Array(ROOM);
  private readonly space: TimedSpace;
  private table = new Int32Array(1 << 10);
  private size = 0;

  constructor(space: TimedSpace) {
    this.space = space;
    this.parts = new Parts(space, this.arena);
  }

  /** Exactly. */
  get bytes(): number {
    return this.arena.bytes + this.table.byteLength;
  }

  /** What `bytes` will be at most once there is room for so many integers more in the arena, and outlines. */
  bytesWithRoomFor(integers: number, outlines: number): number {
    const table = (this.size + outlines) * 2 > this.table.length ? 3 : 1;
    return this.arena.bytesWithRoomFor(integers) + this.table.byteLength * table;
  }

  /** The outline with this memory, budget and parts, which begin at `from` of an array. */
  of(memory: number, budget: number, parts: Int32Array, from: number): number {
    const { table, arena } = this;
    const { data } = arena;
    const { length } = this.space.places;
    let hash = Math.imul(memory ^ (budget << 20), 0x9e3779b1);
    for (let place = 0; place < length; place += 1) {
      hash = Math.imul(hash ^ (hash >>> 15) ^ (parts[from + place] ?? 0), 0x9e3779b1);
    }
    hash ^= hash >>> 15;
    const mask = table.length - 1;
    let at = hash & mask;
    search: for (let known = table[at] ?? 0; known !== 0; known = table[at] ?? 0) {
      at = (at + 1) & mask;
      if (data[known + HASH] !== hash) continue;
      if (data[known + MEMORY] !== memory || data[known + BUDGET] !== budget) continue;
      for (let place = 0; place < length; place += 1) {
        if (data[known + FIRST_PART + place] !== parts[from + place]) continue search;
      }
      return known;
    }
    const outline = arena.make(FIRST_PART + length);
    const made = arena.data;
    // The array may be the arena's own from before it grew: what is read from it is the same.
    let times = this.space.memoryTimes(memory);
    made[outline + MEMORY] = memory;
    made[outline + BUDGET] = budget;
    made[outline + MEMORY_TIMES] = times;
    made[outline + HASH] = hash;
    for (let place = 0; place < length; place += 1) {
      const part = parts[from + place] ?? 0;
      made[outline + FIRST_PART + place] = part;
      times += made[part + TIMES_OF_PART] ?? 0;
      if (made[part + ALIKE_OF_PART] !== 0) made[outline + ALIKE] = 1;
    }
    made[outline + TIMES] = times;
    table[at] = outline;
    this.size += 1;
    if (this.size * 2 > table.length) this.enlarge();
    return outline;
  }

  /** Takes a row apart: gives its outline, and leaves its times in `times`. */
  split(row: ArrayLike<number>, length: number): number {
    const { times, space } = this;
    const { places, stride } = space;
    let at = 2;
    let time = 1;
    for (const end = 2 + space.memoryTimes(row[0] ?? 0); at < end; at += 1) times[time++] = row[at] ?? 0;
    const parts = Int32Array.from(places, ({ shapes }, place) => {
      const word = row[at++] ?? 0;
      const types: number[] = [];
      const slots = shapes[word >> COUNT_BITS]?.ages.length ?? 0;
      for (const end = at + slots; at < end; at += 1) times[time++] = row[at] ?? 0;
      while (types.length < (word & COUNT_MASK)) {
        types.push(row[at++] ?? 0);
        for (let more = 1; more < stride; more += 1) times[time++] = row[at++] ?? 0;
      }
      return this.parts.of(place, word >> COUNT_BITS, types);
    });
    if (at !== length) throw new BrokenPromise('a row ends with its last place');
    return this.of(row[0] ?? 0, row[1] ?? 0, parts, 0);
  }

  /** Puts a row together, and gives its length. `times`: from 1 on. */
  join(outline: number, times: ArrayLike<number>, row: { [at: number]: number }): number {
    const { data } = this.arena;
    const { places, stride } = this.space;
    row[0] = data[outline + MEMORY] ?? 0;
    row[1] = data[outline + BUDGET] ?? 0;
    let at = 2;
    let time = 1;
    for (const end = 2 + (data[outline + MEMORY_TIMES] ?? 0); at < end; at += 1) row[at] = times[time++] ?? 0;
    for (let place = 0; place < places.length; place += 1) {
      const part = data[outline + FIRST_PART + place] ?? 0;
      const types = this.parts.types(part);
      row[at++] = data[part + WORD] ?? 0;
      const slots = (data[part + TIMES_OF_PART] ?? 0) - types.length * (stride - 1);
      for (const end = at + slots; at < end; at += 1) row[at] = times[time++] ?? 0;
      for (const type of types) {
        row[at++] = type;
        for (let more = 1; more < stride; more += 1) row[at++] = times[time++] ?? 0;
      }
    }
    return at;
  }

  /** The shape at a place. */
  shape(outline: number, place: number): number {
    const { data } = this.arena;
    return (data[(data[outline + FIRST_PART + place] ?? 0) + WORD] ?? 0) >> COUNT_BITS;
  }

  /** The type of a message to a place. */
  messageType(outline: number, place: number, message: number): number {
    const { data } = this.arena;
    const part = data[outline + FIRST_PART + place] ?? 0;
    return data[(data[part + TYPES] ?? 0) + message] ?? 0;
  }

  /** The number of the first time of a place. */
  firstTime(outline: number, place: number): number {
    const { data } = this.arena;
    let first = 1 + (data[outline + MEMORY_TIMES] ?? 0);
    for (let before = 0; before < place; before += 1) {
      first += data[(data[outline + FIRST_PART + before] ?? 0) + TIMES_OF_PART] ?? 0;
    }
    return first;
  }

  /** Puts the times of messages that are alike but for them in order. */
  sort(outline: number, times: { [at: number]: number }): void {
    const { data } = this.arena;
    const size = this.space.stride - 1;
    let before = data[outline + MEMORY_TIMES] ?? 0;
    for (let place = 0; place < this.space.places.length; place += 1) {
      const part = data[outline + FIRST_PART + place] ?? 0;
      let group = data[part + ALIKE_OF_PART] ?? 0;
      for (; group !== 0 && data[group] !== 0; group += 2) {
        sortTimes(times, before + (data[group] ?? 0), data[group + 1] ?? 0, size);
      }
      before += data[part + TIMES_OF_PART] ?? 0;
    }
  }

  private enlarge(): void {
    const before = this.table;
    const { data } = this.arena;
    this.table = new Int32Array(before.length * 2);
    const mask = this.table.length - 1;
    for (const outline of before) {
      if (outline === 0) continue;
      let place = (data[outline + HASH] ?? 0) & mask;
      while (this.table[place] !== 0) place = (place + 1) & mask;
      this.table[place] = outline;
    }
  }
}

/** Puts so many messages of so many times each in order. */
function sortTimes(times: { [at: number]: number }, first: number, messages: number, size: number): void {
  const end = first + messages * size;
  for (let message = first + size; message < end; message += size) {
    for (let at = message; at > first && isLess(times, at, at - size, size); at -= size) {
      for (let more = at; more < at + size; more += 1) {
        const time = times[more] ?? 0;
        times[more] = times[more - size] ?? 0;
        times[more - size] = time;
      }
    }
  }
}

function isLess(times: { [at: number]: number }, a: number, b: number, length: number): boolean {
  for (let more = 0; more < length; more += 1) {
    const difference = (times[a + more] ?? 0) - (times[b + more] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
