import { apply, firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { Choice } from '../choices.ts';
import {
  TRUE_CLOCK,
  type Component,
  type Effect,
  type MachineEvent,
  type MachineState,
} from '../component.ts';
import { NO_FAULTS } from '../faults.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Entry } from '../trace.ts';
import type { Cell, Pending, PendingKind, World } from '../world.ts';
import { BY_ITEM } from './fold/trail.ts';
import { NotFast } from './not-fast.ts';
import { DeadlineMarks, type MarkedMargin, type MarkedTime } from './deadline-marks.ts';

/**
 * What one event does, worked out by `apply` on a world that is nothing but machine states: what random runs carry
 * out as often as they need it. The item that happens is the cause with number -1.
 */
export interface RecordedStep {
  /** Machines that change. */
  readonly states: readonly { readonly place: number; readonly state: MachineState }[];
  /** Components that forget instructions and timers, for they crash on the way. */
  readonly falls: readonly number[];
  readonly removes: readonly NamedItem[];
  /** In the order in which `apply` makes them. */
  readonly adds: readonly RecordedAdd[];
  readonly entries: readonly RecordedEntry[];
}

/** A timer, deadline or instruction of a component. */
export interface NamedItem {
  readonly place: number;
  readonly kind: PendingKind;
  readonly id: string;
}

/** Something that will happen; due so long after now, for a message after its link's latency. */
export interface RecordedAdd extends NamedItem {
  readonly item: Pending;
  readonly afterUs: number;
  /** The timer that has just rung and rings again. */
  readonly ringsAgain: boolean;
  /** For a message that is sent: by whom; -1 for anything else, and for one that comes again. */
  readonly from: number;
}

/** An entry, and those of its times that depend on deadlines that stand already. */
export interface RecordedEntry {
  readonly entry: Entry;
  readonly expires: MarkedTime | null;
  readonly margin: MarkedMargin | null;
}

/** What happens. */
export interface Happening {
  readonly place: number;
  readonly kind: PendingKind;
  readonly id: string;
  readonly event: MachineEvent;
  readonly everyUs?: Micros;
}

/** Thrown where a step looks at a machine whose state is not known yet. */
export class Unread {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

/** Works out single steps of one model. */
export class StepRecorder {
  private readonly model: Model;
  private readonly ids: readonly string[];
  private readonly places: ReadonlyMap<string, number>;
  /** By component: stands for a state that a step has not looked at. */
  private readonly unknown: readonly MachineState[];
  private marks = new DeadlineMarks();

  constructor(model: Model) {
    this.unknown = model.components.map(() => ({ value: null, context: null }));
    this.model = {
      ...model,
      components: model.components.map((component, place) => this.guarded(component, place)),
      // Latency is added where a message is sent: it depends on the seed.
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults: [],
      messageFaults: [],
      budget: NO_FAULTS,
    };
    this.ids = model.components.map(({ id }) => id);
    this.places = new Map(this.ids.map((id, place) => [id, place]));
  }

  placeOf(id: string): number {
    const place = this.places.get(id);
    if (place === undefined) throw new BrokenPromise(`there is no component "${id}"`);
    return place;
  }

  /** What the machines ask for at the start. */
  first(): { readonly states: readonly MachineState[]; readonly step: RecordedStep } {
    const { world, entries } = firstWorld(this.model);
    const states = this.model.components.map((component) => component.initial().state);
    const before = states.map((state) => bare(state, []));
    return { states, step: this.stepOf(world.cells, before, entries) };
  }

  /** What something does; `stateOf` gives the state of a machine, null where it is not known: then throws Unread. */
  record(happening: Happening, stateOf: (place: number) => MachineState | null): RecordedStep {
    this.marks = new DeadlineMarks();
    for (;;) {
      const { size } = this.marks;
      const { cells, applied } = this.apply(happening, stateOf);
      // What the step turned out to speak of must be there while it is worked out.
      if (this.marks.size === size) return this.stepOf(applied.world.cells, cells, applied.entries);
    }
  }

  private apply(happening: Happening, stateOf: (place: number) => MachineState | null) {
    const { place: at, kind, id, event, everyUs } = happening;
    const common = { kind, id, event, cause: BY_ITEM, order: 0 } as const;
    // A moment late, so that its next ring is not taken for a timer that the machine sets anew.
    const item: Pending =
      everyUs === undefined ? { ...common, due: ZERO } : { ...common, due: LATE, everyUs };
    const cells: Cell[] = [];
    const byId: Record<string, Cell> = {};
    for (const [place, name] of this.ids.entries()) {
      const state = stateOf(place) ?? this.unknown[place] ?? NO_STATE;
      const marks = this.marks.at(place, place === at ? item : null);
      const cell = bare(state, place === at ? [item, ...marks] : marks);
      cells.push(cell);
      byId[name] = cell;
    }
    const world: World = { now: ZERO, nextSeq: 0, nextOrder: FIRST_ORDER, cells: byId, budget: NO_FAULTS };
    const choice: Choice = { name: kind, kind, node: this.ids[at] ?? '', at: ZERO, id, passesOver: 0 };
    const applied = apply(this.model, world, choice);
    if (applied === null) throw new BrokenPromise(`"${choice.node}" refused ${JSON.stringify(event)}`);
    return { cells, applied };
  }

  private stepOf(after: World['cells'], before: readonly Cell[], entries: readonly Entry[]): RecordedStep {
    const states: RecordedStep['states'][number][] = [];
    const falls: number[] = [];
    const removes: NamedItem[] = [];
    const adds: RecordedAdd[] = [];
    for (const [place, given] of before.entries()) {
      const cell = after[this.ids[place] ?? ''];
      if (cell === undefined || cell === given) continue;
      if (changesMore(cell, given)) throw new NotFast('faults that change more than processes');
      if (cell.state !== given.state) states.push({ place, state: cell.state });
      for (const item of cell.pending) {
        const isNew = item.order >= FIRST_ORDER || given.pending.length === 0;
        if (isNew && !DeadlineMarks.isMark(item)) adds.push(this.addOf(place, item));
      }
      const gone = given.pending.filter(
        (mark) => DeadlineMarks.isMark(mark) && !cell.pending.some((item) => isSame(item, mark)),
      );
      if (gone.some(DeadlineMarks.isOfCrash)) falls.push(place);
      for (const { kind, id } of gone.filter((mark) => !DeadlineMarks.isOfCrash(mark))) {
        removes.push({ place, kind, id });
      }
    }
    adds.sort((a, b) => a.item.order - b.item.order);
    return { states, falls, removes, adds, entries: entries.map((entry) => this.entryOf(entry)) };
  }

  private addOf(place: number, item: Pending): RecordedAdd {
    const { kind, id, due } = item;
    if (item.deadlines !== undefined) throw new NotFast('deadlines that travel');
    const isSent = kind === 'message' && item.again !== true;
    const from = isSent ? this.placeOf(id.slice(0, id.lastIndexOf('#'))) : -1;
    const ringsAgain = item.everyUs !== undefined && !Number.isInteger(due);
    return { place, kind, id, item, afterUs: due, ringsAgain, from };
  }

  private entryOf(entry: Entry): RecordedEntry {
    const { expires, marginUs } = entry;
    return {
      entry,
      expires: expires === undefined ? null : this.marks.time(expires),
      margin: marginUs === undefined ? null : this.marks.margin(marginUs),
    };
  }

  /** The component, but for the state object that stands for a state that is not known. */
  private guarded(component: Component, place: number): Component {
    const unknown = this.unknown[place];
    const look = (state: MachineState): MachineState => {
      if (state === unknown) throw new Unread(place);
      return state;
    };
    return {
      ...component,
      step: (state, event) => {
        const step = component.step(look(state), event);
        for (const effect of step?.effects ?? []) this.note(place, effect);
        return step;
      },
      status: (state) => component.status(look(state)),
    };
  }

  /** Marks what an effect speaks of by its name. */
  private note(place: number, effect: Effect): void {
    switch (effect.type) {
      case 'cancel':
        this.marks.note(place, 'timer', effect.id);
        this.marks.note(place, 'deadline', effect.id);
        return;
      case 'halt':
        this.marks.note(place, 'instruction', effect.worker ?? 'next');
        return;
      case 'trace': {
        const { expiresAtDeadline, margin } = effect;
        if (expiresAtDeadline !== undefined) this.marks.note(place, 'deadline', expiresAtDeadline, true);
        for (const id of margin?.between ?? []) this.marks.note(place, 'deadline', id, true);
        return;
      }
      case 'send':
      case 'call':
        if (effect.deadlines !== undefined) throw new NotFast('deadlines that travel');
        return;
      default:
    }
  }
}

const LATE = -0.5 as Micros;
const NO_STATE: MachineState = { value: null, context: null };

/** Numbers of making from which on an item is new. */
const FIRST_ORDER = 1_000_000;

function bare(state: MachineState, pending: readonly Pending[]): Cell {
  return { state, pending, clock: TRUE_CLOCK, received: {}, cutFrom: [] };
}

/** Whether a step changed more of a cell than its machine and what is pending. */
function changesMore(cell: Cell, given: Cell): boolean {
  return (
    cell.clock !== given.clock ||
    cell.cutFrom.length > 0 ||
    cell.refused !== undefined ||
    cell.refusing !== undefined ||
    cell.slowUs !== undefined ||
    cell.failing !== undefined
  );
}

function isSame(a: Pending, b: Pending): boolean {
  return a.kind === b.kind && a.id === b.id;
}
