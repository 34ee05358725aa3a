import { firstWorld } from '../apply.ts';
import { BrokenPromise } from '../assert.ts';
import { nextRing } from '../clock.ts';
import type { ProcessStatus } from '../component.ts';
import type { TimedFault } from '../faults.ts';
import type { LinkLatency, Model } from '../model.ts';
import { isLookedAt } from '../offers.ts';
import type { Sights } from '../explore/monitor.ts';
import { LeaseFold, type RunLease } from './lease-fold.ts';
import { Programs, type Add, type Fact, type Named } from './program.ts';
import { LinkJitter } from './link-jitter.ts';
import { PENDING_KINDS } from '../world.ts';

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

const FAULT = PENDING_KINDS.indexOf('fault');
const INSTRUCTION = PENDING_KINDS.indexOf('instruction');
const MESSAGE = PENDING_KINDS.indexOf('message');

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
    if (latencies.some((row) => row.some(doesMore)))
      throw new BrokenPromise('random runs know no links that lose, double or order messages');
    this.links = new LinkJitter(this.ids, latencies);
    this.first = this.firstOf();
  }

  /** One run. Faults at set times strike in their order. */
  run(seed: number, faults: readonly TimedFault[]): RandomRun {
    const { programs, links, horizon } = this;
    links.begin(seed);
    const queue = new RunQueue(this.ids.length, links, this.first.states, this.client, this.isStore);
    const { states, statuses, held, fold } = queue;
    let events = 0;
    for (const { place, at, what } of this.faultItems(faults)) queue.strike(place, at, what);
    for (const add of this.first.adds) queue.add(add, null, null);

    for (;;) {
      const item = pop(queue.heap);
      if (item === undefined || item.at > horizon) break;
      if (item.gone) continue;
      const { place, kind } = item;
      const status = statuses[place] ?? 'running';
      if (status !== 'running' && !isLookedAt(PENDING_KINDS[kind] ?? 'fault', status)) {
        held[place]?.push(item);
        continue;
      }
      const now = item.at;
      queue.now = now;
      events += 1;
      queue.taken(item);
      // A message that reaches a crashed component is lost.
      if (kind === MESSAGE && status === 'crashed') continue;
      const program = programs.find(place, item.what, states);
      const { lease } = item;
      if (lease !== null && program.delivers && lease.client === this.client[place]) fold.deliver(lease);
      const grants = program.facts.length === 0 ? NO_GRANTS : queue.tell(program.facts, item);
      for (let index = 0; index < program.states.length; index += 1) {
        const change = program.states[index];
        if (change === undefined) continue;
        states[change.place] = change.state;
        if (statuses[change.place] !== change.status) queue.statusChanged(change.place, change.status);
      }
      for (let index = 0; index < program.removes.length; index += 1) {
        const removed = program.removes[index];
        if (removed !== undefined) queue.remove(removed);
      }
      for (let index = 0; index < program.adds.length; index += 1) {
        const add = program.adds[index];
        if (add !== undefined) queue.add(add, grants[add.carries] ?? null, item);
      }
    }
    fold.end();
    return { sights: fold.sights, events };
  }

  private faultItems(faults: readonly TimedFault[]) {
    const items: { readonly place: number; readonly at: number; readonly what: number }[] = [];
    const { programs } = this;
    for (const fault of faults) {
      if (!isOfProcess(fault)) {
        const name = fault.kind === 'own' ? fault.name : fault.kind;
        throw new BrokenPromise(`random runs know no fault "${name}"`);
      }
      const place = programs.placeOf(fault.node);
      const event = fault.kind === 'restart' ? { type: 'restart', data: fault.data } : { type: fault.kind };
      items.push({ place, at: fault.at, what: programs.what(place, { kind: 'fault', event }, -1) });
      if (fault.kind === 'pause' && fault.forUs !== undefined) {
        const what = programs.what(place, { kind: 'fault', event: { type: 'resume' } }, -1);
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
        const what = programs.what(place, item, name);
        const [busy, passed] = [item.busy === true, item.passed === true];
        const kindNumber = PENDING_KINDS.indexOf(kind);
        adds.push({
          place,
          kind,
          kindNumber,
          name,
          what,
          afterUs: item.due,
          busy,
          passed,
          ringsEveryUs: 0,
          from,
          again: false,
          carries: -1,
          order,
        });
      }
    });
    adds.sort((a, b) => a.order - b.order);
    return { states, adds };
  }
}

function doesMore({ loss = 0, duplicate = 0, keepsOrder = false }: LinkLatency): boolean {
  return loss > 0 || duplicate > 0 || keepsOrder;
}

type ProcessFault = Extract<TimedFault, { readonly kind: 'pause' | 'resume' | 'crash' | 'restart' }>;

function isOfProcess(fault: TimedFault): fault is ProcessFault {
  return ['pause', 'resume', 'crash', 'restart'].includes(fault.kind);
}

const NO_GRANTS: readonly RunLease[] = [];

/** What is to happen in one run, and where its machines are. */
class RunQueue {
  now = 0;
  readonly heap: Item[] = [];
  readonly states: Int32Array;
  readonly statuses: ProcessStatus[] = [];
  /** What is due at a component that does not look at it. */
  readonly held: Item[][] = [];
  readonly fold = new LeaseFold();
  private readonly named: (Item | undefined)[][] = [];
  private order = 0;
  private readonly links: LinkJitter;
  private readonly client: readonly number[];
  private readonly isStore: readonly boolean[];

  constructor(
    components: number,
    links: LinkJitter,
    states: Int32Array,
    client: readonly number[],
    isStore: readonly boolean[],
  ) {
    this.links = links;
    this.states = states.slice();
    this.client = client;
    this.isStore = isStore;
    for (let place = 0; place < components; place += 1) {
      this.statuses.push('running');
      this.held.push([]);
      this.named.push([]);
    }
  }

  /** Puts a fault at an instant. */
  strike(place: number, at: number, what: number): void {
    this.put(at, FAULT, place, -1, what, false, null, 0);
  }

  /** Puts what a program asks for; something with the same name is replaced. `now`: what happens now. */
  add(add: Add, lease: RunLease | null, now: Item | null): void {
    const { place, name, from, ringsEveryUs } = add;
    let due = ringsEveryUs > 0 ? nextRing(now?.due ?? 0, ringsEveryUs, this.now) : this.now + add.afterUs;
    let told = add.again ? (now?.told ?? 0) : 0;
    if (from >= 0) {
      due += this.links.next(from, place);
      if (this.isStore[place] === true) told = this.fold.toldCount(this.client[from] ?? 0);
    }
    const list = name < 0 ? undefined : this.named[place];
    const before = list?.[name];
    if (before !== undefined) before.gone = true;
    if (add.passed) {
      if (list !== undefined) list[name] = undefined;
      this.order += 1;
      return;
    }
    const item = this.put(due, add.kindNumber, place, name, add.what, add.busy, lease, told);
    if (list !== undefined) list[name] = item;
  }

  private put(
    due: number,
    kind: number,
    place: number,
    name: number,
    what: number,
    busy: boolean,
    lease: RunLease | null,
    told: number,
  ): Item {
    const { order } = this;
    this.order += 1;
    const item: Item = {
      at: due,
      due,
      order,
      kind,
      place,
      name,
      what,
      busy,
      leftUs: -1,
      gone: false,
      lease,
      told,
    };
    push(this.heap, item);
    return item;
  }

  /** Something happens: it is no longer to come. */
  taken(item: Item): void {
    item.gone = true;
    if (item.name < 0) return;
    const list = this.named[item.place];
    if (list !== undefined && list[item.name] === item) list[item.name] = undefined;
  }

  remove({ place, name }: Named): void {
    const list = this.named[place];
    const before = list?.[name];
    if (before === undefined || list === undefined) return;
    before.gone = true;
    list[name] = undefined;
  }

  /** Tells the fold; gives the leases that were granted. */
  tell(facts: readonly Fact[], item: Item): readonly RunLease[] {
    let grants = NO_GRANTS;
    for (const fact of facts) {
      const told = item.kind === MESSAGE ? item.told : this.fold.toldCount(fact.client);
      const lease = this.fold.take(fact, this.now, told, this.endOf(fact));
      if (lease !== null) grants = [...grants, lease];
    }
    return grants;
  }

  private endOf({ endsWith, endsAfterUs }: Fact): number {
    if (endsWith === null) return this.now + endsAfterUs;
    return this.named[endsWith.place]?.[endsWith.name]?.due ?? Infinity;
  }

  /** What a change of status does to times; that a crash forgets timers is in the programs. */
  statusChanged(place: number, status: ProcessStatus): void {
    const { now, named, held, heap } = this;
    this.statuses[place] = status;
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
    for (const item of held[place]?.splice(0) ?? []) {
      if (item.gone) continue;
      if (item.leftUs >= 0) {
        item.due = now + item.leftUs;
        item.leftUs = -1;
      }
      item.at = Math.max(now, item.due);
      push(heap, item);
    }
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
