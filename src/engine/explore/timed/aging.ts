import type { MemoryChanges } from './memory-changes.ts';
import { END_COUNT, FIRST_END, TO_MEMORY } from './memory-changes.ts';
import { BUDGET, FIRST_PART, MEMORY, type Packing } from './packing.ts';
import { DEADLINE, HOW_OLDER, TIMES_OF_PART } from './parts.ts';
import { AGES, STANDS } from './place-space.ts';
import type { Integers } from './rows.ts';
import { NO_DEADLINE } from './timed-space.ts';

/** Makes packed worlds older, in which nothing happens. */
export class Aging {
  private readonly packing: Packing;
  private readonly memories: MemoryChanges | null;

  constructor(packing: Packing, memories: MemoryChanges | null) {
    this.packing = packing;
    this.memories = memories;
  }

  /**
   * Puts the world so long after another one, with this budget, `into`. `first`: where the times of the other one's parts
   * begin; gives where they begin in this one.
   */
  age(world: Integers, first: number, byUs: number, budget: number, into: Integers): number {
    const { firstTime, arena } = this.packing;
    for (let at = 0; at < firstTime; at += 1) into[at] = world[at] ?? 0;
    into[BUDGET] = budget;
    let come = 0;
    for (let time = firstTime; time < first; time += 1) {
      const left = (world[time] ?? 0) - byUs;
      into[time] = left;
      if (left <= 0) come |= 1 << (time - firstTime);
    }
    let firstThen = first;
    if (come !== 0 && this.memories !== null) {
      const change = this.memories.aged(world[MEMORY] ?? 0, come);
      const known = arena.data;
      into[MEMORY] = known[change + TO_MEMORY] ?? 0;
      const kept = known[change + END_COUNT] ?? 0;
      // No more is remembered than before: what has come closes up, and none is overwritten before it is read.
      for (let end = 0; end < kept; end += 1) {
        into[firstTime + end] = into[firstTime + (known[change + FIRST_END + end * 2] ?? 0)] ?? 0;
      }
      firstThen = firstTime + kept;
    }
    this.ageParts(world, first, byUs, into, firstThen);
    return firstThen;
  }

  private ageParts(world: Integers, first: number, byUs: number, into: Integers, firstThen: number): void {
    const { firstTime, arena } = this.packing;
    const { data } = arena;
    const shift = firstThen - first;
    let time = first;
    for (let place = FIRST_PART; place < firstTime; place += 1) {
      const part = world[place] ?? 0;
      let older = data[part + HOW_OLDER] ?? 0;
      for (const end = time + (data[part + TIMES_OF_PART] ?? 0); time < end; time += 1, older += 1) {
        const how = data[older] ?? 0;
        const before = world[time] ?? 0;
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
  }
}
