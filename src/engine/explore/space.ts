import { firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import { cellOf } from '../choices.ts';
import type { FaultBudget } from '../faults.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Entry } from '../trace.ts';
import type { Offer } from '../offers.ts';
import type { Cell, Pending, World } from '../world.ts';
import { CellSpace, type CellFacts } from './cell-space.ts';
import { agedMemory, FIRST_MEMORY, watch, type Memory, type MonitorOptions, type Sights } from './monitor.ts';
import { Numbered } from './numbered.ts';
import type { NotedWorld } from './noted-step.ts';
import { observe, type Observed } from './observe.ts';
import type { StepSpace } from './step-tree.ts';

/** A mark on a cell: some predicate over its machine's state that a property asks about. */
export interface CellMark {
  readonly component: string;
  /** A power of two; marks of one search differ. */
  readonly bit: number;
  holds(cell: Cell): boolean;
}

/** What of the model is looked at beside its behaviour. */
export interface SpaceOptions {
  readonly marks?: readonly CellMark[];
  /** Null: nobody looks at entries. */
  readonly monitor?: MonitorOptions | null;
}

/** The model as the explorer sees it: every part of a world by a small number. */
export class Space implements StepSpace {
  readonly model: Model;
  readonly budgetPlace: number;
  /** Place of what the monitor remembers. */
  readonly memoryPlace: number;
  readonly first: World;
  private readonly cellSpaces: readonly CellSpace[];
  private readonly budgets: FaultBudget[] = [];
  private readonly budgetNumbers = new Map<string, number>();
  private readonly marks: readonly CellMark[];
  readonly monitor: MonitorOptions | null;
  private readonly memories = new Numbered<Memory>(FIRST_MEMORY);
  /** Nothing seen is number 0. */
  private readonly seen = new Numbered<readonly Observed[]>([]);
  /** Steps that were computed. */
  private steps = 0;
  private readonly watches = new Map<number, { readonly to: number; readonly sights: Sights }>();
  private readonly memoryAges = new Map<number, Map<number, number>>();
  private readonly places: ReadonlyMap<string, number>;
  private readonly recorded: World['cells'];
  private read: (place: number) => number = () => 0;

  constructor(model: Model, { marks = [], monitor = null }: SpaceOptions = {}) {
    this.model = model;
    this.marks = marks;
    this.monitor = monitor;
    this.budgetPlace = model.components.length;
    this.memoryPlace = this.budgetPlace + 1;
    this.cellSpaces = model.components.map(
      (component) => new CellSpace(component, { messageNumbers: numbersMatter(model) }),
    );
    this.places = new Map(model.components.map(({ id }, place) => [id, place]));
    this.recorded = this.makeRecorded();
    // The first world gets number 0 everywhere.
    this.first = this.firstObserved();
    this.numbers(this.first);
  }

  /** The first world, with an observer's notes. What happens before the first step is not looked at. */
  private firstObserved(): World {
    const { world, entries } = firstWorld(this.model);
    return this.noted(world, null, entries, 0, Object.keys(world.cells));
  }

  /** A real world after a step, with an observer's notes, so that it can be told apart as here. */
  noted(
    world: World,
    message: Pending | null,
    entries: readonly Entry[],
    firstSeq: number,
    changed: readonly string[],
  ): World {
    if (this.monitor === null) return world;
    const { model } = this;
    const after = (id: string): Cell => cellOf(world, id);
    const { cells } = observe({
      model,
      countsResumes: this.monitor.pausedHolder,
      message,
      entries,
      firstSeq,
      changed,
      after,
    });
    return { ...world, cells: { ...world.cells, ...Object.fromEntries(cells) } };
  }

  /** The numbers of a world: one for each component, then the budget's. */
  numbers(world: World): readonly number[] {
    const cells = this.cellSpaces.map((space) => {
      const cell = world.cells[space.component.id];
      if (cell === undefined) throw new BrokenPromise(`a world has no cell "${space.component.id}"`);
      return space.number(cell, world.now);
    });
    return [...cells, this.budgetNumber(world.budget)];
  }

  /** How many numbers are in use at each place. */
  sizes(): readonly number[] {
    return [...this.cellSpaces.map(({ size }) => size), this.budgets.length, this.memories.size];
  }

  /** Places whose component takes events of its own accord. */
  sources(): readonly number[] {
    return this.model.components.flatMap(({ spontaneous }, place) =>
      spontaneous === undefined || spontaneous.length === 0 ? [] : [place],
    );
  }

  /** About how many bytes the remembered cells and steps take; measured on scenarios, not exact. */
  get bytes(): number {
    const cells = this.cellSpaces.reduce((sum, { size }) => sum + size, 0);
    const { memories, watches, steps } = this;
    return (
      cells * CELL_BYTES + memories.size * MEMORY_BYTES + watches.size * WATCH_BYTES + steps * STEP_BYTES
    );
  }

  /** Whether no cell that was met so far has anything pending. */
  get isTimeless(): boolean {
    return this.cellSpaces.every((space) => {
      for (let number = 0; number < space.size; number += 1)
        if (!space.facts(number).isTimeless) return false;
      return true;
    });
  }

  facts(place: number, number: number): CellFacts {
    return this.at(place).facts(number);
  }

  /** The number of a cell after time in which nothing happened to it. */
  age(place: number, number: number, byUs: number): number {
    if (place === this.budgetPlace) return number;
    return place === this.memoryPlace ? this.agedMemory(number, byUs) : this.at(place).age(number, byUs);
  }

  placeOf(id: string): number {
    const place = this.places.get(id);
    if (place === undefined) throw new BrokenPromise(`there is no component "${id}"`);
    return place;
  }

  /**
   * Cells that are read on demand. They are inherited, so that the copy that `apply` makes of its world's
   * cells holds what the step has changed and nothing else. One object serves all steps.
   */
  recordedCells(numberAt: (place: number) => number): World['cells'] {
    this.read = numberAt;
    return this.recorded;
  }

  cell(place: number, number: number): Cell {
    return this.at(place).facts(number).cell;
  }

  cellNumber(place: number, cell: Cell): number {
    return this.at(place).number(cell, ZERO);
  }

  budget(number: number): FaultBudget {
    const budget = this.budgets[number];
    if (budget === undefined) throw new BrokenPromise('a budget has the number that it was given');
    return budget;
  }

  /** The budget once so many messages more were passed over; -1 if there is not enough left. */
  budgetAfterLate(number: number, passed: number): number {
    if (passed === 0) return number;
    const budget = this.budget(number);
    return budget.late < passed ? -1 : this.budgetNumber({ ...budget, late: budget.late - passed });
  }

  budgetNumber(budget: FaultBudget): number {
    const key = `${String(budget.pause)} ${String(budget.crash)} ${String(budget.lose)} ${String(budget.late)}`;
    const known = this.budgetNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.budgets.length;
    this.budgets.push(budget);
    this.budgetNumbers.set(key, number);
    return number;
  }

  made(
    offer: Offer,
    entries: readonly Entry[],
    changed: World['cells'],
    numberAt: (place: number) => number,
  ): { readonly cells: Iterable<readonly [string, Cell]>; readonly entries: number } {
    this.steps += 1;
    if (this.monitor === null) return { cells: Object.entries(changed), entries: 0 };
    const { observed, cells } = observe({
      model: this.model,
      countsResumes: this.monitor.pausedHolder,
      message: offer.kind === 'message' || offer.kind === 'lose' ? offer.item : null,
      entries,
      firstSeq: 0,
      changed: Object.keys(changed),
      after: (id) => changed[id] ?? this.cell(this.placeOf(id), numberAt(this.placeOf(id))),
    });
    return { cells: new Map([...Object.entries(changed), ...cells]), entries: this.seen.number(observed) };
  }

  /** The memory after a step with these entries, and what was seen; numbers in and out. */
  watched(memory: number, entries: number): { readonly to: number; readonly sights: Sights } {
    if (entries === 0 || this.monitor === null) return { to: memory, sights: 0 };
    const key = memory * 0x100000 + entries;
    const known = this.watches.get(key);
    if (known !== undefined) return known;
    const after = watch(this.memories.at(memory), this.seen.at(entries), this.monitor);
    const made = { to: this.memories.number(after.memory), sights: after.sights };
    this.watches.set(key, made);
    return made;
  }

  /** The numbers of a real world with notes, at every place. */
  numbersOf({ world, memory }: NotedWorld): readonly number[] {
    return [...this.numbers(world), this.memories.number(memory)];
  }

  /** What a monitor remembers. */
  memory(number: number): Memory {
    return this.memories.at(number);
  }

  private agedMemory(number: number, byUs: number): number {
    if (this.monitor === null || byUs === 0) return number;
    const ages = this.memoryAges.get(byUs) ?? new Map<number, number>();
    this.memoryAges.set(byUs, ages);
    const known = ages.get(number);
    if (known !== undefined) return known;
    const after = this.memories.number(agedMemory(this.memories.at(number), byUs, this.monitor));
    ages.set(number, after);
    return after;
  }

  /** Places of which some cell may be marked. */
  watchedPlaces(): readonly number[] {
    const places = this.marks.map((mark) =>
      this.cellSpaces.findIndex((space) => space.component.id === mark.component),
    );
    return [...new Set(places)];
  }

  /** The marks of a cell, as bits; 0 for a number that is not in use. */
  marksOf(place: number, number: number): number {
    const space = this.at(place);
    if (number >= space.size) return 0;
    let bits = 0;
    for (const mark of this.marks) {
      if (mark.component === space.component.id && mark.holds(space.facts(number).cell)) bits |= mark.bit;
    }
    return bits;
  }

  private makeRecorded(): World['cells'] {
    const inherited: Record<string, Cell> = {};
    this.model.components.forEach((component, place) => {
      Object.defineProperty(inherited, component.id, { get: () => this.cell(place, this.read(place)) });
    });
    return Object.create(inherited) as World['cells'];
  }

  private at(place: number): CellSpace {
    const space = this.cellSpaces[place];
    if (space === undefined) throw new BrokenPromise(`there is no place ${String(place)}`);
    return space;
  }
}

const CELL_BYTES = 3000;
const MEMORY_BYTES = 1500;
const WATCH_BYTES = 150;
const STEP_BYTES = 500;

/** Whether something in this model goes by the number of a message. */
function numbersMatter(model: Model): boolean {
  if (model.messageFaults.length > 0) return true;
  const ids = model.components.map(({ id }) => id);
  return ids.some((from) => ids.some((to) => model.latency(from, to).jitterUs > (0 as Micros)));
}
