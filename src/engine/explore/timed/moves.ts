import type { MarkedTime } from './marks.ts';
import { KnownSteps } from './known-steps.ts';
import { OpenedWorld } from './opened-world.ts';
import { FIRST_PART, type Packing } from './packing.ts';
import { PairTable } from './pair-table.ts';
import { FIRST_CHANGE, PartChanges, TIMES_THEN, TO } from './part-changes.ts';
import { USES } from './parts.ts';
import type { Integers } from './rows.ts';
import type { Program } from './steps.ts';
import { Successor } from './successor.ts';
import type { TimedSpace } from './timed-space.ts';

/*
 * A move is a record in the arena: how it is made; what it takes from the budget and what is seen on it, by number;
 * whether some part has other ranked numbers in use than before; how many ends of leases are seen, and for each its place, its slot and what is added; then for each part that it changes
 * its place and a copy of the change, see part-changes.ts, so that all of it lies together; and -1.
 */
export const HOW = 0;
export const SPENDS = 1;
export const SEEN = 2;
export const CHANGES_USES = 3;
export const ENDS = 4;
export const FIRST_SEEN = 5;
/** Integers of an end. */
export const END = 3;

/** How: as the record says; nothing happens; what happens depends on the very times, and is worked out each time. */
export const PLAIN = 0;
export const NONE = 1;
export const BY_TIMES = 2;

/** What is chosen: at which place, what it is to the place, what becomes of a message; see KnownSteps. */
export interface MoveChoice {
  place: number;
  /** -1 and below: the message with that number. */
  what: number;
  kind: 'message' | 'lose' | 'duplicate';
  due: number;
}

/**
 * What choices do to all worlds that agree on the parts that are read or changed. Where a choice stands in its part there
 * is room for its move. If that depends on the part of another place, less than 0 stands there: a branch, whose record
 * is that place, and the ways from there on are known by branch and part.
 */
export class Moves {
  readonly changes: PartChanges;
  /** What was seen on the step that was taken last by its times. */
  sights = 0;
  private readonly space: TimedSpace;
  private readonly packing: Packing;
  private readonly steps: KnownSteps;
  private readonly world: OpenedWorld;
  private readonly next: Successor;
  private readonly ways = new PairTable();
  private readonly none: number;
  private readonly byTimes: number;

  constructor(space: TimedSpace, packing: Packing) {
    this.space = space;
    this.packing = packing;
    this.steps = new KnownSteps(space);
    this.changes = new PartChanges(packing.parts, packing.arena, space.stride);
    this.world = new OpenedWorld(space, packing);
    this.next = new Successor(space);
    this.none = this.record([NONE]);
    this.byTimes = this.record([BY_TIMES]);
  }

  /** Exactly, but for steps. */
  get bytes(): number {
    return this.changes.bytes + this.ways.bytes;
  }

  /** The move of a choice in a world; 0 where it is not known. `slot`: where the choice has room for it. */
  find(slot: number, world: Integers): number {
    const { data } = this.packing.arena;
    let move = data[slot] ?? 0;
    while (move < 0) move = this.ways.get(move, world[FIRST_PART + (data[-move] ?? 0)] ?? 0);
    return move;
  }

  /** Works out a move that is not known. */
  learn(slot: number, world: Integers, choice: MoveChoice): number {
    const { arena } = this.packing;
    const program = this.program(world, choice);
    const move = this.write(world, program, choice);
    const { reads } = this.steps;
    let branch = 0;
    let way = arena.data[slot] ?? 0;
    for (let read = 0; ;) {
      // The ways of one choice are told apart by the same places in the same order.
      if (way === 0) {
        const place = reads[read];
        way = place === undefined ? move : -this.record([place]);
        if (branch === 0) arena.data[slot] = way;
        else this.ways.set(branch, this.part(world, branch), way);
      }
      if (way > 0) return way;
      const told = arena.data[-way] ?? 0;
      while (reads[read] === told) read += 1;
      branch = way;
      way = this.ways.get(branch, this.part(world, branch));
    }
  }

  /** Takes a step that depends on the very times: gives the length of the world, or 0 where the step is refused. */
  takeByTimes(world: Integers, choice: MoveChoice, into: Integers): number {
    const { next, space } = this;
    const program = this.program(world, choice);
    if (program.isRefused) return 0;
    this.world.fill();
    let past = 0;
    this.ends(program).forEach((end, index) => {
      if (this.world.time(end.place, end.slot) + end.offset <= 0) past |= 1 << index;
    });
    next.make(this.world, choice.place, program, choice.what < 0 ? -1 - choice.what : -1, past);
    this.sights = next.sights;
    if (space.ranker !== null) next.length = space.ranker.rename(next.row, next.length);
    return this.packing.pack(next.row, next.length, into);
  }

  private part(world: Integers, branch: number): number {
    return world[FIRST_PART + (this.packing.arena.data[-branch] ?? 0)] ?? 0;
  }

  private program(world: Integers, { place, what, kind, due }: MoveChoice): Program {
    const { steps } = this;
    this.world.open(world);
    return what < 0
      ? steps.message(this.world, place, -1 - what, kind)
      : steps.own(this.world, place, what, due);
  }

  private ends({ seen }: Program): readonly MarkedTime[] {
    return this.space.memories?.seen[seen]?.ends ?? [];
  }

  private write(world: Integers, program: Program, choice: MoveChoice): number {
    if (program.needsTimes) return this.byTimes;
    if (program.isRefused) return this.none;
    const { changes } = this;
    const ends = this.ends(program).flatMap(({ place, slot, offset }) => [place, slot, offset]);
    // What has no room in a record.
    if (ends.some((value) => value !== (value | 0))) return this.byTimes;
    let changesUses = 0;
    const changed = changes.of(program).flatMap((number) => {
      const place = changes.place(number);
      const taken = place === choice.place && choice.what < 0 ? -1 - choice.what : -1;
      const part = world[FIRST_PART + place] ?? 0;
      const change = changes.step(number, part, taken);
      const { data } = this.packing.arena;
      if (data[(data[change + TO] ?? 0) + USES] !== data[part + USES]) changesUses = 1;
      const length = FIRST_CHANGE + ((data[change + TIMES_THEN] ?? 0) >> 1) * 2;
      return [place, ...data.subarray(change, change + length)];
    });
    const { spends, seen } = program;
    return this.record([PLAIN, spends, seen, changesUses, ends.length / END, ...ends, ...changed, -1]);
  }

  private record(values: readonly number[]): number {
    const { arena } = this.packing;
    const address = arena.make(values.length);
    arena.data.set(values, address);
    return address;
  }
}
