import { firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { Model } from '../model.ts';
import { ZERO } from '../time.ts';
import type { Cell, World } from '../world.ts';
import { CellSpace, type CellFacts } from './cell-space.ts';
import type { MachineSpace } from './machine-steps.ts';
import type { StepSpace } from './step-tree.ts';

/** A mark on a cell: some predicate over its machine's state that a property asks about. */
export interface CellMark {
  readonly component: string;
  /** A power of two; marks of one search differ. */
  readonly bit: number;
  holds(cell: Cell): boolean;
}

/** A model in which nothing takes time, as WordSearch sees it: every cell of a world by a small number. */
export class Space implements StepSpace, MachineSpace {
  readonly model: Model;
  readonly first: World;
  private readonly cellSpaces: readonly CellSpace[];
  private readonly marks: readonly CellMark[];
  /** Steps that were computed. */
  private steps = 0;
  private readonly places: ReadonlyMap<string, number>;
  private readonly recorded: World['cells'];
  private read: (place: number) => number = () => 0;

  constructor(model: Model, marks: readonly CellMark[] = []) {
    this.model = model;
    this.marks = marks;
    this.cellSpaces = model.components.map((component) => new CellSpace(component));
    this.places = new Map(model.components.map(({ id }, place) => [id, place]));
    this.recorded = this.makeRecorded();
    this.first = firstWorld(model).world;
    // The first world gets number 0 everywhere.
    this.numbers(this.first);
  }

  /** The numbers of a world: one for each component. */
  numbers(world: World): readonly number[] {
    return this.cellSpaces.map((space) => {
      const cell = world.cells[space.component.id];
      if (cell === undefined) throw new BrokenPromise(`a world has no cell "${space.component.id}"`);
      return space.number(cell, world.now);
    });
  }

  /** How many numbers are in use at each place. */
  sizes(): readonly number[] {
    return this.cellSpaces.map(({ size }) => size);
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
    return cells * CELL_BYTES + this.steps * STEP_BYTES;
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
    this.steps += 1;
    this.read = numberAt;
    return this.recorded;
  }

  get components(): Model['components'] {
    return this.model.components;
  }

  /** The number of the cell that differs from this one in its machine's state. */
  withState(place: number, number: number, state: Cell['state']): number {
    const { cell, isBare } = this.facts(place, number);
    if (state === cell.state) return number;
    const known = isBare ? this.at(place).bareNumber(state) : undefined;
    return known ?? this.cellNumber(place, { ...cell, state });
  }

  cellNumber(place: number, cell: Cell): number {
    return this.at(place).number(cell, ZERO);
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
      Object.defineProperty(inherited, component.id, {
        get: () => this.at(place).facts(this.read(place)).cell,
      });
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
const STEP_BYTES = 500;
