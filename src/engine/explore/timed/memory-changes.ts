import { BrokenPromise } from '../../assert.ts';
import type { Arena } from './arena.ts';
import type { EndSource, MemorySpace, NextMemory } from './memory-space.ts';
import { PairTable } from './pair-table.ts';

/*
 * What becomes of a memory, as a record in the arena: the memory after it; what is seen; whether all that is added has
 * room in the record; how many times there are; then for each the slot of the time before that it comes from, and what is
 * added. Below 0 that slot is SET_END, or CELL less the place and slot of a time of a cell.
 */
export const TO_MEMORY = 0;
export const SIGHTS = 1;
export const IS_WHOLE = 2;
export const END_COUNT = 3;
export const FIRST_END = 4;
export const SET_END = -1;
export const CELL = -2;
/** A cell's place and slot are one number: the slot has so many bits. */
export const SLOT_BITS = 12;
export const SLOT_MASK = (1 << SLOT_BITS) - 1;

/** What a monitor makes of memories, worked out once for each. */
export class MemoryChanges {
  private readonly memories: MemorySpace;
  private readonly arena: Arena;
  private readonly watched = new PairTable();
  private readonly come = new PairTable();

  constructor(memories: MemorySpace, arena: Arena) {
    this.memories = memories;
    this.arena = arena;
  }

  /** Exactly. */
  get bytes(): number {
    return this.watched.bytes + this.come.bytes;
  }

  /** The change of a memory by what was seen, which is not nothing. `past`: which of its ends are not after now, as bits. */
  watch(memory: number, seen: number, past: number): number {
    const how = (seen << PAST_BITS) | past;
    const known = this.watched.get(memory, how);
    if (known !== 0) return known;
    const made = this.write(this.memories.watch(memory, seen, past));
    this.watched.set(memory, how, made);
    return made;
  }

  /** The change of a memory by time in which the ends in these slots have come: bits, not none. */
  aged(memory: number, come: number): number {
    const known = this.come.get(memory, come);
    if (known !== 0) return known;
    const made = this.write(this.memories.aged(memory, come));
    this.come.set(memory, come, made);
    return made;
  }

  private write({ to, sights, ends }: NextMemory): number {
    const { arena } = this;
    const record = arena.make(FIRST_END + ends.length * 2);
    const { data } = arena;
    const written = ends.flatMap(writtenEnd);
    data.set([to, sights, 0, ends.length, ...written], record);
    data[record + IS_WHOLE] = written.every((value, at) => data[record + FIRST_END + at] === value) ? 1 : 0;
    return record;
  }
}

/** As many ends as MemorySpace can tell apart. */
const PAST_BITS = 6;

function writtenEnd(end: EndSource): readonly [number, number] {
  switch (end.kind) {
    case 'kept':
      return [end.slot, 0];
    case 'set':
      return [SET_END, end.us];
    case 'cell':
      if (end.slot > SLOT_MASK) throw new BrokenPromise('a mark has no slot as high as that');
      return [CELL - ((end.place << SLOT_BITS) | end.slot), end.offset];
  }
}
