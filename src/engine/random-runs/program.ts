import { apply } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { Choice } from '../choices.ts';
import { TRUE_CLOCK, type MachineEvent, type MachineState, type ProcessStatus } from '../component.ts';
import { NO_FAULTS } from '../faults.ts';
import type { Model } from '../model.ts';
import { ZERO, type Micros } from '../time.ts';
import type { Entry } from '../trace.ts';
import type { Cell, Pending, PendingKind, World } from '../world.ts';

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

export interface StateChange {
  readonly place: number;
  readonly state: number;
  readonly status: ProcessStatus;
}

/** Something that will happen: `afterUs` from now, for a message after its link's latency. */
export interface Add {
  readonly place: number;
  readonly kind: PendingKind;
  readonly name: number;
  /** What will happen: kind, event and name together; see Programs.what. */
  readonly what: number;
  readonly afterUs: number;
  readonly busy: boolean;
  readonly passed: boolean;
  /** For a message: the sender; -1 otherwise. */
  readonly from: number;
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
  readonly accepted: boolean;
  readonly held: boolean;
  readonly record: number;
  /** -1: nothing was read. */
  readonly base: number;
}

/** Stands for no token. */
export const NO_TOKEN = -1e15;

/** A time that no model reaches, for what merely marks that something could be cancelled. */
const NEVER_US = 1e15 as Micros;

type Node = { place: number; children: Node[] } | Program;

/** Programs of one model, by the event and the states of the machines that take part. */
export class Programs {
  readonly model: Model;
  /** Names of timers, deadlines and instructions, with their kind, by component. */
  readonly names: string[][];
  private readonly states: MachineState[][];
  private readonly numbers: WeakMap<MachineState, number>[];
  private readonly whats: {
    readonly kind: PendingKind;
    readonly event: MachineEvent;
    readonly name: number;
  }[][];
  private readonly whatNumbers: Map<string, number>[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly texts = new Map<string, number>();
  /** By component and by what happens. */
  private roots: (Node | undefined)[][];

  constructor(model: Model) {
    // Latency is added where a message is sent: it depends on the seed.
    this.model = {
      ...model,
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
    this.roots = none.map(() => []);
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
  what(place: number, kind: PendingKind, event: MachineEvent, name: number): number {
    const numbers = this.whatNumbers[place];
    const key = `${kind} ${String(name)} ${JSON.stringify(event)}`;
    const known = numbers?.get(key);
    if (known !== undefined) return known;
    const whats = this.whats[place] ?? [];
    numbers?.set(key, whats.length);
    return whats.push({ kind, event, name }) - 1;
  }

  /** The number of a name; what was worked out without knowing of it is forgotten. */
  name(place: number, kind: PendingKind, id: string): number {
    if (kind === 'message' || kind === 'fault') return -1;
    const names = this.names[place] ?? [];
    const text = `${kind} ${id}`;
    const known = names.indexOf(text);
    if (known >= 0) return known;
    this.roots = this.roots.map(() => []);
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
    let node = this.roots[place]?.[what];
    let state = states[place] ?? 0;
    if (node !== undefined && 'children' in node) node = node.children[state];
    while (node !== undefined && 'children' in node) {
      state = states[node.place] ?? 0;
      node = node.children[state];
    }
    return node ?? this.learn(place, what, states);
  }

  private learn(place: number, what: number, states: Int32Array): Program {
    for (;;) {
      const rootsBefore = this.roots;
      const known = new Set([place]);
      let root = this.roots[place]?.[what];
      if (root === undefined || !('children' in root)) {
        root = { place, children: [] };
        const roots = this.roots[place];
        if (roots !== undefined) roots[what] = root;
      }
      let node = root;
      for (;;) {
        known.add(node.place);
        const state = states[node.place] ?? 0;
        let next: Node | undefined = node.children[state];
        if (next === undefined) {
          next = this.compute(place, what, states, known);
          // A name that was new has made everything else void: begin again with it.
          if (this.roots !== rootsBefore) break;
          node.children[state] = next;
        }
        if (!('children' in next)) return next;
        node = next;
      }
    }
  }

  private compute(place: number, what: number, states: Int32Array, known: ReadonlySet<number>): Node {
    const { components } = this.model;
    const {
      kind,
      event: given,
      name,
    } = this.whats[place]?.[what] ?? { kind: 'fault', event: MARK, name: -1 };
    const id = kind === 'message' ? 'x#1' : name < 0 ? 'fault' : idOf(this.names[place]?.[name] ?? '');
    const item: Pending = { kind, id, due: ZERO, event: given, cause: null, order: 0 };
    const cells = components.map((_, at) => this.bareCell(at, states[at] ?? 0, at === place ? item : null));
    let unread = -1;
    const inherited: Record<string, Cell> = {};
    components.forEach((component, at) => {
      Object.defineProperty(inherited, component.id, {
        get: () => {
          if (!known.has(at)) {
            unread = at;
            throw UNREAD;
          }
          return cells[at];
        },
      });
    });
    const world: World = {
      now: ZERO,
      nextSeq: 0,
      nextOrder: 1000,
      cells: Object.create(inherited) as World['cells'],
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
      const changed = applied.world.cells === world.cells ? {} : applied.world.cells;
      return this.programOf(changed, cells, applied.entries, kind === 'message');
    } catch (error) {
      if (error === UNREAD) return { place: unread, children: [] };
      throw error;
    }
  }

  /** A machine's state, with a mark for everything that the step might cancel or replace. */
  private bareCell(place: number, state: number, item: Pending | null): Cell {
    const marks = (this.names[place] ?? []).map((text): Pending => {
      const kind = kindOf(text);
      const busy = kind === 'instruction' ? { busy: true as const } : {};
      return { kind, id: idOf(text), due: NEVER_US, event: MARK, cause: null, order: 1, ...busy };
    });
    const others = marks.filter((mark) => mark.kind !== item?.kind || mark.id !== item.id);
    const machine = this.states[place]?.[state];
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
      const status = this.model.components[place]?.status(cell.state) ?? 'running';
      states.push({ place, state: this.state(place, cell.state), status });
      for (const item of cell.pending) {
        if (item.event === MARK || item.order < 1000) continue;
        const from = item.kind === 'message' ? this.placeOf(item.id.slice(0, item.id.lastIndexOf('#'))) : -1;
        adds.push({
          place,
          kind: item.kind,
          name: this.name(place, item.kind, item.id),
          what: this.what(place, item.kind, item.event, this.name(place, item.kind, item.id)),
          afterUs: item.due,
          busy: item.busy === true,
          passed: item.passed === true,
          from,
          carries: -1,
          order: item.order,
          cause: item.cause,
        });
      }
      for (const mark of before[place]?.pending ?? []) {
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
    for (const entry of entries) {
      const { ev, cause, seq } = entry;
      if (ev === 'send' && cause !== null) {
        const grant = grants.get(cause) ?? carries.get(cause);
        if (grant !== undefined) carries.set(seq, grant);
      }
      if (ev === 'grant') grants.set(seq, grants.size);
      if (!FACTS.has(ev)) continue;
      facts.push({
        ev,
        client: this.text(entry.client ?? entry.actor),
        key: this.text(entry.key ?? 'lock'),
        token: entry.token ?? NO_TOKEN,
        endsAfterUs: entry.expires === undefined ? Infinity : entry.expires - entry.t,
        accepted: entry.outcome === 'accepted',
        held: entry.held ?? false,
        record: this.text(`${entry.store ?? 'store'} ${entry.record ?? 'record'}`),
        base: entry.base ?? -1,
      });
    }
    return { facts, carries };
  }
}

const UNREAD = Symbol('unread');
const MARK: MachineEvent = Object.freeze({ type: 'mark' });

/** Kinds of pending items in the order of the engine, as numbers. */
export const KINDS: readonly PendingKind[] = ['fault', 'deadline', 'instruction', 'message', 'timer'];

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
  const kind = KINDS.find((candidate) => text.startsWith(`${candidate} `));
  if (kind === undefined) throw new BrokenPromise(`"${text}" names no kind`);
  return kind;
}

function idOf(text: string): string {
  return text.slice(text.indexOf(' ') + 1);
}

function sameName(a: Pending, b: Pending): boolean {
  return a.kind === b.kind && a.id === b.id;
}
