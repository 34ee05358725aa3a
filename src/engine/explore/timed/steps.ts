import { apply } from '../../apply.ts';
import { BrokenPromise, promise } from '../../assert.ts';
import type { Choice } from '../../choices.ts';
import type { Component } from '../../component.ts';
import type { FaultBudget } from '../../faults.ts';
import type { Model } from '../../model.ts';
import type { Offer } from '../../offers.ts';
import { ZERO, type Micros } from '../../time.ts';
import type { Cell, Pending, World } from '../../world.ts';
import { messageNumbersMatter } from '../canonical.ts';
import type { MonitorOptions } from '../monitor.ts';
import { observe } from '../observe.ts';
import { holdsLettersAlone, isLetterBox, letterBox, sealed, withSealedNote } from './letter-box.ts';
import { NeedsTimes, type Marks } from './marks.ts';
import type { MemorySpace } from './memory-space.ts';
import { settled, withTime, type MessageParts, type PlaceSpace } from './place-space.ts';

/** What a step leaves in a slot: a duration, the time that was in a slot, or that one's next ring. */
export const SET = 0;
export const KEPT = 1;
export const RINGS = 2;

/**
 * What one choice does, for all worlds that agree on the shapes it reads. `code` has, for each cell that
 * changes, in the order of places: place, shape, number of slots, for each slot what it gets (SET and a
 * duration, or KEPT or RINGS and the slot that it comes from) and what is added to that; number of messages
 * that are sent there, and each as it stands in a row.
 */
export interface Program {
  readonly code: readonly number[];
  /** Number of what it takes from the fault budget; 0 for nothing. */
  readonly spends: number;
  /** Number of what a monitor sees of it; 0 for nothing. */
  readonly seen: number;
  /** Somebody refuses: nothing happens. */
  readonly isRefused: boolean;
  /** It was worked out for the very times that it met, or sets a time for which a move has no room. */
  readonly needsTimes: boolean;
  /** The numbers of what it does at each place that it changes, once asked for; see part-changes.ts. */
  changes?: readonly number[];
}

/** In the place of a shape in `code`: shape and times stay, and no more happens than that messages are sent there. */
export const SAME_SHAPE = -1;

/** A program, or the place on whose shape it depends and what follows by shape. */
export interface StepNode {
  readonly place: number;
  /** It depends on no more of the shape than its letter box, and what follows goes by that. */
  readonly ofBox: boolean;
  readonly program: Program | null;
  readonly next: (StepNode | undefined)[];
  /** It depends on the very times, too: known by them elsewhere. */
  readonly isExact?: boolean;
}

/** A choice as a search meets it: one of the offers of a cell of this shape. */
export interface Chosen {
  readonly place: number;
  readonly shape: number;
  readonly kind: Offer['kind'];
  /** The pending item of the shape, the message, or null for what happens of its own accord. */
  readonly item: Pending | null;
  readonly event: number | undefined;
  /** Type of the message that is handled, lost or doubled; -1: none. */
  readonly message: number;
  /** Of the shape's busy instructions, those that are not still to come, as bits. */
  readonly due: number;
}

/** The very times that a step is worked out for: by place and slot, and those that travel with its message. */
export interface ExactTimes {
  of(place: number, slot: number): number;
  readonly travelling: readonly number[];
}

const REFUSED: Program = { code: [], spends: 0, seen: 0, isRefused: true, needsTimes: false };

/** From here on a time has no room in the record of a move, see moves.ts. */
const LONG = 2 ** 31;

/** What is known of a world while a step is worked out, by place: shapes, and shapes of which only the letter box is. */
export interface KnownShapes {
  readonly shapes: Map<number, number>;
  readonly boxes: Map<number, number>;
  /**
   * The shapes of a world for which the step is worked out: what is read of it comes to be known and is noted, in order.
   * Null: what is not known ends the work.
   */
  readonly world: ArrayLike<number> | null;
  readonly reads: Read[];
}

/** That a step has looked at a place, or at no more than its letter box. */
export interface Read {
  readonly place: number;
  readonly ofBox: boolean;
}

/** Where steps get shapes from and put them. */
export interface StepSpace {
  readonly model: Model;
  readonly monitor: MonitorOptions | null;
  readonly places: readonly PlaceSpace[];
  readonly memories: MemorySpace | null;
  /** A message as it stands in a row. */
  flat(message: MessageParts): readonly number[];
}

/** Works steps out by `apply`, on cells that are handed to it one by one. */
export class Steps {
  /** What steps take from the budget; the first takes nothing. */
  readonly spendings: Partial<Record<keyof FaultBudget, number>>[] = [{}];
  /** How many were worked out. */
  size = 0;
  private readonly space: StepSpace;
  private readonly marks: Marks;
  private readonly placeOf: ReadonlyMap<string, number>;
  private readonly handedOut: World['cells'];
  private readonly keepsNumbers: boolean;
  private hand: (place: number) => Cell = () => {
    throw new BrokenPromise('a step is being worked out');
  };
  private readonly model: Model;

  constructor(space: StepSpace, marks: Marks) {
    this.space = space;
    this.marks = marks;
    const { components } = space.model;
    this.model = {
      ...space.model,
      components: components.map((component, place) =>
        sealed(timeless(component), () => {
          throw new Unread(place, false);
        }),
      ),
    };
    this.keepsNumbers = messageNumbersMatter(space.model);
    this.placeOf = new Map(components.map(({ id }, place) => [id, place]));
    // Inherited, so that the copy that `apply` makes of its world's cells holds what has changed and no more.
    const inherited: Record<string, Cell> = {};
    components.forEach(({ id }, place) => {
      Object.defineProperty(inherited, id, { get: () => this.hand(place) });
    });
    this.handedOut = Object.create(inherited) as World['cells'];
  }

  /**
   * The next node for a choice, so much being known of places; it comes after all that was noted in `known.reads`.
   * With marks for times, unless `exact` gives the very times; where marks do not do it throws NeedsTimes.
   */
  workOut(chosen: Chosen, known: KnownShapes, exact: ExactTimes | null): StepNode {
    this.size += 1;
    try {
      return { place: -1, ofBox: false, program: this.programOf(chosen, known, exact), next: [] };
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      return { place: error.place, ofBox: error.ofBox, program: null, next: [] };
    }
  }

  private programOf(chosen: Chosen, known: KnownShapes, exact: ExactTimes | null): Program {
    const model = exact === null ? this.model : this.space.model;
    const { monitor, memories } = this.space;
    const component = model.components[chosen.place];
    promise(component !== undefined, 'a step has a component that makes it');
    const travelling = exact?.travelling ?? [];
    const isMessage = chosen.message >= 0;
    const message = isMessage ? this.place(chosen.place).messageWith(chosen.message, travelling) : null;
    if (exact === null && (strikesTimes(chosen) || message?.deadlines !== undefined)) throw new NeedsTimes();
    const cells = new Map<number, Cell>();
    this.hand = (place) => {
      const handed = cells.get(place) ?? this.cellFor(place, chosen, known, exact, message);
      cells.set(place, handed);
      return handed;
    };
    const world: World = { now: ZERO, nextSeq: 0, nextOrder: 0, cells: this.handedOut, budget: PLENTY };
    const applied = apply(model, world, choiceOf(component.id, chosen));
    if (applied === null) return exact === null ? REFUSED : { ...REFUSED, needsTimes: true };

    const changed = applied.world.cells === this.handedOut ? {} : applied.world.cells;
    let seen = 0;
    let made = new Map(Object.entries(changed));
    if (monitor !== null && memories !== null) {
      const { observed, cells: noted } = observe({
        model,
        countsResumes: monitor.pausedHolder,
        message,
        entries: applied.entries,
        firstSeq: 0,
        changed: Object.keys(changed),
        after: (id) => {
          const cell = changed[id];
          const place = this.at(id);
          if (cell === undefined) {
            this.shapeFor(place, known);
            return this.hand(place);
          }
          const onRead = (): never => {
            throw new Unread(place, false);
          };
          return isLetterBox(cell) ? withSealedNote(cell, onRead) : cell;
        },
      });
      seen = memories.seenNumber(observed);
      made = new Map([...made, ...noted]);
    }
    const code = [...made]
      .map(([id, cell]) => ({ place: this.at(id), cell }))
      .sort((a, b) => a.place - b.place)
      .flatMap(({ place, cell }) => this.write(place, cell, chosen, known));
    const spends = this.spending(applied.world.budget);
    const needsTimes = exact !== null || code.some((value) => value >= LONG);
    return { code, spends, seen, isRefused: false, needsTimes };
  }

  /** The cell that stands for all of a shape, or with the very times. */
  private cellFor(
    place: number,
    chosen: Chosen,
    known: KnownShapes,
    exact: ExactTimes | null,
    message: Pending | null,
  ): Cell {
    // Who counts messages has the count in the shape.
    const mayBeBox = exact === null && !this.keepsNumbers;
    if (mayBeBox && !known.shapes.has(place)) return this.boxFor(place, known);
    const shape = this.place(place).shape(this.shapeFor(place, known));
    // What a clock shows that does not run true is no sum of times and durations.
    if (exact === null && shape.clockSlot >= 0) throw new NeedsTimes();
    if (place !== chosen.place && exact === null) return shape.cell;
    const pending = shape.cell.pending.map((item): Pending => {
      const slot = shape.slots.get(item) ?? -1;
      if (slot < 0) return item;
      if (exact !== null) {
        return withTime(item, exact.of(place, slot) as Micros);
      }
      const busy = shape.busy.indexOf(slot);
      const isDue = busy >= 0 && (chosen.due & (1 << busy)) !== 0;
      return isDue ? { ...item, due: this.marks.of(place, slot, true) } : item;
    });
    if (place === chosen.place && message !== null) pending.push(message);
    if (exact === null || shape.clockSlot < 0) return { ...shape.cell, pending };
    const clock = { ...shape.cell.clock, sinceUs: exact.of(place, shape.clockSlot) as Micros };
    return { ...shape.cell, clock, pending };
  }

  /** The letter box of a place of which no more is known. */
  private boxFor(place: number, known: KnownShapes): Cell {
    const { boxes, world, reads } = known;
    const number = boxes.get(place) ?? world?.[place];
    if (number === undefined) throw new Unread(place, true);
    if (!boxes.has(place)) {
      boxes.set(place, number);
      reads.push({ place, ofBox: true });
    }
    const { cell, clockSlot } = this.place(place).shape(number);
    if (clockSlot >= 0) throw new Unread(place, false);
    return letterBox(cell);
  }

  /** The number of a shape at which a step looks for more than its letter box. */
  private shapeFor(place: number, { shapes, boxes, world, reads }: KnownShapes): number {
    const known = shapes.get(place);
    if (known !== undefined) return known;
    const number = boxes.has(place) ? undefined : world?.[place];
    if (number === undefined) throw new Unread(place, false);
    shapes.set(place, number);
    reads.push({ place, ofBox: false });
    return number;
  }

  /** What a step has put into a letter box. */
  private writeLetters(place: number, cell: Cell): number[] {
    if (!holdsLettersAlone(this.hand(place), cell)) throw new Unread(place, false);
    const sent = this.place(place).messagesOf(cell, ZERO);
    if (sent.length === 0) return [];
    return [place, SAME_SHAPE, 0, sent.length, ...this.flat(sent)];
  }

  private flat(messages: readonly MessageParts[]): number[] {
    for (const { deadlines } of messages) {
      if (deadlines.some((time) => this.marks.read(time) !== null)) throw new NeedsTimes();
    }
    return messages.flatMap((message) => this.space.flat(message));
  }

  private write(place: number, cell: Cell, chosen: Chosen, known: KnownShapes): number[] {
    if (isLetterBox(cell)) return this.writeLetters(place, cell);
    const space = this.place(place);
    const { shape, times, messages } = space.parts(cell, ZERO);
    const { ages } = space.shape(shape);
    const before = known.shapes.get(place);
    if (before === undefined) throw new Unread(place, false);
    const slots = times.map((time, slot): [number, number, number] => {
      const marked = this.marks.read(time);
      const age = ages[slot] ?? 0;
      if (marked === null) return [SET, settled(time, age), 0];
      if (marked.place !== place) throw new NeedsTimes();
      if (marked.offset === 0) return [KEPT, marked.slot, 0];
      if (marked.offset !== age) throw new NeedsTimes();
      return [RINGS, marked.slot, age];
    });
    const isKept = ([what, from]: readonly number[], slot: number): boolean => what === KEPT && from === slot;
    const isSame = shape === before && messages.length === 0 && slots.every(isKept);
    if (isSame && !(place === chosen.place && chosen.message >= 0)) return [];
    return [place, shape, slots.length, ...slots.flat(), messages.length, ...this.flat(messages)];
  }

  private spending(budget: FaultBudget): number {
    if (budget === PLENTY) return 0;
    const spent: Partial<Record<keyof FaultBudget, number>> = {};
    for (const kind of Object.keys(PLENTY) as (keyof FaultBudget)[]) {
      const left = budget[kind] ?? 0;
      if (left !== PLENTY[kind]) spent[kind] = PLENTY[kind] - left;
    }
    const key = JSON.stringify(spent);
    const known = this.spendings.findIndex((other) => JSON.stringify(other) === key);
    return known >= 0 ? known : this.spendings.push(spent) - 1;
  }

  private place(place: number): PlaceSpace {
    const space = this.space.places[place];
    promise(space !== undefined, 'every place has its shapes');
    return space;
  }

  private at(id: string): number {
    const place = this.placeOf.get(id);
    promise(place !== undefined, `there is no component "${id}"`);
    return place;
  }
}

/** A budget of which a step can take whatever it takes. */
const PLENTY: Required<FaultBudget> = { pause: 1000, crash: 1000, lose: 1000, late: 1000, duplicate: 1000 };

/** Thrown where a step reads a cell whose shape is not known yet; never leaves this file. */
class Unread {
  readonly place: number;
  /** As much as its letter box may do. */
  readonly ofBox: boolean;
  constructor(place: number, ofBox: boolean) {
    this.place = place;
    this.ofBox = ofBox;
  }
}

/** Faults that leave times as they are, or stop and move them as every process does. */
const TIMELESS_FAULTS: ReadonlySet<string> = new Set([
  'pause',
  'resume',
  'crash',
  'restart',
  'refuse',
  'serve',
  'own',
  'cut',
  'heal',
  'refuse-link',
  'heal-link',
  'slow',
  'swift',
  'fail-next',
]);

function strikesTimes({ item }: Chosen): boolean {
  return item?.kind === 'fault' && !TIMELESS_FAULTS.has(item.event.type);
}

/** The component, but for events that tell it how long it is until something: those need the very times. */
function timeless(component: Component): Component {
  return {
    ...component,
    step: (state, event) => {
      if (event['left'] !== undefined) throw new NeedsTimes();
      return component.step(state, event);
    },
  };
}

/** The choice without its name, which takes longer to make than the rest of the step. */
function choiceOf(node: string, { kind, item, event }: Chosen): Choice {
  const common = { name: kind, kind, node, at: ZERO, passesOver: 0 };
  if (item !== null) return { ...common, id: item.id };
  return event === undefined ? common : { ...common, event };
}
