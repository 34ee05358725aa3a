import type { MachineState, ProcessStatus } from '../component.ts';
import type { Model } from '../model.ts';
import { StateNumbers } from '../state-numbers.ts';
import type { Entry } from '../trace.ts';
import { PENDING_KINDS } from '../world.ts';
import { factOf, Names, type Fact } from './fold/facts.ts';
import { NO_MARGIN } from './fold/run-state.ts';
import { BY_ITEM, BY_ITEM_SENT, NO_ENTRY, readTrail, senderOf, type Trail } from './fold/trail.ts';
import { Distinct } from './distinct.ts';
import { StepTable } from './step-table.ts';
import { WhatTable } from './what-table.ts';
import {
  StepRecorder,
  Unread,
  type Happening,
  type NamedItem,
  type RecordedAdd,
  type RecordedEntry,
  type RecordedStep,
} from './recorded-step.ts';

/** Integers at the head of a program: how many entries, then how many of each part that follows it. */
export const HEAD = 7;
/** Integers of each change of a machine: place, state, status. */
export const STATE_WIDTH = 3;
/** Of each thing that will happen: what, number of its duration, flags, link, the entry that causes it, and who sent that. */
export const ADD_WIDTH = 6;

export const BUSY = 1;
export const PASSED = 2;
/** The message that is handled comes again. */
export const AGAIN = 4;
export const RINGS = 8;
/** It was sent before it was checked, and is caused by the check. */
export const CHECKED = 16;

export const STATUSES: readonly ProcessStatus[] = ['running', 'paused', 'crashed'];

/** A fact of a program, and where its times come from. */
export interface FactSlot {
  readonly fact: Fact;
  /** Its entry's place in the step. */
  readonly index: number;
  /** The promised end: so long after now, or after the deadline of that number (-1: none). */
  readonly expiresUs: number;
  readonly expiresWith: number;
  readonly marginUs: number;
  readonly marginFrom: number;
  readonly marginTo: number;
  /** The entry that sent what it is about; BY_ITEM: as the item that happens says. */
  readonly sentBy: number;
}

/**
 * What happens in random runs of one model, in small integers: what each event does in each state is worked out once,
 * from `apply`, and written down as a row of integers.
 */
export class Programs {
  readonly names = new Names();
  /** All programs, one after the other; see HEAD. */
  code = new Int32Array(4096);
  private codeLength = 0;
  readonly spansUs: number[] = [];
  readonly slots = new Distinct<FactSlot>();
  readonly trails = new Distinct<Trail>();
  readonly first: { readonly states: readonly number[]; readonly program: number };
  /** What can happen; nodes of the table that ask for one more machine are among them, with its place alone. */
  readonly whats = new WhatTable();
  /** By name: its place. */
  readonly namePlace: number[] = [];
  /** By place: names of its instructions, and of what a crash makes it forget. */
  readonly instructions: number[][];
  readonly forgotten: number[][];
  private readonly recorder: StepRecorder;
  private readonly model: Model;
  private readonly table = new StepTable();
  /** By place. */
  private readonly states: readonly StateNumbers[];
  private readonly happenings: (Happening | undefined)[] = [];
  private readonly whatNumbers = new Map<string, number>();
  private readonly nameNumbers = new Map<string, number>();
  private readonly spanNumbers = new Map<number, number>();

  constructor(model: Model) {
    this.model = model;
    this.recorder = new StepRecorder(model);
    this.states = model.components.map(() => new StateNumbers());
    this.instructions = model.components.map(() => []);
    this.forgotten = model.components.map(() => []);
    const { states, step } = this.recorder.first();
    this.first = {
      states: states.map((state, place) => this.state(place, state)),
      program: this.write(step),
    };
  }

  placeOf(id: string): number {
    return this.recorder.placeOf(id);
  }

  /** The number of something that can happen. */
  what(happening: Happening): number {
    const { place, kind, event, everyUs } = happening;
    const isNamed = kind !== 'message' && kind !== 'fault';
    const name = isNamed ? this.name(happening) : -1;
    const key = `${String(place)} ${kind} ${String(name)} ${String(everyUs ?? 0)} ${JSON.stringify(event)}`;
    const known = this.whatNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.table.node();
    this.whatNumbers.set(key, number);
    this.happenings[number] = happening;
    this.whats.set(number, place, PENDING_KINDS.indexOf(kind), name);
    return number;
  }

  /** Where the program of something begins, all machines being in these states. */
  find(what: number, states: Int32Array): number {
    const { table, whats } = this;
    let node = what;
    for (;;) {
      const found = table.get(node, states[whats.place(node)] ?? 0);
      if (found > 0) return found - 1;
      if (found === 0) return this.learn(what, states);
      node = -found;
    }
  }

  status(place: number, state: number): number {
    const machine = this.states[place]?.states[state];
    const component = this.model.components[place];
    return machine === undefined || component === undefined ? 0 : STATUSES.indexOf(component.status(machine));
  }

  /** How much has been worked out. */
  get size() {
    return {
      steps: this.table.size,
      code: this.codeLength,
      states: this.states.map(({ states }) => states.length),
    };
  }

  private learn(what: number, states: Int32Array): number {
    const happening = this.happenings[what];
    if (happening === undefined) throw new Error('what happens has the number that it was given');
    const known = new Set([happening.place]);
    let node = what;
    for (;;) {
      const state = states[this.whats.place(node)] ?? 0;
      const found = this.table.get(node, state);
      if (found > 0) return found - 1;
      if (found < 0) {
        node = -found;
        known.add(this.whats.place(node));
        continue;
      }
      try {
        const step = this.recorder.record(happening, (place) =>
          known.has(place) ? (this.states[place]?.states[states[place] ?? 0] ?? null) : null,
        );
        const program = this.write({ ...step, states: this.changed(step, states) });
        this.table.set(node, state, program + 1);
        return program;
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        const next = this.table.node();
        this.whats.set(next, error.place, 0, -1);
        this.table.set(node, state, -next);
      }
    }
  }

  /** What a step leaves other than it was. */
  private changed(step: RecordedStep, before: Int32Array): RecordedStep['states'] {
    return step.states.filter(({ place, state }) => this.state(place, state) !== before[place]);
  }

  private write(step: RecordedStep): number {
    const entries = step.entries.map(({ entry }) => entry);
    const slots: number[] = [];
    step.entries.forEach((entry, index) => {
      const slot = this.slot(entry, index, entries);
      if (slot >= 0) slots.push(slot);
    });
    const trail = readTrail(entries, this.names);
    const program = [entries.length, trail.grants ? 1 : 0, this.trails.number(trail), step.states.length];
    // How many removes and falls there are fits in one integer: both are few.
    program.push(slots.length, step.removes.length * FALLS + step.falls.length, step.adds.length);
    for (const { place, state } of step.states) {
      const number = this.state(place, state);
      program.push(place, number, this.status(place, number));
    }
    program.push(...slots);
    for (const item of step.removes) program.push(this.name(item));
    program.push(...step.falls);
    for (const add of step.adds) program.push(...this.addOf(add, entries));
    return this.append(program);
  }

  private append(program: readonly number[]): number {
    const start = this.codeLength;
    this.codeLength += program.length;
    if (this.codeLength > this.code.length) {
      const before = this.code;
      this.code = new Int32Array(Math.max(before.length * 2, this.codeLength));
      this.code.set(before);
    }
    this.code.set(program, start);
    return start;
  }

  private addOf(add: RecordedAdd, causes: readonly Entry[]): readonly number[] {
    const { item, place, kind, id, from, ringsAgain } = add;
    const every = item.everyUs === undefined ? {} : { everyUs: item.everyUs };
    // A message goes by its name only while it is handled.
    const what = this.what({ place, kind, id: kind === 'message' ? 'x#1' : id, event: item.event, ...every });
    const again = kind === 'message' && from < 0;
    const cause = item.cause ?? NO_ENTRY;
    const flags =
      (cause >= 0 && causes[cause]?.ev === 'check' ? CHECKED : 0) |
      (item.busy === true ? BUSY : 0) |
      (item.passed === true ? PASSED : 0) |
      (again ? AGAIN : 0) |
      (ringsAgain ? RINGS : 0);
    const span = this.span(ringsAgain ? (item.everyUs ?? 0) : add.afterUs);
    const link = from < 0 ? -1 : from * this.model.components.length + place;
    return [what, span, flags, link, cause, senderOf(cause, causes)];
  }

  /** The number of what an entry tells; -1: nothing. */
  private slot({ entry, expires, margin }: RecordedEntry, index: number, entries: readonly Entry[]): number {
    const fact = factOf(entry, this.names);
    if (fact === null) return -1;
    const place = this.homeOf(entry.actor);
    const named = (id: string | null): number =>
      id === null ? -1 : this.name({ place, kind: 'deadline', id });
    const slot: FactSlot = {
      fact,
      index,
      expiresUs: expires?.plusUs ?? Infinity,
      expiresWith: named(expires?.deadline ?? null),
      marginUs: margin?.plusUs ?? NO_MARGIN,
      marginFrom: named(margin?.from ?? null),
      marginTo: named(margin?.to ?? null),
      sentBy: sentBy(entry, entries),
    };
    return this.slots.number(slot);
  }

  /** The component that a lane is of. */
  private homeOf(lane: string): number {
    return this.model.components.findIndex(({ id, lanes }) => id === lane || lanes?.includes(lane) === true);
  }

  private state(place: number, state: MachineState): number {
    const numbers = this.states[place];
    if (numbers === undefined) throw new Error('a place that changes is one of the model');
    return numbers.of(state);
  }

  private name({ place, kind, id }: NamedItem): number {
    const text = `${String(place)} ${kind} ${id}`;
    const known = this.nameNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.namePlace.push(place) - 1;
    this.nameNumbers.set(text, number);
    if (kind === 'instruction') this.instructions[place]?.push(number);
    if (kind !== 'deadline') this.forgotten[place]?.push(number);
    return number;
  }

  private span(us: number): number {
    const known = this.spanNumbers.get(us);
    if (known !== undefined) return known;
    this.spanNumbers.set(us, this.spansUs.length);
    return this.spansUs.push(us) - 1;
  }
}

/** One more than the most components that a step can make fall. */
export const FALLS = 64;

/** The entry that sent what an entry is about: a write before it was checked, a renewal itself. */
function sentBy(entry: Entry, entries: readonly Entry[]): number {
  const cause = entry.cause ?? NO_ENTRY;
  if (entry.ev === 'write') return senderOf(cause, entries);
  if (cause === BY_ITEM) return BY_ITEM_SENT;
  return cause >= 0 && entries[cause]?.ev === 'send' ? cause : NO_ENTRY;
}
