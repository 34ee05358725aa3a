import { BrokenPromise } from '../../assert.ts';
import { trueDuration, type Component, type ProcessStatus } from '../../component.ts';
import { isLookedAt, offersOf, type Offer } from '../../offers.ts';
import { StateNumbers } from '../../state-numbers.ts';
import { ZERO, type Micros } from '../../time.ts';
import { PENDING_KINDS, type Cell, type Pending } from '../../world.ts';
import { compareText, frameKey, frameOf, inOrder, mapTimes, withoutTime, type Keep } from '../canonical.ts';
import type { Marks } from './marks.ts';

/** How a time grows older: down to "overdue", not at all, without end; above 0: round and round, once overdue. */
export const AGES = 0;
export const STANDS = -1;
export const EXACT = -2;

/** Stands for every time at which something overdue was due. */
export const OVERDUE = -1;

/** What a cell is apart from times and messages, with all that follows from that alone. */
export interface Shape {
  /** A cell of the shape whose times are marks. */
  readonly cell: Cell;
  readonly status: ProcessStatus;
  /** The slot of the time of each pending item; -1: its time does not count. */
  readonly slots: ReadonlyMap<Pending, number>;
  /** By slot: how the time of one pending item grows older. */
  readonly ages: readonly number[];
  /** What is looked at of what is pending: the slot of its time, and what it is. */
  readonly looked: readonly LookedAt[];
  /** Which of these are instructions. */
  readonly instructions: readonly number[];
  /** Whether messages are looked at, and whether they can be lost. */
  readonly looksAtMessages: boolean;
  readonly losesMessages: boolean;
  /** What it may do now of its own accord. */
  readonly spontaneous: readonly Offer[];
  /** Slots of busy instructions: a pause stops those that are still to come. */
  readonly busy: readonly number[];
  /** Its clock may yet step, so that deadlines that have passed count. */
  readonly clockMayStep: boolean;
  /** The slot of the time since which its clock has not run true; -1: it does. */
  readonly clockSlot: number;
  /** The number of its letter box, see letter-box.ts: shapes with equal ones have the same. */
  readonly box: number;
}

/** Something pending that the component looks at. */
export interface LookedAt {
  readonly item: Pending;
  readonly slot: number;
  readonly isPunctual: boolean;
}

/** A cell in parts. Times count from now and are not yet in canonical form; see `settled`. */
export interface CellParts {
  readonly shape: number;
  /** By slot. */
  readonly times: readonly number[];
  readonly messages: readonly MessageParts[];
}

/** A message: its type, when it is due, and the deadlines that travel with it, in the order of their ids. */
export interface MessageParts {
  readonly type: number;
  readonly time: number;
  readonly deadlines: readonly number[];
}

/** What is pending without its time, and a text that is the same for equal ones. */
interface Keyed {
  readonly bare: Pending;
  readonly key: string;
}

/** The shapes and messages that were met at one component, each with a small number. */
export class PlaceSpace {
  readonly component: Component;
  readonly place: number;
  readonly shapes: Shape[] = [];
  /** One message of each type, as it lies in a cell, due now. */
  readonly messages: Pending[] = [];
  private readonly keep: Keep;
  private readonly shapeNumbers = new Map<string, number>();
  private readonly messageNumbers = new Map<string, number>();
  private readonly boxes = new Map<string, number>();
  private readonly states = new StateNumbers();
  private readonly keys = new WeakMap<Pending, Keyed>();
  private readonly marks: Marks;

  constructor(component: Component, place: number, keep: Keep, marks: Marks) {
    this.component = component;
    this.place = place;
    this.keep = keep;
    this.marks = marks;
  }

  shape(number: number): Shape {
    const shape = this.shapes[number];
    if (shape === undefined) throw new BrokenPromise(`no shape of "${this.component.id}" has that number`);
    return shape;
  }

  message(type: number): Pending {
    const message = this.messages[type];
    if (message === undefined)
      throw new BrokenPromise(`no message to "${this.component.id}" has that number`);
    return message;
  }

  /** Takes a cell of a world at `now` apart. */
  parts(cell: Cell, now: Micros): CellParts {
    const items: (Keyed & { readonly time: number })[] = [];
    const messages: MessageParts[] = [];
    const clockMayStep = cell.pending.some(stepsClock);
    for (const item of cell.pending) {
      const time = item.leftUs ?? item.stoppedUs ?? item.due - now;
      if (item.kind === 'message') messages.push(this.messageParts(item, time, now));
      else items.push({ ...this.keyed(item), time });
    }
    items.sort((a, b) => {
      // Those that a clock brings back to life come back in the order in which they were made.
      if (clockMayStep && a.bare.kind === 'deadline' && b.bare.kind === 'deadline') return 0;
      return inOrder(a.bare, a.key, b.bare, b.key);
    });
    // That time has a slot; in the frame it stands for itself.
    const { sinceUs } = cell.clock;
    const frame = frameOf(cell, sinceUs ?? now, this.keep);
    const key = `${String(this.states.of(cell.state))} ${frameKey(frame)} ${items.map((item) => item.key).join(' ')}`;
    let shape = this.shapeNumbers.get(key);
    if (shape === undefined) {
      shape = this.shapes.length;
      this.shapeNumbers.set(key, shape);
      this.shapes.push(
        this.shapeOf(
          frame,
          items.map(({ bare }) => bare),
        ),
      );
    }
    const times = items.flatMap(({ bare, time }) => (bare.passed === true && !clockMayStep ? [] : [time]));
    if (sinceUs !== undefined) times.push(sinceUs - now);
    return { shape, times, messages };
  }

  /** The messages of a cell of a world at `now`. */
  messagesOf({ pending }: Cell, now: Micros): readonly MessageParts[] {
    return pending.flatMap((item) =>
      item.kind === 'message' ? [this.messageParts(item, item.due - now, now)] : [],
    );
  }

  /** The message of a type as it lies in a cell, due now, with these deadlines. */
  messageWith(type: number, times: readonly number[]): Pending {
    const message = this.message(type);
    const { deadlines } = message;
    if (deadlines === undefined) return message;
    return { ...message, deadlines: mapTimes(deadlines, (_, index) => times[index] ?? 0) };
  }

  /** The type of a message as it lies in a cell. */
  messageType(item: Pending): number {
    return this.messageNumber(withoutTime(item, this.keep));
  }

  private messageParts(item: Pending, time: number, now: Micros): MessageParts {
    const type = this.messageNumber(withoutTime(item, this.keep));
    const { deadlines } = item;
    const times = deadlines === undefined ? [] : Object.values(mapTimes(deadlines, (at) => at - now));
    return { type, time, deadlines: times };
  }

  /** What is pending, without its time; items that no step has changed are met again as the same object. */
  private keyed(item: Pending): Keyed {
    const known = this.keys.get(item);
    if (known !== undefined) return known;
    const bare = withoutTime(item, this.keep);
    const keyed = { bare, key: itemKey(bare) };
    this.keys.set(item, keyed);
    return keyed;
  }

  private messageNumber(bare: Pending): number {
    const key = itemKey(bare);
    const known = this.messageNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.messages.length;
    this.messageNumbers.set(key, number);
    // Alone in its cell it is the first of its sender.
    const id = bare.id.includes('#') ? bare.id : `${bare.id}#1`;
    this.messages.push({ ...bare, id, due: ZERO });
    return number;
  }

  private shapeOf(frame: Cell, bare: readonly Pending[]): Shape {
    const { component, place, marks } = this;
    const clockMayStep = bare.some(stepsClock);
    const status = component.status(frame.state);
    const ages: number[] = [];
    const slots: number[] = [];
    const pending = bare.map((item, order): Pending => {
      if (item.passed === true && !clockMayStep) {
        slots.push(-1);
        return withTime({ ...item, order }, OVERDUE as Micros);
      }
      const slot = ages.length;
      slots.push(slot);
      const isExact = clockMayStep && item.kind === 'deadline';
      ages.push(agesOf(item, isExact, frame));
      return withTime({ ...item, order }, marks.of(place, slot));
    });
    const isUntrue = frame.clock.sinceUs !== undefined;
    const clockSlot = isUntrue ? ages.push(EXACT) - 1 : -1;
    const cell: Cell = { ...frame, pending };
    const looked = pending.flatMap((item, index): LookedAt[] => {
      const slot = slots[index] ?? -1;
      if (item.passed === true || item.stoppedUs !== undefined || !isLookedAt(item.kind, status)) return [];
      const isPunctual = item.kind === 'deadline' || item.kind === 'fault';
      return [{ item, slot, isPunctual }];
    });
    const { offers } = offersOf(component, cell, ZERO);
    const ofItems = offers.filter(({ item }) => item !== null);
    if (ofItems.length !== looked.length || ofItems.some(({ item }, index) => item !== looked[index]?.item)) {
      throw new BrokenPromise(`what "${component.id}" offers is not what the search looks at`);
    }
    return {
      cell,
      status,
      slots: new Map(pending.map((item, index) => [item, slots[index] ?? -1])),
      ages,
      looked,
      instructions: looked.flatMap(({ item }, index) => (item.kind === 'instruction' ? [index] : [])),
      looksAtMessages: isLookedAt('message', status),
      losesMessages: isLookedAt('message', status) && status !== 'crashed',
      spontaneous: offers.filter(({ item }) => item === null),
      busy: pending.flatMap((item, index) => (item.busy === true ? [slots[index] ?? -1] : [])),
      clockMayStep,
      clockSlot,
      box: this.boxNumber(frame),
    };
  }

  private boxNumber({ note: _note, ...rest }: Cell): number {
    const key = frameKey(rest);
    const number = this.boxes.get(key) ?? this.boxes.size;
    this.boxes.set(key, number);
    return number;
  }

  /** Equal states are mostly the same object; where a machine's memory was given up they are not. */
}

/** What is pending, with its one time that counts. */
export function withTime(item: Pending, time: Micros): Pending {
  if (item.leftUs !== undefined) return { ...item, due: ZERO, leftUs: time };
  return item.stoppedUs === undefined ? { ...item, due: time } : { ...item, due: ZERO, stoppedUs: time };
}

function agesOf({ leftUs, stoppedUs, everyUs }: Pending, isExact: boolean, { clock }: Cell): number {
  if (leftUs !== undefined || stoppedUs !== undefined) return STANDS;
  if (isExact) return EXACT;
  return everyUs === undefined ? AGES : (trueDuration(clock, everyUs) ?? AGES);
}

/** A time in canonical form, given how it grows older. */
export function settled(time: number, ages: number): number {
  if (time >= 0 || ages === STANDS || ages === EXACT) return time;
  // A rhythm goes on in step, however many rings were missed.
  return ages === AGES ? OVERDUE : ((time + 1) % ages) - 1;
}

function stepsClock({ kind, event }: Pending): boolean {
  return kind === 'fault' && event.type === 'clock';
}

function itemKey(item: Pending): string {
  const { kind, due: _due, order: _order, cause: _cause, leftUs, stoppedUs, ...rest } = item;
  const isLeft = leftUs !== undefined ? ' left' : stoppedUs !== undefined ? ' stopped' : '';
  return `${String(PENDING_KINDS.indexOf(kind))}${isLeft} ${JSON.stringify(Object.entries(rest).sort(byName))}`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareText(a, b);
}
