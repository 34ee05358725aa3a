import { TRUE_CLOCK, type Component, type MachineState } from '../component.ts';
import { offersOf, type CellOffers, type Offer } from '../offers.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Cell } from '../world.ts';
import { aged, canonicalCell, NO_MESSAGES, type Keep } from './canonical.ts';

/**
 * When a group of offers of one cell can be taken. `own`: now, of its own accord. `overdue`: now, because
 * it was due before. `due`: at the instant at which it is due. Punctual or not: see offers.ts.
 */
export const GROUPS = ['own', 'overdue punctual', 'overdue', 'due punctual', 'due'] as const;
export type GroupName = (typeof GROUPS)[number];

/** An instant at which something of a cell is due, and what. */
export interface DueInstant {
  readonly inUs: number;
  readonly punctual: boolean;
  readonly other: boolean;
}

/** What is remembered of one canonical cell. */
export interface CellFacts {
  readonly cell: Cell;
  readonly offers: CellOffers;
  /** What it offers now, by group. */
  readonly groups: Readonly<Record<GroupName, readonly Offer[]>>;
  /** Instants, now included, at which something of it is due, ascending. */
  readonly due: readonly DueInstant[];
  /** Nothing of it is pending: time passes it by. */
  readonly isTimeless: boolean;
}

/** The canonical cells of one component that were met, each with a small number, from 0 in order of meeting. */
export class CellSpace {
  readonly component: Component;
  private readonly keep: Keep;
  private readonly numbers = new Map<string, number>();
  private readonly known: CellFacts[] = [];
  private readonly states = new Map<string, number>();
  private readonly stateObjects = new WeakMap<MachineState, number>();
  /** Numbers of cells that are nothing but their machine's state. */
  private readonly bare = new WeakMap<MachineState, number>();
  private readonly ages: Map<number, number>[] = [];

  constructor(component: Component, keep: Keep) {
    this.component = component;
    this.keep = keep;
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

  private numberOf(cell: Cell, now: Micros): number {
    const canonical = canonicalCell(cell, now, this.keep);
    const key = `${String(this.stateNumber(cell.state))} ${canonical.key}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.known.length;
    this.numbers.set(key, number);
    this.known.push(factsOf(this.component, canonical.cell));
    this.ages.push(new Map());
    return number;
  }

  /** What is remembered of the cell with this number. */
  facts(number: number): CellFacts {
    const facts = this.known[number];
    if (facts === undefined) throw new RangeError(`no cell of "${this.component.id}" has that number`);
    return facts;
  }

  /** The number of the cell after `byUs` have passed in which nothing happened to it. */
  age(number: number, byUs: number): number {
    const facts = this.facts(number);
    if (byUs === 0 || facts.isTimeless) return number;
    const before = this.ages[number]?.get(byUs);
    if (before !== undefined) return before;
    const after = this.number(aged(facts.cell, byUs), ZERO);
    this.ages[number]?.set(byUs, after);
    return after;
  }

  /** Equal states are mostly the same object; where a machine's memory was given up they are not. */
  private stateNumber(state: MachineState): number {
    const known = this.stateObjects.get(state);
    if (known !== undefined) return known;
    const key = JSON.stringify([state.value, state.context]);
    const number = this.states.get(key) ?? this.states.size;
    this.states.set(key, number);
    this.stateObjects.set(state, number);
    return number;
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

function factsOf(component: Component, cell: Cell): CellFacts {
  const offers = offersOf(component, cell, ZERO);
  const groups: Record<GroupName, Offer[]> = {
    own: [],
    'overdue punctual': [],
    overdue: [],
    'due punctual': [],
    due: [],
  };
  const instants = new Map<number, { punctual: boolean; other: boolean }>();
  for (const offer of offers.offers) {
    const group = groupOf(offer);
    if (group !== null) groups[group].push(offer);
    if (offer.item === null) continue;
    const instant = instants.get(offer.inUs) ?? { punctual: false, other: false };
    if (offer.isPunctual) instant.punctual = true;
    else instant.other = true;
    instants.set(offer.inUs, instant);
  }
  const due = [...instants].sort(([a], [b]) => a - b).map(([inUs, what]) => ({ inUs, ...what }));
  return { cell, offers, groups, due, isTimeless: cell.pending.length === 0 };
}

/** The group of what can be taken now; null for what can be taken later only. */
function groupOf(offer: Offer): GroupName | null {
  if (offer.item === null) return 'own';
  if (offer.inUs > 0) return null;
  const due = offer.item.due < 0 ? 'overdue' : 'due';
  return offer.isPunctual ? `${due} punctual` : due;
}
