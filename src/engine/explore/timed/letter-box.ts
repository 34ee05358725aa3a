import type { Component, MachineState } from '../../component.ts';
import type { Cell } from '../../world.ts';

/**
 * A component as far as messages are put on their way to it: all of its cell but the machine's state, what is pending
 * there, and the observer's note. No rule looks at more of it to send it something; a step that does nothing else
 * with a component is the same for all shapes that agree in this.
 */
export function letterBox(cell: Cell): Cell {
  const { note: _note, ...rest } = cell;
  return { ...rest, state: SEALED, pending: [] };
}

/** Stands for a machine's state that must not be read; told by its identity. */
const SEALED: MachineState = Object.freeze({ value: 'sealed', context: null });

/** Whether a cell is a letter box, or what a step has made of one. */
export function isLetterBox({ state }: Cell): boolean {
  return state === SEALED;
}

/** Whether nothing but messages has come to a letter box. */
export function holdsLettersAlone(before: Cell, after: Cell): boolean {
  const { state, pending, received: _received, ...rest } = after;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return (
    state === SEALED &&
    pending.every(({ kind }) => kind === 'message') &&
    names.every((name) => rest[name] === before[name]) &&
    Object.keys(before).every((name) => name in after)
  );
}

/** The component, but that whoever asks it about a letter box's state is told by `onRead`, which does not return. */
export function sealed(component: Component, onRead: () => never): Component {
  return {
    ...component,
    step: (state, event) => (state === SEALED ? onRead() : component.step(state, event)),
    status: (state) => (state === SEALED ? onRead() : component.status(state)),
  };
}

/** What a step has made of a letter box, for an observer; whoever reads its note is told by `onRead`. */
export function withSealedNote(cell: Cell, onRead: () => never): Cell {
  const shown = { ...cell };
  // Not to be copied: a copy has no note of its own.
  Object.defineProperty(shown, 'note', { get: onRead, enumerable: false });
  return shown;
}
