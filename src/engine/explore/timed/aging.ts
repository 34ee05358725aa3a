import { BrokenPromise } from '../../assert.ts';
import { AGED, BUDGET, FIRST_PART, MEMORY, MEMORY_TIMES, type Outlines } from './outlines.ts';
import { DEADLINE, HOW_OLDER, TIMES_OF_PART } from './parts.ts';
import { AGES, STANDS } from './place-space.ts';
import type { Integers } from './rows.ts';
import { NO_DEADLINE, type TimedSpace } from './timed-space.ts';

/*
 * Where time leads from an outline, as records in the arena, one after the other: which of the times of its memory
 * have come, as bits; the budget then; the address of the next record, or 0; the outline; how many times its
 * memory has, and the number before it of each.
 */
const COME = 0;
const BUDGET_THEN = 1;
const NEXT = 2;
const OUTLINE = 3;
const KEPT = 4;
const FIRST_KEPT = 5;

/** Makes worlds older, in which nothing happens. */
export class Aging {
  private readonly space: TimedSpace;
  private readonly outlines: Outlines;
  private readonly places: number;

  constructor(space: TimedSpace, outlines: Outlines) {
    this.space = space;
    this.outlines = outlines;
    this.places = space.places.length;
  }

  /** The world so long after another one, with this budget: gives its outline, and puts its times `into`. */
  age(outline: number, times: Integers, byUs: number, budget: number, into: Integers): number {
    const { data } = this.outlines.arena;
    const memoryTimes = data[outline + MEMORY_TIMES] ?? 0;
    let come = 0;
    for (let time = 1; time <= memoryTimes; time += 1) {
      const left = (times[time] ?? 0) - byUs;
      into[time] = left;
      if (left <= 0) come |= 1 << (time - 1);
    }
    let to = outline;
    let shift = 0;
    if (come !== 0 || budget !== data[outline + BUDGET]) {
      const record = this.find(outline, come, budget);
      const known = this.outlines.arena.data;
      to = known[record + OUTLINE] ?? 0;
      const kept = known[record + KEPT] ?? 0;
      // What has come closes up: none is overwritten before it is read.
      for (let time = 1; time <= kept; time += 1) {
        into[time] = into[known[record + FIRST_KEPT + time - 1] ?? 0] ?? 0;
      }
      shift = kept - memoryTimes;
    }
    let time = memoryTimes + 1;
    for (let place = 0; place < this.places; place += 1) {
      const part = data[outline + FIRST_PART + place] ?? 0;
      let older = data[part + HOW_OLDER] ?? 0;
      for (const end = time + (data[part + TIMES_OF_PART] ?? 0); time < end; time += 1, older += 1) {
        const how = data[older] ?? 0;
        const before = times[time] ?? 0;
        let after = before - byUs;
        if (how === AGES) {
          if (after < 0) after = -1;
        } else if (how === STANDS) after = before;
        else if (how > 0) {
          if (after < 0) after = ((after + 1) % how) - 1;
        } else if (how === DEADLINE && before === NO_DEADLINE) after = before;
        into[time + shift] = after;
      }
    }
    return to;
  }

  private find(outline: number, come: number, budget: number): number {
    const { arena } = this.outlines;
    const { data } = arena;
    for (let record = data[outline + AGED] ?? 0; record !== 0; record = data[record + NEXT] ?? 0) {
      if (data[record + COME] === come && data[record + BUDGET_THEN] === budget) return record;
    }
    return this.write(outline, come, budget);
  }

  private write(outline: number, come: number, budget: number): number {
    const { outlines, space } = this;
    const { arena } = outlines;
    const memory = arena.data[outline + MEMORY] ?? 0;
    let memoryThen = memory;
    let kept = Array.from({ length: arena.data[outline + MEMORY_TIMES] ?? 0 }, (_, slot) => slot + 1);
    if (come !== 0) {
      if (space.memories === null) throw new BrokenPromise('somebody remembers what has come');
      const { to, ends } = space.memories.aged(memory, come);
      memoryThen = to;
      kept = ends.map((end) => {
        if (end.kind !== 'kept') throw new BrokenPromise('what is remembered is no more than before');
        return end.slot + 1;
      });
    }
    const to = outlines.of(memoryThen, budget, arena.data, outline + FIRST_PART);
    const record = arena.make(FIRST_KEPT + kept.length);
    arena.data.set([come, budget, arena.data[outline + AGED] ?? 0, to, kept.length, ...kept], record);
    arena.data[outline + AGED] = record;
    return record;
  }
}
