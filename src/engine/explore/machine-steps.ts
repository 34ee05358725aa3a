import { BrokenPromise } from '../assert.ts';
import type { Component, MachineEvent } from '../component.ts';
import type { CellFacts } from './cell-space.ts';

/** What one machine does with one event where that is no more than a new state and calls to others. */
interface MachineStep {
  readonly to: number;
  /** Whom it calls, and with which event, by its number. */
  readonly calls: readonly { readonly place: number; readonly event: number }[];
}

/** Cells of a world that are known, by place. */
export class KnownCells {
  /** In the order in which they came to be known. */
  readonly places: number[] = [];
  /** -1 for those that are not known. */
  readonly numbers: Int32Array;

  /** `places`: how many there are. */
  constructor(places: number) {
    this.numbers = new Int32Array(places).fill(-1);
  }

  add(place: number, number: number): void {
    this.places.push(place);
    this.numbers[place] = number;
  }
}

/** A step that is to be worked out by `apply`. */
const ELSEWHERE = 'elsewhere';
type Answer = MachineStep | null | typeof ELSEWHERE | undefined;

/** How a step came out: done, refused by somebody, in need of a cell that is not known, or not for here. */
export const DONE = 0;
export const REFUSED = 1;
export const UNREAD = 2;
export const NEEDS_APPLY = 3;

/** Where machine steps get cells from and put them. */
export interface MachineSpace {
  readonly components: readonly Component[];
  placeOf(id: string): number;
  facts(place: number, number: number): CellFacts;
  /** The number of the cell that differs from this one in its machine's state. */
  withState(place: number, number: number, state: CellFacts['cell']['state']): number;
}

/**
 * Atomic steps in which machines do nothing but change and call each other, on numbers of cells: what `apply`
 * does with such effects. Anything else that a machine asks for is left to `apply` itself.
 */
export class MachineSteps {
  /** After a step: the numbers of the cells, -1 for those that were not known. */
  readonly numbers: Int32Array;
  /** After UNREAD: the place whose cell is needed. */
  unread = -1;
  private readonly space: MachineSpace;
  /** By place, cell and event: what its machine does, once that is known; null: it refuses. */
  private readonly known: Answer[][][];
  /** Equal events are one. */
  private readonly events: MachineEvent[] = [];
  private readonly eventNumbers = new Map<string, number>();
  private readonly own: (number | undefined)[][];

  constructor(space: MachineSpace) {
    this.space = space;
    this.numbers = new Int32Array(space.components.length);
    this.known = space.components.map(() => []);
    this.own = space.components.map(() => []);
  }

  /** Hands a machine an event that it may take of its own accord, these cells being known. */
  run(place: number, spontaneous: number, known: KnownCells): number {
    this.numbers.set(known.numbers);
    const own = this.own[place] ?? [];
    const event = own[spontaneous] ?? this.ownEvent(place, spontaneous);
    own[spontaneous] = event;
    return this.hand(place, event);
  }

  private ownEvent(place: number, spontaneous: number): number {
    const event = this.space.components[place]?.spontaneous?.[spontaneous];
    if (event === undefined) throw new BrokenPromise('what a component offers is among what it may take');
    return this.eventNumber(event);
  }

  private eventNumber(event: MachineEvent): number {
    const key = JSON.stringify(event);
    const known = this.eventNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.events.push(event) - 1;
    this.eventNumbers.set(key, number);
    return number;
  }

  private hand(place: number, event: number): number {
    const { numbers } = this;
    const number = numbers[place] ?? -1;
    if (number < 0) {
      this.unread = place;
      return UNREAD;
    }
    const step = this.step(place, number, event);
    if (step === undefined) return NEEDS_APPLY;
    if (step === null) return REFUSED;
    numbers[place] = step.to;
    for (const call of step.calls) {
      const result = this.hand(call.place, call.event);
      if (result !== DONE) return result;
    }
    return DONE;
  }

  private step(place: number, number: number, event: number): MachineStep | null | undefined {
    const ofPlace = this.known[place] ?? [];
    const ofCell = (ofPlace[number] ??= []);
    const known = ofCell[event];
    if (known !== undefined) return known === ELSEWHERE ? undefined : known;
    const made = this.make(place, number, event);
    ofCell[event] = made === undefined ? ELSEWHERE : made;
    return made;
  }

  private make(place: number, number: number, event: number): MachineStep | null | undefined {
    const { space } = this;
    const { cell, isBare } = space.facts(place, number);
    const taken = this.events[event];
    if (!isBare || taken === undefined) return undefined;
    const step = space.components[place]?.step(cell.state, taken) ?? null;
    if (step === null) return null;
    const calls: MachineStep['calls'][number][] = [];
    for (const effect of step.effects) {
      if (effect.type === 'trace') continue;
      if (effect.type !== 'call' || effect.deadlines !== undefined) return undefined;
      calls.push({ place: space.placeOf(effect.to), event: this.eventNumber(effect.event) });
    }
    return { to: space.withState(place, number, step.state), calls };
  }
}
