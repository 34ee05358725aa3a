import type { Sights } from '../monitor.ts';
import { Aging } from './aging.ts';
import type { Arrivals } from './arrivals.ts';
import { MemoryChanges } from './memory-changes.ts';
import { HOW, Moves, NONE, PLAIN, type MoveChoice } from './moves.ts';
import { NextWorld } from './next-world.ts';
import { OpenOffers } from './open-offers.ts';
import { BUDGET, FIRST_PART, type Packing } from './packing.ts';
import {
  BUSY,
  DOUBLES,
  ENTRY,
  FIRST_ENTRY,
  FLAGS,
  LOSES,
  MOVE,
  NEEDS_DUPLICATE,
  NEEDS_LOSE,
  needsMet,
  SPONTANEOUS,
  WHAT,
} from './parts.ts';
import type { Integers, Rows } from './rows.ts';
import { ROOM, type TimedSpace } from './timed-space.ts';

/** Whoever wants to know where steps lead; the packed world has been put at the end of what has arrived. */
export interface Arriving {
  arrive(length: number, sights: Sights): void;
}

/** Takes all choices of packed worlds, one world after the other. */
export class Expansion {
  /** Number of the budget of the world that is expanded. */
  budgetNow = 0;
  private readonly space: TimedSpace;
  private readonly packing: Packing;
  private readonly arrivals: Arrivals;
  private readonly arriving: Arriving;
  private readonly moves: Moves;
  private readonly memories: MemoryChanges | null;
  private readonly offers: OpenOffers;
  private readonly aging: Aging;
  private readonly made: NextWorld;
  /** The world that is expanded, and one later. */
  private readonly now: Integers;
  private readonly later: Integers;
  /** What is left of each budget, as bits. */
  private readonly needs: number[] = [];
  private readonly choice: MoveChoice = { place: 0, what: 0, kind: 'message', due: 0 };

  constructor(space: TimedSpace, packing: Packing, rows: Rows, arrivals: Arrivals, arriving: Arriving) {
    const { arena } = packing;
    this.space = space;
    this.packing = packing;
    this.arrivals = arrivals;
    this.arriving = arriving;
    this.moves = new Moves(space, packing);
    this.memories = space.memories === null ? null : new MemoryChanges(space.memories, arena);
    this.offers = new OpenOffers(space.places.length);
    this.aging = new Aging(packing, this.memories);
    this.now = rows.integers(ROOM);
    this.later = rows.integers(ROOM);
    this.made = new NextWorld(space, packing, this.moves.changes, this.memories, arrivals);
  }

  /** What it remembers beside the arena, exactly, but for steps. */
  get bytes(): number {
    return this.moves.bytes + (this.memories?.bytes ?? 0);
  }

  /** Takes all that can be chosen in a world that is known. */
  expand(rows: Rows, index: number): void {
    const { now, later, offers, space, aging, packing } = this;
    rows.read(index, now);
    this.budgetNow = now[BUDGET] ?? 0;
    this.made.begin(now);
    const first = packing.firstOfParts(now);
    offers.look(packing.arena.data, now, first);
    const { count } = offers;
    // Now.
    const met = this.needsMet(now);
    for (let place = 0; place < space.places.length; place += 1) this.takeOwn(place, first, met);
    for (let offer = 0; offer < count; offer += 1) {
      if (offers.inUs[offer] === 0 && offers.allows(offer)) this.take(now, first, offer);
    }
    // Later: whatever is due by then and may be passed over is.
    for (let offer = 0; offer < count; offer += 1) {
      const inUs = offers.inUs[offer] ?? 0;
      if (inUs === 0 || inUs > offers.fixedInUs || !offers.isFirstThen(offer)) continue;
      const passed = offers.passedOver(packing.arena.data, now, first, inUs);
      const budget = space.budgetAfterLate(this.budgetNow, passed);
      if (budget < 0) continue;
      const firstThen = aging.age(now, first, inUs, budget, later);
      for (let other = offer; other < count; other += 1) {
        if (offers.inUs[other] === inUs && offers.allows(other)) this.take(later, firstThen, other);
      }
    }
  }

  /** Takes all that a component may do now of its own accord; `met`: what is left of the budget. */
  private takeOwn(place: number, first: number, met: number): void {
    const { now } = this;
    const { data } = this.packing.arena;
    const part = now[FIRST_PART + place] ?? 0;
    let entry = part + FIRST_ENTRY;
    for (const end = entry + (data[part + SPONTANEOUS] ?? 0) * ENTRY; entry < end; entry += ENTRY) {
      const needs = data[entry + FLAGS] ?? 0;
      if (needs === 0 || (needs & met) !== 0) this.takeEntry(now, first, place, entry);
    }
  }

  private take(world: Integers, first: number, offer: number): void {
    this.takeEntry(world, first, this.offers.place[offer] ?? 0, this.offers.entry[offer] ?? 0);
  }

  /** Takes what an entry of a part stands for; a message can also be lost, or doubled. */
  private takeEntry(world: Integers, first: number, place: number, entry: number): void {
    const { choice } = this;
    const { data } = this.packing.arena;
    const what = data[entry + WHAT] ?? 0;
    const move = data[entry + MOVE] ?? 0;
    choice.place = place;
    choice.what = what;
    choice.kind = 'message';
    choice.due = 0;
    if (what >= 0) {
      const busy = data[(world[FIRST_PART + place] ?? 0) + BUSY] ?? 0;
      if (busy !== 0)
        choice.due = this.dueOf(data, busy, world, first + (this.offers.timesBefore[place] ?? 0));
      this.reach(world, first, move + choice.due);
      return;
    }
    const flags = data[entry + FLAGS] ?? 0;
    this.reach(world, first, move);
    if ((flags & LOSES) !== 0 && (this.needsMet(world) & NEEDS_LOSE) !== 0) {
      choice.kind = 'lose';
      this.reach(world, first, move + 1);
    }
    if ((flags & DOUBLES) !== 0 && (this.needsMet(world) & NEEDS_DUPLICATE) !== 0) {
      choice.kind = 'duplicate';
      this.reach(world, first, move + 2);
    }
  }

  /**
   * Which busy instructions of a place are not still to come, as bits. `busy`: the address of which there are;
   * `first`: where the times of the place begin.
   */
  private dueOf(data: Int32Array, busy: number, world: Integers, first: number): number {
    const count = data[busy] ?? 0;
    let due = 0;
    for (let index = 0; index < count; index += 1) {
      if ((world[first + (data[busy + 1 + index] ?? 0)] ?? 0) <= 0) due |= 1 << index;
    }
    return due;
  }

  private needsMet(world: Integers): number {
    const budget = world[BUDGET] ?? 0;
    const known = this.needs[budget];
    if (known !== undefined) return known;
    const met = needsMet(this.space.budget(budget));
    this.needs[budget] = met;
    return met;
  }

  /** Makes the move of a choice, which has its room at `slot`; where it is not known yet, it is worked out. */
  private reach(world: Integers, first: number, slot: number): void {
    const { moves, made, choice, arriving } = this;
    let move = moves.find(slot, world);
    if (move === 0) move = moves.learn(slot, world, choice);
    const how = this.packing.arena.data[move + HOW];
    if (how === NONE) return;
    if (how === PLAIN && made.make(world, first, this.offers.timesBefore, move)) {
      arriving.arrive(made.length, made.sights);
      return;
    }
    const { rows, end } = this.arrivals;
    const length = moves.takeByTimes(world, choice, rows.subarray(end));
    if (length > 0) arriving.arrive(length, moves.sights);
  }
}
