import { apply } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { Choice } from '../choices.ts';
import {
  TRUE_CLOCK,
  type Component,
  type MachineEvent,
  type MachineState,
  type ProcessStatus,
} from '../component.ts';
import { NO_FAULTS } from '../faults.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import { isToldByItsClient, type Entry } from '../trace.ts';
import { PENDING_KINDS, type Cell, type Pending, type PendingKind, type World } from '../world.ts';

/**
 * What one event does, worked out once by `apply` on a world that is nothing but machine states, and then
 * carried out as often as random runs need it: which machines change, what is to happen later, and what
 * the verdict wants to know.
 */
export interface Program {
  readonly states: readonly StateChange[];
  /** In the order in which `apply` makes them. */
  readonly adds: readonly Add[];
  readonly removes: readonly Named[];
  readonly facts: readonly Fact[];
  /** The message that was handled counts as delivered. */
  readonly delivers: boolean;
}

/** What of a pending item says what happens. */
type What = Pick<Pending, 'kind' | 'event' | 'everyUs'>;

export interface StateChange {
  readonly place: number;
  readonly state: number;
  readonly status: ProcessStatus;
}

/** Something that will happen: `afterUs` from now, for a message after its link's latency. */
export interface Add {
  readonly place: number;
  readonly kind: PendingKind;
  /** Its place in PENDING_KINDS. */
  readonly kindNumber: number;
  readonly name: number;
  /** What will happen: kind, event and name together; see Programs.what. */
  readonly what: number;
  readonly afterUs: number;
  readonly busy: boolean;
  readonly passed: boolean;
  /** The rhythm of the timer that has just rung and rings again; 0 for anything else. */
  readonly ringsEveryUs: number;
  /** For a message: the sender; -1 otherwise, and for one that comes again. */
  readonly from: number;
  /** The message that was handled comes again. */
  readonly again: boolean;
  /** Of the grants of this step, the one that the message carries; -1: none. */
  readonly carries: number;
}

/** A timer, deadline or instruction of a component by its name. */
export interface Named {
  readonly place: number;
  readonly name: number;
}

/** An entry as far as the verdict counts it; texts by number. */
export interface Fact {
  readonly ev: string;
  readonly client: number;
  readonly key: number;
  readonly token: number;
  /** Promised end from now, in microseconds; Infinity: none. */
  readonly endsAfterUs: number;
  /** The deadline that the promised end is that of, if it stands already; null: `endsAfterUs` says it. */
  readonly endsWith: Named | null;
  readonly accepted: boolean;
  readonly held: boolean;
  readonly record: number;
  /** -1: nothing was read. */
  readonly base: number;
  /** A grant that its client tells of by itself: no message carries it. */
  readonly own: boolean;
}

/** Stands for no token. */
export const NO_TOKEN = -1e15;

/** A time that no model reaches, for what merely marks that something could be cancelled. */
const NEVER_US = 1e15 as Micros;

/** The program depends on the state of the machine at this place, or is known. */
class Node {
  readonly place: number;
  readonly program: Program | null;
  readonly children = new Map<number, Node>();

  constructor(place: number, program: Program | null) {
    this.place = place;
    this.program = program;
  }
}

/** More states than a machine of a run ever has. */
const STATES = 0x100000;

/** Programs of one model, by the event and the states of the machines that take part. */
export class Programs {
  readonly model: Model;
  /** Names of timers, deadlines and instructions, with their kind, by component. */
  readonly names: string[][];
  /** By component: stands for a state that a step has not looked at. */
  private readonly unknown: readonly MachineState[];
  private readonly states: MachineState[][];
  private readonly numbers: WeakMap<MachineState, number>[];
  private readonly whats: (What & { readonly name: number })[][];
  private readonly whatNumbers: Map<string, number>[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly texts = new Map<string, number>();
  /** By component; by what happens and the state it is in. */
  private roots: Map<number, Node>[];

  constructor(model: Model) {
    // Latency is added where a message is sent: it depends on the seed.
    this.unknown = model.components.map(() => ({ value: null, context: null }));
    const components = model.components.map((component, place) =>
      guarded(component, place, this.unknown[place] ?? { value: null, context: null }),
    );
    this.model = {
      ...model,
      components,
      latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
      timedFaults: [],
      messageFaults: [],
      budget: NO_FAULTS,
    };
    const none = model.components;
    this.names = none.map(() => []);
    this.states = none.map(() => []);
    this.numbers = none.map(() => new WeakMap());
    this.whats = none.map(() => []);
    this.whatNumbers = none.map(() => new Map());
    this.roots = none.map(() => new Map());
    this.places = new Map(none.map(({ id }, place) => [id, place]));
  }

  placeOf(id: string): number {
    const place = this.places.get(id);
    if (place === undefined) throw new BrokenPromise(`there is no component "${id}"`);
    return place;
  }

  state(place: number, state: MachineState): number {
    const known = this.numbers[place]?.get(state);
    if (known !== undefined) return known;
    const states = this.states[place] ?? [];
    this.numbers[place]?.set(state, states.length);
    return states.push(state) - 1;
  }

  /** The number of an event of a kind at a component, under a name if it has one (else -1). */
  what(place: number, { kind, event, everyUs }: What, name: number): number {
    const numbers = this.whatNumbers[place];
    const key = `${kind} ${String(name)} ${String(everyUs ?? 0)} ${JSON.stringify(event)}`;
    const known = numbers?.get(key);
    if (known !== undefined) return known;
    const whats = this.whats[place] ?? [];
    numbers?.set(key, whats.length);
    const every = everyUs === undefined ? {} : { everyUs };
    return whats.push({ kind, event, name, ...every }) - 1;
  }

  /** The number of a name; what was worked out without knowing of it is forgotten. */
  name(place: number, kind: PendingKind, id: string): number {
    if (kind === 'message' || kind === 'fault') return -1;
    const names = this.names[place] ?? [];
    const text = `${kind} ${id}`;
    const known = names.indexOf(text);
    if (known >= 0) return known;
    this.roots = this.roots.map(() => new Map());
    return names.push(text) - 1;
  }

  text(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, this.texts.size);
    return this.texts.size - 1;
  }

  /** What something (see `what`) does at a component, all machines being in these states. */
  find(place: number, what: number, states: Int32Array): Program {
    let node = this.roots[place]?.get(what * STATES + (states[place] ?? 0));
    while (node !== undefined) {
      if (node.program !== null) return node.program;
      node = node.children.get(states[node.place] ?? 0);
    }
    return this.learn(place, what, states);
  }

  private learn(place: number, what: number, states: Int32Array): Program {
    for (;;) {
      const rootsBefore = this.roots;
      const known = new Set([place]);
      let children = this.roots[place] ?? new Map<number, Node>();
      let key = what * STATES + (states[place] ?? 0);
      for (;;) {
        let next = children.get(key);
        if (next === undefined) {
          next = this.compute(place, what, states, known);
          // A name that was new has made everything else void: begin again with it.
          if (this.roots !== rootsBefore) break;
          children.set(key, next);
        }
        if (next.program !== null) return next.program;
        known.add(next.place);
        children = next.children;
        key = states[next.place] ?? 0;
      }
    }
  }

  private compute(place: number, what: number, states: Int32Array, known: ReadonlySet<number>): Node {
    const { components } = this.model;
    const { kind, event: given, name, everyUs } = this.whats[place]?.[what] ?? NOTHING;
    const id = kind === 'message' ? 'x#1' : name < 0 ? 'fault' : idOf(this.names[place]?.[name] ?? '');
    const common = { kind, id, event: given, cause: null, order: 0 } as const;
    // A moment late, so that its next ring is not taken for a timer that the machine sets anew.
    const item: Pending =
      everyUs === undefined ? { ...common, due: ZERO } : { ...common, due: LATE, everyUs };
    const cells = components.map((_, at) =>
      this.bareCell(at, known.has(at) ? (states[at] ?? 0) : null, at === place ? item : null),
    );
    const world: World = {
      now: ZERO,
      nextSeq: 0,
      nextOrder: FIRST_ORDER,
      cells: Object.fromEntries(
        components.map(({ id: name }, at) => [name, cells[at] ?? this.bareCell(at, null, null)]),
      ),
      budget: NO_FAULTS,
    };
    const choice: Choice = {
      name: kind,
      kind,
      node: components[place]?.id ?? '',
      at: ZERO,
      id,
      passesOver: 0,
    };
    try {
      const applied = apply(this.model, world, choice);
      if (applied === null) throw new BrokenPromise(`"${choice.node}" refused ${JSON.stringify(given)}`);
      const isMessage = kind === 'message';
      return new Node(place, this.programOf(applied.world.cells, cells, applied.entries, isMessage));
    } catch (error) {
      if (error instanceof Unread) return new Node(error.place, null);
      throw error;
    }
  }

  /** A machine's state, with a mark for everything that the step might cancel or replace. */
  private bareCell(place: number, state: number | null, item: Pending | null): Cell {
    const marks = (this.names[place] ?? []).map((text, name): Pending => {
      const kind = kindOf(text);
      const busy = kind === 'instruction' ? { busy: true as const } : {};
      const due = (NEVER_US + name) as Micros;
      return { kind, id: idOf(text), due, event: MARK, cause: null, order: 1, ...busy };
    });
    const others = marks.filter((mark) => mark.kind !== item?.kind || mark.id !== item.id);
    const machine = state === null ? this.unknown[place] : this.states[place]?.[state];
    if (machine === undefined) throw new BrokenPromise('a state has the number that it was given');
    const pending = item === null ? others : [item, ...others];
    return { state: machine, pending, clock: TRUE_CLOCK, received: {}, cutFrom: [] };
  }

  private programOf(
    changed: World['cells'],
    before: readonly Cell[],
    entries: readonly Entry[],
    isMessage: boolean,
  ): Program {
    const states: StateChange[] = [];
    const adds: (Add & { readonly order: number; readonly cause: number | null })[] = [];
    const removes: Named[] = [];
    for (const [id, cell] of Object.entries(changed)) {
      const place = this.placeOf(id);
      const given = before[place];
      if (cell === given) continue;
      if (cell.state !== given?.state) {
        const status = this.model.components[place]?.status(cell.state) ?? 'running';
        states.push({ place, state: this.state(place, cell.state), status });
      }
      for (const item of cell.pending) {
        if (item.event === MARK || item.order < FIRST_ORDER) continue;
        // What is left of a deadline is not known to a step that is worked out once for all times.
        if (item.deadlines !== undefined || item.due >= NEVER_US)
          throw new BrokenPromise('random runs know no deadlines that travel');
        const again = item.again === true;
        const isSent = item.kind === 'message' && !again;
        const from = isSent ? this.placeOf(item.id.slice(0, item.id.lastIndexOf('#'))) : -1;
        adds.push({
          place,
          kind: item.kind,
          kindNumber: PENDING_KINDS.indexOf(item.kind),
          name: this.name(place, item.kind, item.id),
          what: this.what(place, item, this.name(place, item.kind, item.id)),
          afterUs: item.due,
          busy: item.busy === true,
          passed: item.passed === true,
          ringsEveryUs: item.everyUs !== undefined && item.due === LATE + item.everyUs ? item.everyUs : 0,
          from,
          again,
          carries: -1,
          order: item.order,
          cause: item.cause,
        });
      }
      for (const mark of given?.pending ?? []) {
        const isGone =
          mark.event === MARK && !cell.pending.some((item) => item.event === MARK && sameName(item, mark));
        if (isGone) removes.push({ place, name: this.name(place, mark.kind, mark.id) });
      }
    }
    adds.sort((a, b) => a.order - b.order);
    const { facts, carries } = this.factsOf(entries);
    return {
      states,
      adds: adds.map(({ order: _order, cause, ...add }) => ({
        ...add,
        carries: add.kind === 'message' && cause !== null ? (carries.get(cause) ?? -1) : -1,
      })),
      removes,
      facts,
      delivers:
        isMessage && entries.some(({ ev, cause }) => cause === null && ev !== 'send' && ev !== 'lose'),
    };
  }

  private factsOf(entries: readonly Entry[]) {
    const facts: Fact[] = [];
    /** By `seq` of a send: which grant of the step its message carries. */
    const carries = new Map<number, number>();
    const grants = new Map<number, number>();
    let granted = 0;
    for (const entry of entries) {
      const { ev, cause, seq } = entry;
      const own = ev === 'grant' && isToldByItsClient(entry);
      if (ev === 'send' && cause !== null) {
        const grant = grants.get(cause) ?? carries.get(cause);
        if (grant !== undefined) carries.set(seq, grant);
      }
      if (ev === 'grant') {
        if (!own) grants.set(seq, granted);
        granted += 1;
      }
      if (!FACTS.has(ev)) continue;
      facts.push({
        ev,
        client: this.text(entry.client ?? entry.actor),
        key: this.text(entry.key ?? 'lock'),
        token: entry.token ?? NO_TOKEN,
        endsAfterUs: entry.expires === undefined ? Infinity : entry.expires - entry.t,
        endsWith:
          entry.expires !== undefined && entry.expires >= NEVER_US
            ? { place: this.placeOf(entry.actor), name: entry.expires - NEVER_US }
            : null,
        accepted: entry.outcome === 'accepted',
        held: entry.held ?? false,
        record: this.text(`${entry.store ?? 'store'} ${entry.record ?? 'record'}`),
        base: entry.base ?? -1,
        own,
      });
    }
    return { facts, carries };
  }
}

const NOTHING: What & { readonly name: number } = { kind: 'fault', event: { type: 'nothing' }, name: -1 };
const LATE = -1 as Micros;

/** Numbers of making from which on an item is new. */
const FIRST_ORDER = 1000;

/** Thrown where a step looks at a machine whose state is not known yet; never leaves this file. */
class Unread {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }
}

/** The component, but for one state object that stands for a state that is not known. */
function guarded(component: Component, place: number, unknown: MachineState): Component {
  const look = (state: MachineState): MachineState => {
    if (state === unknown) throw new Unread(place);
    return state;
  };
  return {
    ...component,
    step: (state, event) => component.step(look(state), event),
    status: (state) => component.status(look(state)),
  };
}

const MARK: MachineEvent = Object.freeze({ type: 'mark' });

const FACTS: ReadonlySet<string> = new Set([
  'grant',
  'renew',
  'revive',
  'expire',
  'release',
  'revoke',
  'steal',
  'forget',
  'believe',
  'write',
  'crash',
]);

function kindOf(text: string): PendingKind {
  const kind = PENDING_KINDS.find((candidate) => text.startsWith(`${candidate} `));
  if (kind === undefined) throw new BrokenPromise(`"${text}" names no kind`);
  return kind;
}

function idOf(text: string): string {
  return text.slice(text.indexOf(' ') + 1);
}

function sameName(a: Pending, b: Pending): boolean {
  return a.kind === b.kind && a.id === b.id;
}
