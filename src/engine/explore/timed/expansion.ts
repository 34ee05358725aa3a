import type { Sights } from '../monitor.ts';
import { Aging } from './aging.ts';
import {
  BY_TIMES,
  FIRST_FORK,
  FIRST_TIME,
  FORK,
  FORKS,
  Moves,
  NONE,
  SEEN,
  TARGET,
  type MoveChoice,
} from './moves.ts';
import { OpenOffers } from './open-offers.ts';
import { ALIKE, BUDGET, FIRST_MOVE, FIRST_PART, MEMORY_TIMES, type Outlines, TIMES } from './outlines.ts';
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

/** The longest time that 32 bits hold. */
const LONGEST_US = 0x7fffffff;

/** A time does not fit into 32 bits: search again with wide rows. */
export class TooLong extends Error {}

/** Whoever wants to know where steps lead; the row of the world is `Expansion.next`. */
export interface Arrivals {
  arrive(length: number, sights: Sights): void;
}

/** Takes all choices of worlds, one world after the other: outlines by their moves, times as these say. */
export class Expansion {
  /** A world that follows, as it is kept: outline, times. */
  readonly next: Integers;
  /** Number of the budget of the world that is expanded. */
  budgetNow = 0;
  private readonly space: TimedSpace;
  private readonly outlines: Outlines;
  private readonly arrivals: Arrivals;
  private readonly moves: Moves;
  private readonly offers: OpenOffers;
  private readonly aging: Aging;
  /** The world that is expanded, and one later: times from 1 on; at 0 stands 0. */
  private readonly now: Integers;
  private readonly later: Integers;
  /** What is left of each budget, as bits. */
  private readonly needs: number[] = [];
  private readonly choice: MoveChoice = { place: 0, what: 0, kind: 'message', due: 0 };
  private readonly longestUs: number;

  constructor(space: TimedSpace, outlines: Outlines, rows: Rows, arrivals: Arrivals) {
    this.space = space;
    this.outlines = outlines;
    this.arrivals = arrivals;
    this.moves = new Moves(space, outlines);
    this.offers = new OpenOffers(space.places.length);
    this.aging = new Aging(space, outlines);
    this.now = rows.integers(ROOM);
    this.later = rows.integers(ROOM);
    this.next = rows.integers(ROOM);
    this.longestUs = rows.isWide ? Infinity : LONGEST_US;
  }

  /** What it remembers beside the arena, exactly, but for steps. */
  get bytes(): number {
    return this.moves.bytes;
  }

  /** Takes all that can be chosen in a world that is known. */
  expand(rows: Rows, index: number): void {
    const { now, later, offers, space, aging } = this;
    const { data } = this.outlines.arena;
    const outline = rows.head(index);
    rows.read(index, (data[outline + TIMES] ?? 0) + 1, now);
    now[0] = 0;
    this.budgetNow = data[outline + BUDGET] ?? 0;
    offers.look(data, outline, now);
    const { count } = offers;
    // Now.
    for (let place = 0; place < space.places.length; place += 1) this.takeOwn(outline, place);
    for (let offer = 0; offer < count; offer += 1) {
      if (offers.inUs[offer] === 0 && offers.allows(offer)) this.take(outline, now, offer);
    }
    // Later: whatever is due by then and may be passed over is.
    for (let offer = 0; offer < count; offer += 1) {
      const inUs = offers.inUs[offer] ?? 0;
      if (inUs === 0 || inUs > offers.fixedInUs || !offers.isFirstThen(offer)) continue;
      const passed = offers.passedOver(this.outlines.arena.data, outline, now, inUs);
      const budget = space.budgetAfterLate(this.budgetNow, passed);
      if (budget < 0) continue;
      const then = aging.age(outline, now, inUs, budget, later);
      for (let other = offer; other < count; other += 1) {
        if (offers.inUs[other] === inUs && offers.allows(other)) this.take(then, later, other);
      }
    }
  }

  /** Takes all that a component may do now of its own accord. */
  private takeOwn(outline: number, place: number): void {
    const { data } = this.outlines.arena;
    const part = data[outline + FIRST_PART + place] ?? 0;
    let entry = part + FIRST_ENTRY;
    for (const end = entry + (data[part + SPONTANEOUS] ?? 0) * ENTRY; entry < end; entry += ENTRY) {
      const needs = data[entry + FLAGS] ?? 0;
      if (needs === 0 || (needs & this.needsMet(outline)) !== 0) {
        this.takeEntry(outline, this.now, place, entry);
      }
    }
  }

  private take(outline: number, times: Integers, offer: number): void {
    this.takeEntry(outline, times, this.offers.place[offer] ?? 0, this.offers.entry[offer] ?? 0);
  }

  /** Takes what an entry of a part stands for; a message can also be lost, or doubled. */
  private takeEntry(outline: number, times: Integers, place: number, entry: number): void {
    const { outlines, offers, choice } = this;
    const { data } = outlines.arena;
    const what = data[entry + WHAT] ?? 0;
    const move = (data[entry + MOVE] ?? 0) + (offers.movesBefore[place] ?? 0);
    choice.place = place;
    choice.what = what;
    choice.kind = 'message';
    choice.due = 0;
    if (what >= 0) {
      const busy = data[(data[outline + FIRST_PART + place] ?? 0) + BUSY] ?? 0;
      if (busy !== 0) choice.due = this.dueOf(data, busy, outline, times, place);
      this.reach(outline, times, move + choice.due);
      return;
    }
    const flags = data[entry + FLAGS] ?? 0;
    this.reach(outline, times, move);
    if ((flags & LOSES) !== 0 && (this.needsMet(outline) & NEEDS_LOSE) !== 0) {
      choice.kind = 'lose';
      this.reach(outline, times, move + 1);
    }
    if ((flags & DOUBLES) !== 0 && (this.needsMet(outline) & NEEDS_DUPLICATE) !== 0) {
      choice.kind = 'duplicate';
      this.reach(outline, times, move + 2);
    }
  }

  /** Which busy instructions of a place are not still to come, as bits. `busy`: the address of which there are. */
  private dueOf(data: Int32Array, busy: number, outline: number, times: Integers, place: number): number {
    const first = (data[outline + MEMORY_TIMES] ?? 0) + 1 + (this.offers.timesBefore[place] ?? 0);
    const count = data[busy] ?? 0;
    let due = 0;
    for (let index = 0; index < count; index += 1) {
      if ((times[first + (data[busy + 1 + index] ?? 0)] ?? 0) <= 0) due |= 1 << index;
    }
    return due;
  }

  private needsMet(outline: number): number {
    const budget = this.outlines.arena.data[outline + BUDGET] ?? 0;
    const known = this.needs[budget];
    if (known !== undefined) return known;
    const met = needsMet(this.space.budget(budget));
    this.needs[budget] = met;
    return met;
  }

  /** Makes a move of an outline, given its number; where it is not known yet, it is worked out. */
  private reach(outline: number, times: Integers, number: number): void {
    const { outlines, next, longestUs, choice } = this;
    const { arena } = outlines;
    if (arena.data[outline + FIRST_MOVE] === 0) {
      const first = arena.make(this.offers.moves);
      arena.data[outline + FIRST_MOVE] = first;
    }
    const slot = (arena.data[outline + FIRST_MOVE] ?? 0) + number;
    let move = arena.data[slot] ?? 0;
    if (move === 0) move = this.moves.learn(slot, outline, times, choice);
    if (move === NONE) return;
    if (move > 0 && arena.data[move] === FORK) {
      const past = pastOf(arena.data, move, times);
      const way = move + FIRST_FORK + (arena.data[move + FORKS] ?? 0) * 2 + past;
      move = arena.data[way] ?? 0;
      if (move === 0) move = this.moves.learnPast(way, outline, times, choice, past);
    }
    if (move === BY_TIMES) {
      const target = this.moves.takeByTimes(outline, times, choice);
      if (target !== NONE) this.arrivals.arrive(this.put(target), this.moves.sights);
      return;
    }
    const { data } = arena;
    const target = data[move + TARGET] ?? 0;
    const count = data[target + TIMES] ?? 0;
    next[0] = target;
    for (let time = 1, at = move + FIRST_TIME; time <= count; time += 1, at += 2) {
      const from = data[at] ?? 0;
      const added = data[at + 1] ?? 0;
      let value = 0;
      if (from >= 0) value = (times[from] ?? 0) + added;
      else {
        value = (times[-from] ?? 0) + added;
        if (value <= 0) value += added;
      }
      if (value > longestUs) throw new TooLong();
      next[time] = value;
    }
    if (data[target + ALIKE] !== 0) outlines.sort(target, next);
    this.arrivals.arrive(count + 1, data[move + SEEN] ?? 0);
  }

  /** Makes a row of an outline and the times that were split from it; gives its length. */
  put(outline: number): number {
    const { next, outlines, longestUs } = this;
    const count = outlines.arena.data[outline + TIMES] ?? 0;
    next[0] = outline;
    for (let time = 1; time <= count; time += 1) {
      const value = outlines.times[time] ?? 0;
      if (value > longestUs) throw new TooLong();
      next[time] = value;
    }
    return count + 1;
  }
}

/** Which of the times that a fork asks about are not after now, as bits. */
function pastOf(data: Int32Array, fork: number, times: Integers): number {
  const forks = data[fork + FORKS] ?? 0;
  let past = 0;
  for (let index = 0; index < forks; index += 1) {
    const at = fork + FIRST_FORK + index * 2;
    if ((times[data[at] ?? 0] ?? 0) + (data[at + 1] ?? 0) <= 0) past |= 1 << index;
  }
  return past;
}
