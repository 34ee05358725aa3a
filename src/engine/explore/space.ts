import { firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { FaultBudget } from '../faults.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Entry } from '../trace.ts';
import type { Cell, World } from '../world.ts';
import { CellSpace, type CellFacts } from './cell-space.ts';
import type { StepSpace } from './step-tree.ts';

/** A mark on a cell: some predicate over its machine's state that a property asks about. */
export interface CellMark {
  readonly component: string;
  /** A power of two; marks of one search differ. */
  readonly bit: number;
  holds(cell: Cell): boolean;
}

/** The model as the explorer sees it: every part of a world by a small number. */
export class Space implements StepSpace {
  readonly model: Model;
  readonly budgetPlace: number;
  private readonly cellSpaces: readonly CellSpace[];
  private readonly budgets: FaultBudget[] = [];
  private readonly budgetNumbers = new Map<string, number>();
  private readonly marks: readonly CellMark[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly recorded: World['cells'];
  private read: (place: number) => number = () => 0;

  constructor(model: Model, marks: readonly CellMark[] = []) {
    this.model = model;
    this.marks = marks;
    this.budgetPlace = model.components.length;
    this.cellSpaces = model.components.map(
      (component) => new CellSpace(component, { messageNumbers: numbersMatter(model) }),
    );
    this.places = new Map(model.components.map(({ id }, place) => [id, place]));
    this.recorded = this.makeRecorded();
    // The first world gets number 0 everywhere.
    this.numbers(firstWorld(model).world);
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
    return [...this.cellSpaces.map(({ size }) => size), this.budgets.length];
  }

  /** Places whose component takes events of its own accord. */
  sources(): readonly number[] {
    return this.model.components.flatMap(({ spontaneous }, place) =>
      spontaneous === undefined || spontaneous.length === 0 ? [] : [place],
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
    return place === this.budgetPlace ? number : this.at(place).age(number, byUs);
  }

  placeOf(id: string): number {
    const place = this.places.get(id);
    if (place === undefined) throw new BrokenPromise(`there is no component "${id}"`);
    return place;
  }

  /**
   * Cells that are read on demand. They are not enumerable, so that the copy that `apply` makes of its
   * world's cells holds what the step has changed and nothing else. One object serves all steps.
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

  budgetNumber(budget: FaultBudget): number {
    const key = `${String(budget.pause)} ${String(budget.crash)} ${String(budget.lose)} ${String(budget.late)}`;
    const known = this.budgetNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.budgets.length;
    this.budgets.push(budget);
    this.budgetNumbers.set(key, number);
    return number;
  }

  entriesNumber(_entries: readonly Entry[]): number {
    return 0;
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
    const cells: Record<string, Cell> = {};
    this.model.components.forEach((component, place) => {
      Object.defineProperty(cells, component.id, {
        enumerable: false,
        get: () => this.cell(place, this.read(place)),
      });
    });
    return cells;
  }

  private at(place: number): CellSpace {
    const space = this.cellSpaces[place];
    if (space === undefined) throw new BrokenPromise(`there is no place ${String(place)}`);
    return space;
  }
}

/** Whether something in this model goes by the number of a message. */
function numbersMatter(model: Model): boolean {
  if (model.messageFaults.length > 0) return true;
  const ids = model.components.map(({ id }) => id);
  return ids.some((from) => ids.some((to) => model.latency(from, to).jitterUs > (0 as Micros)));
}
