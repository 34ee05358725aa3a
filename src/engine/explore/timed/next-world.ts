import type { Sights } from '../monitor.ts';
import type { Arrivals } from './arrivals.ts';
import { NO_USES, type UsesNumber } from './flat-uses.ts';
import {
  CELL,
  END_COUNT,
  FIRST_END,
  IS_WHOLE,
  type MemoryChanges,
  SET_END,
  SIGHTS,
  SLOT_BITS,
  SLOT_MASK,
  TO_MEMORY,
} from './memory-changes.ts';
import { CHANGES_USES, END, ENDS, FIRST_SEEN, SEEN, SPENDS } from './moves.ts';
import { BUDGET, FIRST_PART, MEMORY, type Packing } from './packing.ts';
import { FIRST_CHANGE, type PartChanges, RING, SET_TIME, TIMES_THEN, TO } from './part-changes.ts';
import { ALIKE, USES } from './parts.ts';
import type { RenamingPlan } from './renaming-plans.ts';
import type { Integers } from './rows.ts';
import type { TimedSpace } from './timed-space.ts';

/** The packed world that a move leads to, made at the end of what has arrived. */
export class NextWorld {
  length = 0;
  /** What was seen on the move. */
  sights: Sights = 0;
  private readonly space: TimedSpace;
  private readonly packing: Packing;
  private readonly changes: PartChanges;
  private readonly memories: MemoryChanges | null;
  private readonly arrivals: Arrivals;
  /** What the world that is expanded has in use in its memory, and whether a client may be made to crash there. */
  private memoryUses: UsesNumber = NO_USES;
  private mayCrash = false;
  /** The parts after the move, before they are renamed, and the change of each. */
  private readonly parts: Int32Array;
  private readonly changed: Int32Array;

  constructor(
    space: TimedSpace,
    packing: Packing,
    changes: PartChanges,
    memories: MemoryChanges | null,
    arrivals: Arrivals,
  ) {
    this.space = space;
    this.packing = packing;
    this.changes = changes;
    this.memories = memories;
    this.arrivals = arrivals;
    this.parts = new Int32Array(space.places.length);
    this.changed = new Int32Array(space.places.length);
  }

  /** The world that is expanded from now on; its ranked numbers have their smallest form. */
  begin(now: Integers): void {
    this.memoryUses = this.usesOf(now[MEMORY] ?? 0);
    this.mayCrash = this.space.mayCrash(now[BUDGET] ?? 0);
  }

  /**
   * Carries a move out in the world that is expanded, or that world later. `first`: where the times of its parts begin;
   * `before`: by place, how many of them are of places before, and after the last place how many there are.
   * False where a time that it sets has no room in a record.
   */
  make(from: Integers, first: number, before: Int32Array, move: number): boolean {
    const { space, packing } = this;
    const { data } = packing.arena;
    let memory = from[MEMORY] ?? 0;
    let watched = 0;
    this.sights = 0;
    const seen = data[move + SEEN] ?? 0;
    if (seen !== 0 && this.memories !== null) {
      watched = this.memories.watch(memory, seen, this.past(from, first, before, move));
      const known = packing.arena.data;
      if (known[watched + IS_WHOLE] === 0) return false;
      memory = known[watched + TO_MEMORY] ?? 0;
      this.sights = known[watched + SIGHTS] ?? 0;
    }
    const spends = data[move + SPENDS] ?? 0;
    const budgetBefore = from[BUDGET] ?? 0;
    const budget = spends === 0 ? budgetBefore : space.budgetAfter(budgetBefore, spends);
    const plan = this.plan(from, move, memory, budget);
    const { rows, end } = this.arrivals;
    rows[end + BUDGET] = budget;
    if (plan === null) {
      rows[end + MEMORY] = memory;
      this.put(from, first, before, move, watched);
    } else this.putRenamed(plan, memory, from, first, before, watched);
    return true;
  }

  /** How all is renamed after a move; null: not at all. */
  private plan(from: Integers, move: number, memory: number, budget: number): RenamingPlan | null {
    const { space, packing } = this;
    const { ranker } = space;
    if (ranker === null) return null;
    const { data } = packing.arena;
    const ofMemory = this.usesOf(memory);
    // Where all has in use what it had in use before, nothing is to be renamed, as nothing was.
    const isSame = ofMemory === this.memoryUses && space.mayCrash(budget) === this.mayCrash;
    if (isSame && data[move + CHANGES_USES] === 0) return null;
    const { parts, changed } = this;
    for (let place = 0; place < parts.length; place += 1) {
      parts[place] = from[FIRST_PART + place] ?? 0;
      changed[place] = 0;
    }
    let at = firstChanged(data, move);
    for (let place = data[at] ?? -1; place >= 0; place = data[at] ?? -1) {
      at += 1;
      parts[place] = data[at + TO] ?? 0;
      changed[place] = at;
      at += FIRST_CHANGE + ((data[at + TIMES_THEN] ?? 0) >> 1) * 2;
    }
    let uses = ofMemory;
    for (let place = 0; place < parts.length; place += 1) {
      uses = ranker.union(uses, data[(parts[place] ?? 0) + USES] ?? 0);
    }
    return ranker.plan(uses, budget);
  }

  private usesOf(memory: number): UsesNumber {
    const { ranker, memories } = this.space;
    return ranker === null || memories === null ? NO_USES : ranker.ofMemory(memory);
  }

  /** Which of the ends that a move sees are not after now, as bits. */
  private past(from: Integers, first: number, before: Int32Array, move: number): number {
    const { data } = this.packing.arena;
    const count = data[move + ENDS] ?? 0;
    let past = 0;
    for (let end = 0, at = move + FIRST_SEEN; end < count; end += 1, at += END) {
      const time = from[first + (before[data[at] ?? 0] ?? 0) + (data[at + 1] ?? 0)] ?? 0;
      if (time + (data[at + 2] ?? 0) <= 0) past |= 1 << end;
    }
    return past;
  }

  /** Puts the parts and the times of a world in which nothing is renamed. */
  private put(from: Integers, first: number, before: Int32Array, move: number, watched: number): void {
    const { packing } = this;
    const { rows, end: begin } = this.arrivals;
    const { data } = packing.arena;
    const { firstTime } = packing;
    let at = begin + firstTime;
    if (watched === 0) for (let time = firstTime; time < first; time += 1) rows[at++] = from[time] ?? 0;
    else {
      const count = data[watched + END_COUNT] ?? 0;
      for (let end = 0; end < count; end += 1) rows[at++] = this.end(data, watched, end, from, first, before);
    }
    for (let part = FIRST_PART; part < firstTime; part += 1) rows[begin + part] = from[part] ?? 0;
    let time = first;
    let change = firstChanged(data, move);
    for (let place = data[change] ?? -1; place >= 0; place = data[change] ?? -1) {
      const start = first + (before[place] ?? 0);
      for (; time < start; time += 1) rows[at++] = from[time] ?? 0;
      change += 1;
      const to = data[change + TO] ?? 0;
      const timesThen = data[change + TIMES_THEN] ?? 0;
      const count = timesThen >> 1;
      rows[begin + FIRST_PART + place] = to;
      for (let then = 0; then < count; then += 1) rows[at++] = this.time(data, change, then, from, start);
      if ((timesThen & 1) !== 0) sort(data, to, rows, at - count, this.space.stride - 1);
      change += FIRST_CHANGE + count * 2;
      time = first + (before[place + 1] ?? 0);
    }
    for (const end = first + (before[firstTime - FIRST_PART] ?? 0); time < end; time += 1) {
      rows[at++] = from[time] ?? 0;
    }
    this.length = at - begin;
  }

  /** Renames the parts and the memory, and puts them and the times. */
  private putRenamed(
    plan: RenamingPlan,
    memory: number,
    from: Integers,
    first: number,
    before: Int32Array,
    watched: number,
  ): void {
    const { parts, changed, packing, space, changes } = this;
    const { rows, end: begin } = this.arrivals;
    let at = begin + packing.firstTime;
    if (space.memories === null) rows[begin + MEMORY] = memory;
    else {
      const { to, slots } = plan.memory(space.memories, memory);
      const { data } = packing.arena;
      rows[begin + MEMORY] = to;
      for (let end = 0; end < slots.length; end += 1) {
        const slot = slots[end] ?? 0;
        rows[at++] =
          watched === 0
            ? (from[packing.firstTime + slot] ?? 0)
            : this.end(data, watched, slot, from, first, before);
      }
    }
    for (let place = 0; place < parts.length; place += 1) {
      const change = changed[place] ?? 0;
      const renamed = changes.renamed(plan, place, parts[place] ?? 0);
      const { data } = packing.arena;
      const part = data[renamed + TO] ?? 0;
      const timesThen = data[renamed + TIMES_THEN] ?? 0;
      rows[begin + FIRST_PART + place] = part;
      const start = first + (before[place] ?? 0);
      const count = timesThen >> 1;
      for (let time = 0; time < count; time += 1) {
        const slot = data[renamed + FIRST_CHANGE + time * 2] ?? 0;
        rows[at++] = change === 0 ? (from[start + slot] ?? 0) : this.time(data, change, slot, from, start);
      }
      if ((timesThen & 1) !== 0) sort(data, part, rows, at - count, space.stride - 1);
    }
    this.length = at - begin;
  }

  /** A time of a memory that has changed. */
  private end(
    data: Int32Array,
    watched: number,
    end: number,
    from: Integers,
    first: number,
    before: Int32Array,
  ): number {
    const slot = data[watched + FIRST_END + end * 2] ?? 0;
    const added = data[watched + FIRST_END + end * 2 + 1] ?? 0;
    if (slot >= 0) return from[this.packing.firstTime + slot] ?? 0;
    if (slot === SET_END) return added;
    const cell = CELL - slot;
    const time = from[first + (before[cell >> SLOT_BITS] ?? 0) + (cell & SLOT_MASK)] ?? 0;
    return this.packing.checked(time + added);
  }

  /** A time of a part that has changed. */
  private time(data: Int32Array, change: number, time: number, from: Integers, start: number): number {
    const slot = data[change + FIRST_CHANGE + time * 2] ?? 0;
    if (slot >= 0) return from[start + slot] ?? 0;
    const added = data[change + FIRST_CHANGE + time * 2 + 1] ?? 0;
    if (slot === SET_TIME) return added;
    const rings = (from[start + RING - slot] ?? 0) + added;
    return this.packing.checked(rings > 0 ? rings : rings + added);
  }
}

/** Where the parts that a move changes stand in its record. */
function firstChanged(data: Int32Array, move: number): number {
  return move + FIRST_SEEN + (data[move + ENDS] ?? 0) * END;
}

/** Puts the times of messages that are alike but for them in order, of a part whose times begin at `first`. */
function sort(data: Int32Array, part: number, times: Integers, first: number, size: number): void {
  let group = data[part + ALIKE] ?? 0;
  for (; group !== 0 && data[group] !== 0; group += 2) {
    sortTimes(times, first + (data[group] ?? 0) - 1, data[group + 1] ?? 0, size);
  }
}

/** Puts so many messages of so many times each in order. */
function sortTimes(times: Integers, first: number, messages: number, size: number): void {
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

function isLess(times: Integers, a: number, b: number, length: number): boolean {
  for (let more = 0; more < length; more += 1) {
    const difference = (times[a + more] ?? 0) - (times[b + more] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
