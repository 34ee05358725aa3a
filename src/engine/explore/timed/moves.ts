import { BrokenPromise } from '../../assert.ts';
import type { Sights } from '../monitor.ts';
import { NO_USES } from './flat-uses.ts';
import { KnownSteps } from './known-steps.ts';
import type { MarkedTime } from './marks.ts';
import type { EndSource } from './memory-space.ts';
import { OpenedWorld } from './opened-world.ts';
import { BUDGET, FIRST_PART, MEMORY, MEMORY_TIMES, TIMES, type Outlines } from './outlines.ts';
import { FIRST_CHANGE, PartChanges, RING, SET_TIME, TO } from './part-changes.ts';
import { TIMES_OF_PART, USES } from './parts.ts';
import type { Renamed, RenamingPlan } from './renaming-plans.ts';
import type { Program } from './steps.ts';
import { Successor } from './successor.ts';
import type { TimedSpace } from './timed-space.ts';

/** In the place of a move: nothing happens; what happens depends on the very times, and is worked out each time. */
export const NONE = -1;
export const BY_TIMES = -2;

/*
 * A move is a record in the arena: the outline that it leads to, and what is seen on it; then for each time there
 * the number of the time before that it comes from, and what is added; number 0 stands for a time that is 0. A
 * number below 0 is that of a rhythm's last ring, to which the rhythm is added, once or twice.
 */
export const TARGET = 0;
export const SEEN = 1;
export const FIRST_TIME = 2;

/**
 * In the place of a target: which move it is depends on which of some times are not after now. Then follow how many
 * these are; for each its number and what is added; the moves, by those that are past as bits.
 */
export const FORK = -1;
export const FORKS = 1;
export const FIRST_FORK = 2;

/** What is chosen: at which place, what it is to the place, what becomes of a message; see KnownSteps. */
export interface MoveChoice {
  place: number;
  /** -1 and below: the message with that number. */
  what: number;
  kind: 'message' | 'lose' | 'duplicate';
  due: number;
}

/** Works out what choices do to all worlds of an outline, from what steps and renamings do to its parts. */
export class Moves {
  /** What was seen on the step that was taken last by its times. */
  sights: Sights = 0;
  private readonly space: TimedSpace;
  private readonly outlines: Outlines;
  private readonly steps: KnownSteps;
  private readonly changes: PartChanges;
  private readonly world: OpenedWorld;
  private readonly next: Successor;
  /** Of the move in the making, by place: the part after it, and what step and renaming did to it; 0: nothing. */
  private readonly parts: Int32Array;
  private readonly stepped: Int32Array;
  private readonly renamed: Int32Array;

  constructor(space: TimedSpace, outlines: Outlines) {
    this.space = space;
    this.outlines = outlines;
    this.steps = new KnownSteps(space);
    this.changes = new PartChanges(outlines.parts, outlines.arena, space.stride);
    this.world = new OpenedWorld(space, outlines);
    this.next = new Successor(space);
    this.parts = new Int32Array(space.places.length);
    this.stepped = new Int32Array(space.places.length);
    this.renamed = new Int32Array(space.places.length);
  }

  /** Exactly, but for steps. */
  get bytes(): number {
    return this.changes.bytes;
  }

  /** What a choice does in a world: a move, a fork, NONE or BY_TIMES. It is put at `slot` of the arena. */
  learn(slot: number, outline: number, times: ArrayLike<number>, choice: MoveChoice): number {
    const program = this.program(outline, times, choice);
    let move = NONE;
    if (program.needsTimes) move = BY_TIMES;
    else if (!program.isRefused) {
      const ends = this.ends(program);
      move = ends.length === 0 ? this.write(outline, program, choice, 0) : this.fork(outline, ends);
    }
    this.outlines.arena.data[slot] = move;
    return move;
  }

  /** The same for one way of a fork. */
  learnPast(
    slot: number,
    outline: number,
    times: ArrayLike<number>,
    choice: MoveChoice,
    past: number,
  ): number {
    const move = this.write(outline, this.program(outline, times, choice), choice, past);
    this.outlines.arena.data[slot] = move;
    return move;
  }

  /**
   * Takes a step that depends on the very times: gives the outline, or NONE where it is refused; the times are left
   * in `outlines.times`.
   */
  takeByTimes(outline: number, times: ArrayLike<number>, choice: MoveChoice): number {
    const { world, next, space } = this;
    const program = this.program(outline, times, choice);
    if (program.isRefused) return NONE;
    world.fill();
    let past = 0;
    this.ends(program).forEach((end, index) => {
      if (world.time(end.place, end.slot) + end.offset <= 0) past |= 1 << index;
    });
    next.make(world, choice.place, program, choice.what < 0 ? -1 - choice.what : -1, past);
    this.sights = next.sights;
    if (space.ranker !== null) next.length = space.ranker.rename(next.row, next.length);
    return this.outlines.split(next.row, next.length);
  }

  private program(
    outline: number,
    times: ArrayLike<number>,
    { place, what, kind, due }: MoveChoice,
  ): Program {
    const { world, steps } = this;
    world.open(outline, times);
    return what < 0 ? steps.message(world, place, -1 - what, kind) : steps.own(world, place, what, due);
  }

  /** A fork for a step on which ends are seen: it counts whether they are past. */
  private fork(outline: number, ends: readonly MarkedTime[]): number {
    const { outlines } = this;
    const { arena } = outlines;
    const fork = arena.make(FIRST_FORK + ends.length * 2 + (1 << ends.length));
    const asked = ends.flatMap(({ place, slot, offset }) => [
      outlines.firstTime(outline, place) + slot,
      offset,
    ]);
    arena.data.set([FORK, ends.length, ...asked], fork);
    return fork;
  }

  private ends({ seen }: Program): readonly MarkedTime[] {
    return this.space.memories?.seen[seen]?.ends ?? [];
  }

  private write(outline: number, program: Program, choice: MoveChoice, past: number): number {
    const { space, outlines, parts, stepped, renamed, changes } = this;
    const { ranker, memories } = space;
    const { arena } = outlines;
    const before = arena.data;
    let memory = before[outline + MEMORY] ?? 0;
    const seen = program.seen === 0 ? null : (memories?.watch(memory, program.seen, past) ?? null);
    if (seen !== null) memory = seen.to;
    const budgetBefore = before[outline + BUDGET] ?? 0;
    const budget = program.spends === 0 ? budgetBefore : space.budgetAfter(budgetBefore, program.spends);
    for (let place = 0; place < parts.length; place += 1) {
      parts[place] = before[outline + FIRST_PART + place] ?? 0;
      stepped[place] = 0;
    }
    const numbers = changes.of(program);
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? 0;
      const place = changes.place(number);
      const taken = place === choice.place && choice.what < 0 ? -1 - choice.what : -1;
      const change = changes.step(number, parts[place] ?? 0, taken);
      stepped[place] = change;
      parts[place] = arena.data[change + TO] ?? 0;
    }
    let plan: RenamingPlan | null = null;
    if (ranker !== null) {
      let uses = memories === null ? NO_USES : ranker.ofMemory(memory);
      for (let place = 0; place < parts.length; place += 1) {
        uses = ranker.union(uses, arena.data[(parts[place] ?? 0) + USES] ?? 0);
      }
      plan = ranker.plan(uses, budget);
    }
    for (let place = 0; place < parts.length; place += 1) {
      const change = plan === null ? 0 : changes.renamed(plan, place, parts[place] ?? 0);
      renamed[place] = change;
      if (change !== 0) parts[place] = arena.data[change + TO] ?? 0;
    }
    const names = plan === null || memories === null ? null : plan.memory(memories, memory);
    const target = outlines.of(names?.to ?? memory, budget, parts, 0);
    const move = arena.make(FIRST_TIME + (arena.data[target + TIMES] ?? 0) * 2);
    arena.data[move + TARGET] = target;
    arena.data[move + SEEN] = seen?.sights ?? 0;
    this.writeParts(outline, move);
    return this.writeMemory(outline, move, seen?.ends ?? null, names) ? move : BY_TIMES;
  }

  /** Writes where the times of the memory come from; false if there is no room for one. */
  private writeMemory(
    outline: number,
    move: number,
    ends: readonly EndSource[] | null,
    names: Renamed | null,
  ): boolean {
    const { outlines } = this;
    const { data } = outlines.arena;
    const count = data[(data[move + TARGET] ?? 0) + MEMORY_TIMES] ?? 0;
    let isWhole = true;
    for (let time = 0, at = move + FIRST_TIME; time < count; time += 1, at += 2) {
      const slot = names?.slots[time] ?? time;
      const end = ends === null ? null : ends[slot];
      if (end === undefined) throw new BrokenPromise('every time of a memory comes from somewhere');
      if (end === null) data[at] = 1 + slot;
      else if (end.kind === 'kept') data[at] = 1 + end.slot;
      else {
        const added = end.kind === 'set' ? end.us : end.offset;
        if (end.kind === 'cell') data[at] = outlines.firstTime(outline, end.place) + end.slot;
        data[at + 1] = added;
        isWhole &&= data[at + 1] === added;
      }
    }
    return isWhole;
  }

  /** Writes where the times of all parts come from. */
  private writeParts(outline: number, move: number): void {
    const { parts, stepped, renamed } = this;
    const { data } = this.outlines.arena;
    let at = move + FIRST_TIME + (data[(data[move + TARGET] ?? 0) + MEMORY_TIMES] ?? 0) * 2;
    let first = 1 + (data[outline + MEMORY_TIMES] ?? 0);
    for (let place = 0; place < parts.length; place += 1) {
      const step = stepped[place] ?? 0;
      const names = renamed[place] ?? 0;
      const times = data[(parts[place] ?? 0) + TIMES_OF_PART] ?? 0;
      for (let time = 0; time < times; time += 1, at += 2) {
        let from = names === 0 ? time : (data[names + FIRST_CHANGE + time * 2] ?? 0);
        if (step !== 0) {
          const change = step + FIRST_CHANGE + from * 2;
          from = data[change] ?? 0;
          data[at + 1] = data[change + 1] ?? 0;
        }
        if (from >= 0) data[at] = first + from;
        else if (from !== SET_TIME) data[at] = from - RING - first;
      }
      first += data[(data[outline + FIRST_PART + place] ?? 0) + TIMES_OF_PART] ?? 0;
    }
  }
}
