import type { Memory } from '../monitor-memory.ts';
import type { Sights } from '../monitor.ts';
import type { NotedWorld } from '../noted-step.ts';
import type { CellMark } from '../space.ts';
import type { Pause } from '../word-search.ts';
import { KnownSteps } from './known-steps.ts';
import { firstLasting } from './lasting.ts';
import { OpenedWorld, ROOM } from './opened-world.ts';
import { OpenOffers } from './open-offers.ts';
import { Rows } from './rows.ts';
import { StepGraph } from './step-graph.ts';
import type { Program } from './steps.ts';
import { Successor } from './successor.ts';
import type { TimedSpace } from './timed-space.ts';

/** A step on which something was seen for the first time: from a world that was found, to this row. */
export interface SeenStep {
  readonly from: number;
  readonly to: readonly number[];
}

/** Worlds between two looks at the memory that is taken. */
const MEMORY_EVERY = 256;
/** Steps of one world that there is room for; more are no promise of `run`. */
const STEPS_OF_ONE = 64;

/**
 * Breadth-first search for models in which time passes. A world is a flat row; what a choice does is worked
 * out once, by `apply`, for all worlds that differ in times alone.
 */
export class TimedSearch {
  transitions = 0;
  expanded = 0;
  depth = 0;
  /** The first step on which each sight was seen, by its bit. */
  readonly firstSeen = new Map<number, SeenStep>();
  /** The first world found in which a cell is marked, by mark. */
  readonly firstMarked = new Map<number, number>();
  /** Worlds without any successor. */
  terminals = 0;
  readonly space: TimedSpace;
  private readonly marks: readonly CellMark[];
  private readonly rows: Rows;
  /** What leads where without a further fault; null where nobody asks what lasts. */
  private readonly graph: StepGraph | null;
  private levelEnd = 1;
  private sightsBefore: Sights = 0;
  private readonly now: OpenedWorld;
  private readonly later: OpenedWorld;
  private readonly offers: OpenOffers;
  private readonly next: Successor;
  private readonly steps: KnownSteps;

  /**
   * `isWide`: rows have room for times that 32 bits do not hold. A TooLong says that they are needed.
   * `keepsSteps`: so that it can be asked what lasts.
   */
  constructor(space: TimedSpace, marks: readonly CellMark[] = [], isWide = false, keepsSteps = false) {
    this.space = space;
    this.graph = keepsSteps ? new StepGraph() : null;
    this.marks = marks;
    this.rows = new Rows(isWide);
    this.now = new OpenedWorld(space, this.rows);
    this.later = new OpenedWorld(space, this.rows);
    this.offers = new OpenOffers(space.stride);
    this.next = new Successor(space, this.rows);
    this.steps = new KnownSteps(space);
    const first = space.row(space.first);
    first.forEach((value, at) => {
      this.next.row[at] = this.next.checked(value);
    });
    this.rows.add(first, first.length, -1);
    this.mark(0);
  }

  /** Worlds that were found. */
  get found(): number {
    return this.rows.size;
  }

  /** Bytes of tables, exactly, and of remembered steps, about. */
  get bytes(): number {
    return this.rows.bytes + (this.graph?.bytes ?? 0) + this.space.bytes;
  }

  /** Expands up to `limit` worlds more; `maxBytes` is never exceeded. */
  run(limit: number, maxBytes: number): Pause {
    const end = this.expanded + limit;
    const room = ROOM * MEMORY_EVERY;
    for (;;) {
      if (this.expanded >= this.rows.size) return 'done';
      if (this.expanded >= end) return 'chunk';
      const tables = this.rows.bytesWithRoomFor(room, MEMORY_EVERY);
      const steps = this.graph?.bytesWithRoomFor(MEMORY_EVERY, MEMORY_EVERY * STEPS_OF_ONE) ?? 0;
      if (tables + steps + this.space.bytes > maxBytes) return 'memory';
      const stretch = Math.min(end, this.expanded + MEMORY_EVERY);
      while (this.expanded < stretch && this.expanded < this.rows.size) {
        if (this.expanded === this.levelEnd) {
          this.depth += 1;
          this.levelEnd = this.rows.size;
        }
        this.expand();
        this.expanded += 1;
      }
    }
  }

  /** Whether a real world is the one with this index. */
  isAt(index: number): (node: NotedWorld) => boolean {
    const row = this.rows.integers(ROOM);
    return this.isRow([...row.subarray(0, this.rows.read(index, row))]);
  }

  /** Whether a real world is the one with this row. */
  isRow(row: readonly number[]): (node: NotedWorld) => boolean {
    return (node) => {
      const other = this.space.row(node);
      return other.length === row.length && other.every((value, at) => value === row[at]);
    };
  }

  /** The worlds from the first to this one, by index. */
  pathTo(index: number): readonly number[] {
    const path: number[] = [];
    for (let at = index; at >= 0; at = this.rows.parent(at)) path.unshift(at);
    return path;
  }

  /**
   * The first world from which on something that the monitor remembers stays for ever, whatever is chosen of
   * what is no further fault; -1 if there is none among those whose steps are known.
   */
  firstLasting(named: (memory: Memory) => readonly string[]): number {
    const { graph, rows } = this;
    const { memories } = this.space;
    if (graph === null || memories === null) return -1;
    return firstLasting(graph, memories, (world) => rows.head(world), named);
  }

  /** The way on from a world, to an end or once round a cycle, and how many of its steps come round. */
  wayOn(world: number): { readonly worlds: readonly number[]; readonly cycle: number } {
    return this.graph?.wayOn(world) ?? { worlds: [], cycle: 0 };
  }

  private expand(): void {
    const { now, later, offers, space } = this;
    const before = this.transitions;
    now.open(this.rows, this.expanded);
    offers.look(now);
    const { count } = offers;
    // Now.
    for (let place = 0; place < now.shapes.length; place += 1) this.takeOwn(place);
    for (let offer = 0; offer < count; offer += 1) {
      if (offers.inUs[offer] === 0 && offers.allows(offer)) this.take(now, offer);
    }
    // Later: whatever is due by then and may be passed over is.
    for (let offer = 0; offer < count; offer += 1) {
      const inUs = offers.inUs[offer] ?? 0;
      if (inUs === 0 || inUs > offers.fixedInUs || offers.inUs.indexOf(inUs) < offer) continue;
      const budget = space.budgetAfterLate(now.row[1] ?? 0, offers.passedOver(now, inUs));
      if (budget < 0) continue;
      later.age(now, inUs, budget);
      for (let other = offer; other < count; other += 1) {
        if (offers.inUs[other] === inUs && offers.allows(other)) this.take(later, other);
      }
    }
    this.graph?.close();
    if (this.transitions === before) this.terminals += 1;
  }

  /** Takes all that a component may do now of its own accord. */
  private takeOwn(place: number): void {
    const { now, space } = this;
    const shape = now.shapes[place];
    if (shape === undefined) return;
    const { spontaneous, looked } = shape;
    for (let index = 0; index < spontaneous.length; index += 1) {
      const needs = spontaneous[index]?.needs ?? null;
      if (needs !== null && (space.budget(now.row[1] ?? 0)[needs] ?? 0) <= 0) continue;
      this.reach(now, place, this.steps.own(now, place, looked.length + index), -1);
    }
  }

  /** Takes an offer; a message can also be lost, or doubled. */
  private take(from: OpenedWorld, offer: number): void {
    const place = this.offers.place[offer] ?? 0;
    const what = this.offers.what[offer] ?? 0;
    if (what >= 0) {
      this.reach(from, place, this.steps.own(from, place, what), -1);
      return;
    }
    const message = -1 - what;
    this.reach(from, place, this.steps.message(from, place, message, 'message'), message);
    if (from.shapes[place]?.losesMessages !== true) return;
    const budget = this.space.budget(from.row[1] ?? 0);
    if (budget.lose > 0) this.reach(from, place, this.steps.message(from, place, message, 'lose'), message);
    if ((budget.duplicate ?? 0) > 0 && !this.comesAgain(from, place, message)) {
      this.reach(from, place, this.steps.message(from, place, message, 'duplicate'), message);
    }
  }

  /** Whether a message is there for a second step: what has been taken on is not doubled. */
  private comesAgain({ row, at, shapes }: OpenedWorld, place: number, message: number): boolean {
    const { stride, places } = this.space;
    const start = (at[place] ?? 0) + 1 + (shapes[place]?.ages.length ?? 0);
    return places[place]?.message(row[start + message * stride] ?? 0).again === true;
  }

  private reach(from: OpenedWorld, place: number, program: Program, message: number): void {
    if (program.isRefused) return;
    this.transitions += 1;
    const { next, rows } = this;
    next.make(from, place, program, message);
    this.rank(from, place, program, message);
    if ((next.sights & ~this.sightsBefore) !== 0) this.see();
    const { size } = rows;
    const to = rows.add(next.row, next.length, this.expanded);
    // What takes from the budget is a fault.
    if (this.graph !== null && next.row[1] === this.now.row[1]) this.graph.add(to);
    if (to === size && this.marks.length > 0) this.mark(to);
  }

  /** Gives the ranked numbers of the next world their smallest form. */
  private rank(from: OpenedWorld, place: number, program: Program, message: number): void {
    const { next, now } = this;
    const { ranker } = this.space;
    if (ranker === null) return;
    const taken = message < 0 ? -1 : (from.row[from.messageAt(place, message)] ?? 0);
    const [before, after] = [now.row[0] ?? 0, next.row[0] ?? 0];
    if (ranker.keepsForm(program, from, place, taken, before, after)) return;
    next.length = ranker.rename(next.row, next.length);
  }

  private see(): void {
    const { sights, row, length } = this.next;
    const to = [...row.subarray(0, length)];
    for (let bit = 1; bit <= sights; bit <<= 1) {
      if ((sights & bit) !== 0 && !this.firstSeen.has(bit))
        this.firstSeen.set(bit, { from: this.expanded, to });
    }
    this.sightsBefore |= sights;
  }

  private mark(index: number): void {
    const opened = new OpenedWorld(this.space, this.rows);
    opened.open(this.rows, index);
    for (const mark of this.marks) {
      const place = this.space.places.findIndex(({ component }) => component.id === mark.component);
      const cell = opened.shapes[place]?.cell;
      if (cell !== undefined && mark.holds(cell) && !this.firstMarked.has(mark.bit)) {
        this.firstMarked.set(mark.bit, index);
      }
    }
  }
}
