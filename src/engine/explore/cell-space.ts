import { TRUE_CLOCK, type Component, type MachineState } from '../component.ts';
import { offersOf, type Offer } from '../offers.ts';
import { StateNumbers } from '../state-numbers.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Cell } from '../world.ts';
import { canonicalCell, NO_MESSAGES } from './canonical.ts';

/** What is remembered of one canonical cell. */
export interface CellFacts {
  readonly cell: Cell;
  /** What it offers of its own accord, without a fault. */
  readonly own: readonly Offer[];
  /** Nothing of it is pending and its clock runs true: time passes it by. */
  readonly isTimeless: boolean;
  /** It is nothing but its machine's state. */
  readonly isBare: boolean;
}

/** The canonical cells of one component that were met, each with a small number, from 0 in order of meeting. */
export class CellSpace {
  readonly component: Component;
  private readonly numbers = new Map<string, number>();
  private readonly known: CellFacts[] = [];
  private readonly states = new StateNumbers();
  /** Numbers of cells that are nothing but their machine's state. */
  private readonly bare = new WeakMap<MachineState, number>();

  constructor(component: Component) {
    this.component = component;
  }

  /** How many there are. */
  get size(): number {
    return this.known.length;
  }

  /** The number of a cell of a world at `now`. */
  number(cell: Cell, now: Micros): number {
    if (!isBare(cell)) return this.numberOf(cell, now);
    // Most cells of a model in which nothing takes time: the machine's state says all.
    const known = this.bare.get(cell.state);
    if (known !== undefined) return known;
    const number = this.numberOf(cell, now);
    this.bare.set(cell.state, number);
    return number;
  }

  /** The number of a cell that is nothing but this state; undefined if none was met. */
  bareNumber(state: MachineState): number | undefined {
    return this.bare.get(state);
  }

  private numberOf(cell: Cell, now: Micros): number {
    const canonical = canonicalCell(cell, now, { messageNumbers: false });
    const key = `${String(this.states.of(cell.state))} ${canonical.key}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.known.length;
    this.numbers.set(key, number);
    const { offers } = offersOf(this.component, canonical.cell, ZERO);
    this.known.push({
      cell: canonical.cell,
      own: offers.filter(({ item, needs }) => item === null && needs === null),
      isTimeless: cell.pending.length === 0 && cell.clock.sinceUs === undefined,
      isBare: canonical.key === '',
    });
    return number;
  }

  /** What is remembered of the cell with this number. */
  facts(number: number): CellFacts {
    const facts = this.known[number];
    if (facts === undefined) throw new RangeError(`no cell of "${this.component.id}" has that number`);
    return facts;
  }
}

/** Whether a cell is nothing but its machine's state. */
function isBare(cell: Cell): boolean {
  const { pending, clock, cutFrom, received } = cell;
  if (pending.length > 0 || clock !== TRUE_CLOCK || cutFrom.length > 0 || received !== NO_MESSAGES)
    return false;
  return Object.keys(cell).length === BARE_FIELDS;
}

const BARE_FIELDS = 5;
