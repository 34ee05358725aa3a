import { apply } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { Choice } from '../choices.ts';
import type { Component } from '../component.ts';
import { NO_FAULTS } from '../faults.ts';
import type { Model } from '../model.ts';
import type { Offer } from '../offers.ts';
import { ZERO } from '../time.ts';
import type { Cell, World } from '../world.ts';
import { DONE, KnownCells, NEEDS_APPLY, REFUSED, UNREAD, type MachineSteps } from './machine-steps.ts';

/**
 * What a group of choices of one component does, as a tree over the numbers of the cells that it reads.
 * The tree grows as worlds are met: the choices are carried out by `apply` itself on a world whose cells
 * are handed out one by one, and a cell that is not known yet becomes the next branch. So a step is
 * computed once for all worlds that agree on what it reads.
 */
export type StepNode = StepBranch | StepLeaf;

/** The step depends on this cell. */
export interface StepBranch {
  readonly place: number;
  readonly children: Map<number, StepNode>;
  /** What is known already of the choices that do not depend on it. */
  readonly settled: readonly Successor[];
  /** The choices that do; null at a root, where the cell itself says which there are. */
  readonly open: readonly Offer[] | null;
}

/** All that is read is known: one successor for each choice that nobody refused. */
export interface StepLeaf {
  readonly place: null;
  readonly successors: readonly Successor[];
}

/** What one choice changes. */
export interface Successor {
  readonly offer: Offer;
  readonly writes: readonly Write[];
}

/** A cell that gets another number; `from` was read on the way here. */
export interface Write {
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/** Where steps get cells from and put them; places are component indices. */
export interface StepSpace {
  readonly model: Model;
  placeOf(id: string): number;
  /** The cells of a world, each read on demand; what is inherited is not copied by `apply`. */
  recordedCells(numberAt: (place: number) => number): World['cells'];
  cellNumber(place: number, cell: Cell): number;
}

/** An empty branch on the cell that makes the choices. */
export function rootOf(place: number): StepBranch {
  return { place, children: new Map(), settled: [], open: null };
}

/**
 * Follows the tree for one world as far as it is known and lets it grow to the leaf. `read` gives the
 * number at a place; `offersAt` the choices of the group, once the cell that makes them is known.
 */
export function grow(
  space: StepSpace,
  steps: MachineSteps,
  root: StepBranch,
  offers: readonly Offer[],
  read: (place: number) => number,
): StepLeaf {
  const known = new KnownCells(space.model.components.length);
  let branch = root;
  for (;;) {
    const number = read(branch.place);
    known.add(branch.place, number);
    const next = branch.children.get(number);
    if (next === undefined) {
      const made = computeStep({ space, steps, source: root.place, known }, branch, branch.open ?? offers);
      branch.children.set(number, made);
      if (made.place === null) return made;
      branch = made;
    } else if (next.place === null) return next;
    else branch = next;
  }
}

/** A step in the making: who makes it, and the cells that are known. */
interface Making {
  readonly space: StepSpace;
  readonly steps: MachineSteps;
  readonly source: number;
  readonly known: KnownCells;
}

function computeStep(making: Making, { settled }: StepBranch, offers: readonly Offer[]): StepNode {
  const successors: Successor[] = [...settled];
  const open: Offer[] = [];
  let place: number | null = null;
  for (const offer of offers) {
    const made = computeSuccessor(making, offer);
    if (typeof made === 'number') {
      open.push(offer);
      place ??= made;
    } else if (made !== null) successors.push(made);
  }
  if (place === null) return { place, successors };
  return { place, children: new Map(), settled: successors, open };
}

/** What an offer changes; null if somebody refuses, a number if it depends on the cell at that place. */
function computeSuccessor(making: Making, offer: Offer): Successor | null | number {
  const { space, steps, source, known } = making;
  const component = space.model.components[source];
  if (component === undefined) throw new BrokenPromise('a step has a component that makes it');
  const result = offer.event === undefined ? NEEDS_APPLY : steps.run(source, offer.event, known);
  switch (result) {
    case REFUSED:
      return null;
    case UNREAD:
      return steps.unread;
    case DONE: {
      const writes: Write[] = [];
      for (const place of known.places) {
        const from = known.numbers[place] ?? -1;
        const to = steps.numbers[place] ?? -1;
        if (to !== from) writes.push({ place, from, to });
      }
      return { offer, writes };
    }
    default:
      return applied(making, component, offer);
  }
}

/** Thrown where a step reads a cell that is not known yet; never leaves this file. */
class Unread {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

/** The same by `apply` itself, for steps in which more happens than calls. */
function applied(making: Making, component: Component, offer: Offer): Successor | null | number {
  try {
    return applySuccessor(making, component, offer);
  } catch (error) {
    if (error instanceof Unread) return error.place;
    throw error;
  }
}

function applySuccessor({ space, known }: Making, component: Component, offer: Offer): Successor | null {
  const numberAt = (place: number): number => {
    const number = known.numbers[place] ?? -1;
    if (number < 0) throw new Unread(place);
    return number;
  };
  const cells = space.recordedCells(numberAt);
  const world: World = { now: ZERO, nextSeq: 0, nextOrder: 0, cells, budget: NO_FAULTS };
  const after = apply(space.model, world, choiceNow(component.id, offer));
  if (after === null) return null;

  const writes: Write[] = [];
  if (after.world.cells !== cells) {
    for (const [id, cell] of Object.entries(after.world.cells)) {
      const place = space.placeOf(id);
      const from = numberAt(place);
      const to = space.cellNumber(place, cell);
      if (to !== from) writes.push({ place, from, to });
    }
  }
  return { offer, writes };
}

/** The choice without its name, which takes longer to make than the rest of the step. */
function choiceNow(node: string, { kind, event }: Offer): Choice {
  const choice = { name: kind, kind, node, at: ZERO, passesOver: 0 };
  return event === undefined ? choice : { ...choice, event };
}
