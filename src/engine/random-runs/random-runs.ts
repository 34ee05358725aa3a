import { firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import type { ProcessStatus } from '../component.ts';
import type { TimedFault } from '../faults.ts';
import type { LinkLatency, Model } from '../model.ts';
import { isLookedAt } from '../offers.ts';
import type { Sights } from '../explore/monitor.ts';
import { LeaseFold, type RunLease } from './lease-fold.ts';
import { KINDS, Programs, type Add } from './program.ts';
import { LinkJitter } from './link-jitter.ts';

/** What one random run came to. */
export interface RandomRun {
  /** Safety findings of the run, as bits; see monitor.ts. */
  readonly sights: Sights;
  /** Events that happened. */
  readonly events: number;
}

/** Something that will happen in the run. Those that were cancelled stay in the heap, marked. */
interface Item {
  /** When it happens: when it is due, or when it was let go on. */
  at: number;
  due: number;
  readonly order: number;
  readonly kind: number;
  readonly place: number;
  readonly name: number;
  readonly what: number;
  readonly busy: boolean;
  /** What was left of an instruction when its client was paused; -1: it was not stopped. */
  leftUs: number;
  gone: boolean;
  /** For a message that carries a grant. */
  readonly lease: RunLease | null;
  /** For a message: how many leases its sender had been told of. */
  readonly told: number;
}

const FAULT = KINDS.indexOf('fault');
const INSTRUCTION = KINDS.indexOf('instruction');
const MESSAGE = KINDS.indexOf('message');
const KIND_NUMBER = new Map(KINDS.map((kind, number) => [kind, number]));

/**
 * Many runs of one model by ordinary choices, each with its own seed and faults: what happens to machines
 * is remembered from `apply` (see program.ts), only times are worked out anew. The result of each run is
 * that of playing it; the tests compare the two. Clocks are true and there are no partitions: a fault
 * that says otherwise is a BrokenPromise, and so are faults of single messages.
 */
export class RandomRuns {
  private readonly programs: Programs;
  private readonly links: LinkJitter;
  private readonly first: { readonly states: Int32Array; readonly adds: readonly Add[] };
  private readonly horizon: number;
  private readonly ids: readonly string[];
  private readonly client: readonly number[];
  private readonly isStore: readonly boolean[];

  constructor(model: Model) {
    if (model.messageFaults.length > 0) throw new BrokenPromise('random runs know no faults of messages');
    this.programs = new Programs(model);
    this.horizon = model.horizon;
    this.ids = model.components.map(({ id }) => id);
    this.client = this.ids.map((id) => this.programs.text(id));
    this.isStore = model.components.map(({ role }) => role === 'store');
    const latencies: LinkLatency[][] = this.ids.map((from) => this.ids.map((to) => model.latency(from, to)));
    this.links = new LinkJitter(this.ids, latencies);
    this.first = this.firstOf();
  }

  /** One run. Faults at set times strike in their order. */
  run(seed: number, faults: readonly TimedFault[]): RandomRun {
    const { programs, links, horizon } = this;
    links.begin(seed);
    const components = this.ids.length;
    const states = this.first.states.slice();
    const statuses: ProcessStatus[] = this.ids.map(() => 'running');
    const named: (Item | undefined)[][] = this.ids.map(() => []);
    /** What is due at a component that does not look at it. */
    const held: Item[][] = this.ids.map(() => []);
    const heap: Item[] = [];
    const fold = new LeaseFold();
    const grants: RunLease[] = [];
    let order = 0;
    let events = 0;
    let now = 0;

    const add = (what: Add, lease: RunLease | null): void => {
      const kind = KIND_NUMBER.get(what.kind) ?? 0;
      let due = now + what.afterUs;
      if (what.from >= 0) due += links.next(what.from, what.place);
      const { place, name, what: event, busy } = what;
      const told =
        what.from >= 0 && this.isStore[place] === true ? fold.toldCount(this.client[what.from] ?? 0) : 0;
      const item: Item = {
        at: due,
        due,
        order,
        kind,
        place,
        name,
        what: event,
        busy,
        leftUs: -1,
        gone: false,
        lease,
        told,
      };
      order += 1;
      if (name >= 0) {
        const list = named[place];
        const before = list?.[name];
        if (before !== undefined) before.gone = true;
        if (list !== undefined) list[name] = item;
      }
      if (!what.passed) push(heap, item);
    };

    for (const { place, at, what } of this.faultItems(faults)) {
      push(heap, {
        at,
        due: at,
        order,
        kind: FAULT,
        place,
        name: -1,
        what,
        busy: false,
        leftUs: -1,
        gone: false,
        lease: null,
        told: 0,
      });
      order += 1;
    }
    for (const what of this.first.adds) add(what, null);

    for (;;) {
      const item = pop(heap);
      if (item === undefined || item.at > horizon) break;
      if (item.gone) continue;
      const { place, kind } = item;
      const status = statuses[place];
      if (status !== 'running' && !isLookedAt(KINDS[kind] ?? 'fault', status ?? 'running')) {
        held[place]?.push(item);
        continue;
      }
      now = item.at;
      events += 1;
      item.gone = true;
      if (item.name >= 0) {
        const list = named[place];
        if (list !== undefined && list[item.name] === item) list[item.name] = undefined;
      }
      // A message that reaches a crashed component is lost.
      if (status === 'crashed' && kind === MESSAGE) continue;
      const program = programs.find(place, item.what, states);
      if (program.delivers && item.lease !== null && item.lease.client === this.client[place])
        fold.deliver(item.lease);
      grants.length = 0;
      for (const fact of program.facts) {
        const lease = fold.take(fact, now, kind === MESSAGE ? item.told : fold.toldCount(fact.client));
        if (lease !== null) grants.push(lease);
      }
      for (const change of program.states) {
        states[change.place] = change.state;
        const before = statuses[change.place];
        if (before === change.status) continue;
        statuses[change.place] = change.status;
        this.statusChanged(change.place, change.status, now, named, held, heap);
      }
      for (const { place: at, name } of program.removes) {
        const list = named[at];
        const before = list?.[name];
        if (before === undefined || list === undefined) continue;
        before.gone = true;
        list[name] = undefined;
      }
      for (const what of program.adds) add(what, what.carries < 0 ? null : (grants[what.carries] ?? null));
    }
    if (components === 0) throw new BrokenPromise('a model has components');
    return { sights: fold.sights, events };
  }

  /** What a change of status does to times; that a crash forgets timers is in the programs. */
  private statusChanged(
    place: number,
    status: ProcessStatus,
    now: number,
    named: readonly (Item | undefined)[][],
    held: readonly Item[][],
    heap: Item[],
  ): void {
    if (status === 'paused') {
      for (const item of named[place] ?? []) {
        if (item === undefined || item.kind !== INSTRUCTION || !item.busy || item.due <= now) continue;
        // The one in the heap is void; what is left of it waits for the resume.
        const stopped: Item = { ...item, leftUs: item.due - now };
        item.gone = true;
        const list = named[place];
        if (list !== undefined) list[item.name] = stopped;
        held[place]?.push(stopped);
      }
      return;
    }
    const waiting = held[place]?.splice(0) ?? [];
    for (const item of waiting) {
      if (item.gone) continue;
      if (item.leftUs >= 0) {
        item.due = now + item.leftUs;
        item.leftUs = -1;
      }
      item.at = Math.max(now, item.due);
      push(heap, item);
    }
  }

  private faultItems(faults: readonly TimedFault[]) {
    const items: { readonly place: number; readonly at: number; readonly what: number }[] = [];
    const { programs } = this;
    for (const fault of faults) {
      if (fault.kind === 'clock' || fault.kind === 'partition') {
        throw new BrokenPromise(`random runs know no fault "${fault.kind}"`);
      }
      const place = programs.placeOf(fault.node);
      const event = fault.kind === 'restart' ? { type: 'restart', data: fault.data } : { type: fault.kind };
      items.push({ place, at: fault.at, what: programs.what(place, 'fault', event, -1) });
      if (fault.kind === 'pause' && fault.forUs !== undefined) {
        const what = programs.what(place, 'fault', { type: 'resume' }, -1);
        items.push({ place, at: fault.at + fault.forUs, what });
      }
    }
    return items;
  }

  private firstOf() {
    const { programs } = this;
    const { world } = firstWorld(programs.model);
    const states = new Int32Array(this.ids.length);
    const adds: (Add & { readonly order: number })[] = [];
    this.ids.forEach((id, place) => {
      const cell = world.cells[id];
      if (cell === undefined) throw new BrokenPromise(`a world has no cell "${id}"`);
      states[place] = programs.state(place, cell.state);
      for (const item of cell.pending) {
        const { kind, order } = item;
        const from = kind === 'message' ? programs.placeOf(item.id.slice(0, item.id.lastIndexOf('#'))) : -1;
        const name = programs.name(place, kind, item.id);
        const what = programs.what(place, kind, item.event, name);
        const [busy, passed] = [item.busy === true, item.passed === true];
        adds.push({ place, kind, name, what, afterUs: item.due, busy, passed, from, carries: -1, order });
      }
    });
    adds.sort((a, b) => a.order - b.order);
    return { states, adds };
  }
}

/** Whether one comes before the other, in the engine's order of what is due. */
function isBefore(a: Item, b: Item): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a.kind !== b.kind) return a.kind < b.kind;
  if (a.due !== b.due) return a.due < b.due;
  return a.order < b.order;
}

function push(heap: Item[], item: Item): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !isBefore(item, parent)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = item;
}

function pop(heap: Item[]): Item | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  const { length } = heap;
  let at = 0;
  for (;;) {
    let down = at * 2 + 1;
    let child = heap[down];
    if (child === undefined) break;
    const right = down + 1 < length ? heap[down + 1] : undefined;
    if (right !== undefined && isBefore(right, child)) {
      down += 1;
      child = right;
    }
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = down;
  }
  heap[at] = last;
  return first;
}
