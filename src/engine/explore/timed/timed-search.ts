import type { Memory } from '../monitor-memory.ts';
import type { Sights } from '../monitor.ts';
import type { NotedWorld } from '../noted-step.ts';
import type { CellMark } from '../space.ts';
import type { Pause } from '../word-search.ts';
import { Arrivals } from './arrivals.ts';
import { Expansion } from './expansion.ts';
import { firstLasting } from './lasting.ts';
import { BUDGET, MEMORY, Packing } from './packing.ts';
import { Rows, type Integers } from './rows.ts';
import { StepGraph } from './step-graph.ts';
import { ROOM, type TimedSpace } from './timed-space.ts';

/** A step on which something was seen for the first time: from a world that was found, to this row. */
export interface SeenStep {
  readonly from: number;
  readonly to: readonly number[];
}

/** Integers of parts and moves for which there is room at each world; more are no promise of `run`. */
const PARTS_OF_ONE = 256;
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
  /** The world that was asked for last. */
  private readonly opened: Integers;
  private levelEnd = 1;
  private sightsBefore: Sights = 0;
  private readonly packing: Packing;
  private readonly expansion: Expansion;
  private readonly arrivals: Arrivals;

  /**
   * `isWide`: rows have room for times that 32 bits do not hold. A TooLong says that they are needed.
   * `keepsSteps`: so that it can be asked what lasts.
   */
  constructor(space: TimedSpace, marks: readonly CellMark[] = [], isWide = false, keepsSteps = false) {
    this.space = space;
    this.graph = keepsSteps ? new StepGraph() : null;
    this.marks = marks;
    this.rows = new Rows(isWide);
    this.opened = this.rows.integers(ROOM);
    this.packing = new Packing(space, isWide);
    this.arrivals = new Arrivals(this.rows, ROOM);
    this.expansion = new Expansion(space, this.packing, this.rows, this.arrivals, this);
    const first = space.row(space.first);
    this.arrivals.push(this.packing.pack(first, first.length, this.arrivals.rows), -1, false);
    this.settle();
  }

  /** Worlds that were found. */
  get found(): number {
    return this.rows.size;
  }

  /** Bytes of tables, exactly, and of remembered steps, about. */
  get bytes(): number {
    return this.rows.bytes + this.remembered + (this.graph?.bytes ?? 0);
  }

  /** What is remembered of parts and steps, about. */
  private get remembered(): number {
    return this.packing.arena.bytes + this.expansion.bytes + this.space.bytes;
  }

  /** Expands up to `limit` worlds more; `maxBytes` is never exceeded. */
  run(limit: number, maxBytes: number): Pause {
    const end = this.expanded + limit;
    const room = ROOM * MEMORY_EVERY;
    for (;;) {
      if (this.expanded >= this.rows.size) return 'done';
      if (this.expanded >= end) return 'chunk';
      const parts = this.packing.arena.bytesWithRoomFor(PARTS_OF_ONE * MEMORY_EVERY);
      const tables = this.rows.bytesWithRoomFor(room, MEMORY_EVERY) + parts;
      const steps = this.graph?.bytesWithRoomFor(MEMORY_EVERY, MEMORY_EVERY * STEPS_OF_ONE) ?? 0;
      if (tables + steps + this.space.bytes + this.expansion.bytes > maxBytes) return 'memory';
      const stretch = Math.min(end, this.expanded + MEMORY_EVERY);
      while (this.expanded < stretch && this.expanded < this.rows.size) {
        if (this.expanded === this.levelEnd) {
          this.depth += 1;
          this.levelEnd = this.rows.size;
        }
        const pause = Math.min(stretch, this.levelEnd);
        for (; this.expanded < pause; this.expanded += 1) {
          const before = this.transitions;
          this.expansion.expand(this.rows, this.expanded);
          if (this.transitions === before) this.terminals += 1;
        }
        this.settle();
      }
    }
  }

  /** Whether a real world is the one with this index. */
  isAt(index: number): (node: NotedWorld) => boolean {
    return this.isRow(this.unpacked(this.world(index)));
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
    return firstLasting(graph, memories, (world) => rows.at(world, MEMORY), named);
  }

  /** The way on from a world, to an end or once round a cycle, and how many of its steps come round. */
  wayOn(world: number): { readonly worlds: readonly number[]; readonly cycle: number } {
    return this.graph?.wayOn(world) ?? { worlds: [], cycle: 0 };
  }

  /** A step leads to the next row. */
  arrive(length: number, sights: Sights): void {
    const { arrivals } = this;
    const { rows, end } = arrivals;
    this.transitions += 1;
    if ((sights & ~this.sightsBefore) !== 0) this.see(sights, rows.subarray(end, end + length));
    // What takes from the budget is a fault.
    const isFaultless = rows[end + BUDGET] === this.expansion.budgetNow;
    arrivals.push(length, this.expanded, isFaultless);
    if (arrivals.isFull) this.settle();
  }

  /** Puts what has arrived among the worlds. */
  private settle(): void {
    const { arrivals, rows, graph } = this;
    arrivals.readAhead(rows);
    for (let arrival = 0; arrival < arrivals.count; arrival += 1) {
      const { size } = rows;
      const to = arrivals.put(arrival, rows);
      if (graph !== null && arrivals.isFaultless[arrival] === 1) graph.add(arrivals.from[arrival] ?? 0, to);
      if (to === size && this.marks.length > 0) this.mark(to);
    }
    graph?.close(this.expanded);
    arrivals.clear();
  }

  private see(sights: Sights, world: Integers): void {
    const to = this.unpacked(world);
    for (let bit = 1; bit <= sights; bit <<= 1) {
      if ((sights & bit) !== 0 && !this.firstSeen.has(bit))
        this.firstSeen.set(bit, { from: this.expanded, to });
    }
    this.sightsBefore |= sights;
  }

  private world(index: number): Integers {
    this.rows.read(index, this.opened);
    return this.opened;
  }

  /** The row of a packed world, as timed-space.ts has it. */
  private unpacked(world: Integers): readonly number[] {
    const row: number[] = [];
    this.packing.unpack(world, row);
    return row;
  }

  private mark(index: number): void {
    const { packing, space } = this;
    const world = this.world(index);
    for (const mark of this.marks) {
      const place = space.places.findIndex(({ component }) => component.id === mark.component);
      const cell = space.places[place]?.shape(packing.shape(world, place)).cell;
      if (cell !== undefined && mark.holds(cell) && !this.firstMarked.has(mark.bit)) {
        this.firstMarked.set(mark.bit, index);
      }
    }
  }
}
