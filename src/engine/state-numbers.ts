import type { MachineState } from './component.ts';

/** The states of one machine that were met, each with a small number, from 0 in order of meeting; equal ones have the same. */
export class StateNumbers {
  /** By number. */
  readonly states: MachineState[] = [];
  private readonly byText = new Map<string, number>();
  /** A state is mostly asked for again as the same object. */
  private readonly byObject = new WeakMap<MachineState, number>();

  of(state: MachineState): number {
    const known = this.byObject.get(state);
    if (known !== undefined) return known;
    const text = JSON.stringify([state.value, state.context]);
    let number = this.byText.get(text);
    if (number === undefined) {
      number = this.states.push(state) - 1;
      this.byText.set(text, number);
    }
    this.byObject.set(state, number);
    return number;
  }
}
