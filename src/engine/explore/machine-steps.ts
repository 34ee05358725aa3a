import type { Component, MachineEvent } from '../component.ts';
import type { CellFacts } from './cell-space.ts';

/** What one machine does with one event where that is no more than a new state and calls to others. */
interface MachineStep {
  readonly to: number;
  readonly calls: readonly { readonly place: number; readonly event: MachineEvent }[];
}

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
  /** By place and cell: what its machine does with an event, once that is known; null: it refuses. */
  private readonly known: Map<MachineEvent, MachineStep | null | undefined>[][];

  constructor(space: MachineSpace) {
    this.space = space;
    this.numbers = new Int32Array(space.components.length);
    this.known = space.components.map(() => []);
  }

  /** Hands an event to a machine, these cells being known. */
  run(place: number, event: MachineEvent, known: ReadonlyMap<number, number>): number {
    this.numbers.fill(-1);
    for (const [at, number] of known) this.numbers[at] = number;
    return this.hand(place, event);
  }

  private hand(place: number, event: MachineEvent): number {
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

  private step(place: number, number: number, event: MachineEvent): MachineStep | null | undefined {
    const ofPlace = this.known[place] ?? [];
    const ofCell = ofPlace[number] ?? new Map<MachineEvent, MachineStep | null | undefined>();
    ofPlace[number] = ofCell;
    const known = ofCell.get(event);
    if (known !== undefined || ofCell.has(event)) return known;
    const made = this.make(place, number, event);
    ofCell.set(event, made);
    return made;
  }

  private make(place: number, number: number, event: MachineEvent): MachineStep | null | undefined {
    const { space } = this;
    const { cell, isBare } = space.facts(place, number);
    if (!isBare) return undefined;
    const step = space.components[place]?.step(cell.state, event) ?? null;
    if (step === null) return null;
    const calls: MachineStep['calls'][number][] = [];
    for (const effect of step.effects) {
      if (effect.type === 'trace') continue;
      if (effect.type !== 'call' || effect.deadlines !== undefined) return undefined;
      calls.push({ place: space.placeOf(effect.to), event: effect.event });
    }
    return { to: space.withState(place, number, step.state), calls };
  }
}
