import { BrokenPromise, promise } from './assert.ts';
import {
  nextRing,
  onStatusChange,
  stepClock,
  timed,
  withoutPending,
  withPending,
  type NewPending,
} from './cell.ts';
import { cellOf, nameOfMessage, type Choice } from './choices.ts';
import {
  TRUE_CLOCK,
  trueDuration,
  type Component,
  type Effect,
  type EntryDraft,
  type MachineEvent,
  type ProcessStatus,
} from './component.ts';
import type { Model } from './model.ts';
import { componentOf } from './model.ts';
import { randomFor } from './random.ts';
import { ZERO, type Micros } from './time.ts';
import type { Entry } from './trace.ts';
import { messageName, type Cell, type World } from './world.ts';

/** The world after a choice, and the trace entries that it made. */
export interface Applied {
  readonly world: World;
  readonly entries: readonly Entry[];
}

/**
 * The one transition relation. Gives the world after a choice of `choices(model, world)`; null if a
 * component that must take part refuses, in which case nothing happens at all. An effect of unknown type
 * or for an unknown component is a BrokenPromise.
 */
export function apply(model: Model, world: World, choice: Choice): Applied | null {
  const scratch = new Scratch(model, world, choice.at, choice.passesOver);
  try {
    perform(scratch, choice);
  } catch (error) {
    if (error === REFUSED) return null;
    throw error;
  }
  return scratch.done();
}

/** The world before anything has happened, with what the machines ask for at the start. */
export function firstWorld(model: Model): Applied {
  const cells: Record<string, Cell> = {};
  for (const component of model.components) {
    cells[component.id] = {
      state: component.initial().state,
      pending: [],
      clock: TRUE_CLOCK,
      received: {},
      cutFrom: [],
    };
  }
  const world: World = { now: ZERO, nextSeq: 0, nextOrder: 0, cells, budget: model.budget };
  const scratch = new Scratch(model, world, ZERO, 0);
  placeFaults(scratch, model);
  for (const component of model.components) perform0(scratch, component);
  return scratch.done();
}

/** What somebody does to a world from outside: a message handled at once, or a fault that strikes now. */
export type Intervention =
  | { readonly kind: 'message'; readonly from: string; readonly to: string; readonly body: MachineEvent }
  | { readonly kind: 'fault'; readonly node: string; readonly event: MachineEvent };

/**
 * The world after an intervention at an instant, not before `world.now`; nothing else happens on the way
 * there. Used where operations are given from outside and no script runs.
 */
export function intervene(model: Model, world: World, at: Micros, intervention: Intervention): Applied {
  promise(at >= world.now, 'an intervention cannot lie in the past');
  const scratch = new Scratch(model, world, at, 0);
  if (intervention.kind === 'fault') strike(scratch, intervention.node, intervention.event, null);
  else {
    const { from, to, body } = intervention;
    const number = (scratch.cell(to).received[from] ?? 0) + 1;
    const cell = scratch.cell(to);
    scratch.setCell(to, { ...cell, received: { ...cell.received, [from]: number } });
    scratch.handling = { node: to, message: messageName(from, to, number), sent: at };
    offer(scratch, to, { ...body, from }, null);
  }
  return scratch.done();
}

const REFUSED = Symbol('refused');

/** A step in the making: cells are copied as they change, entries are collected. */
class Scratch {
  readonly model: Model;
  readonly now: Micros;
  readonly entries: Entry[] = [];
  /** The message being handled, until an entry names it. */
  handling: { readonly node: string; readonly message: string; readonly sent: Micros } | null = null;
  /** The answer to this component is lost: it is told that its call failed. */
  answerLostTo: string | null = null;
  private readonly world: World;
  private readonly changed: Record<string, Cell> = {};
  private nextSeq: number;
  private nextOrder: number;
  private budget: World['budget'];

  constructor(model: Model, world: World, now: Micros, passesOver: number) {
    this.model = model;
    this.world = world;
    this.now = now;
    this.nextSeq = world.nextSeq;
    this.nextOrder = world.nextOrder;
    this.budget = passesOver === 0 ? world.budget : { ...world.budget, late: world.budget.late - passesOver };
  }

  component(id: string): Component {
    const component = componentOf(this.model, id);
    promise(component !== undefined, `there is no component "${id}" in the model`);
    return component;
  }

  cell(id: string): Cell {
    return this.changed[id] ?? cellOf(this.world, id);
  }

  setCell(id: string, cell: Cell): void {
    this.changed[id] = cell;
  }

  add(id: string, item: NewPending): void {
    this.setCell(id, withPending(this.cell(id), { ...item, order: this.nextOrder }));
    this.nextOrder += 1;
  }

  spend(kind: 'pause' | 'crash' | 'lose'): void {
    this.budget = { ...this.budget, [kind]: this.budget[kind] - 1 };
  }

  /** Adds an entry and gives its `seq`. */
  enter(actor: string, cause: number | null, draft: EntryDraft): number {
    const seq = this.nextSeq;
    this.nextSeq += 1;
    this.entries.push({ seq, t: this.now, actor, cause, ...draft, ...this.claim(actor, draft.ev) });
    return seq;
  }

  /** The first entry of a message's receiver names the message; a write also says when it was issued. */
  private claim(actor: string, ev: EntryDraft['ev']): { message?: string; sent?: Micros } {
    const { handling } = this;
    if (handling === null || handling.node !== actor) return {};
    this.handling = null;
    return ev === 'write'
      ? { message: handling.message, sent: handling.sent }
      : { message: handling.message };
  }

  done(): Applied {
    const cells =
      Object.keys(this.changed).length === 0 ? this.world.cells : { ...this.world.cells, ...this.changed };
    const { nextSeq, nextOrder, budget, now } = this;
    return { world: { now, nextSeq, nextOrder, cells, budget }, entries: this.entries };
  }
}

function perform(scratch: Scratch, choice: Choice): void {
  const { node } = choice;
  switch (choice.kind) {
    case 'pause':
    case 'crash':
      scratch.spend(choice.kind);
      strike(scratch, node, { type: choice.kind }, null);
      return;
    case 'resume':
      strike(scratch, node, { type: 'resume' }, null);
      return;
    case 'restart':
      strike(scratch, node, { type: 'restart', data: 'kept' }, null);
      return;
    case 'event': {
      const event = scratch.component(node).spontaneous?.[choice.event ?? -1];
      promise(event !== undefined, `choice "${choice.name}" names no event of "${node}"`);
      demand(scratch, node, event, null);
      return;
    }
    case 'lose': {
      const item = take(scratch, node, 'message', choice);
      scratch.spend('lose');
      const message = nameOfMessage(node, item.id);
      tellLoss(scratch, node, item.event, { message, reason: 'lost' }, item.cause);
      return;
    }
    default:
      happen(scratch, node, take(scratch, node, choice.kind, choice));
  }
}

function perform0(scratch: Scratch, component: Component): void {
  let cause: number | null = null;
  for (const effect of component.initial().effects) cause = carryOut(scratch, component.id, effect, cause);
}

function take(
  scratch: Scratch,
  node: string,
  kind: Cell['pending'][number]['kind'],
  choice: Choice,
): Cell['pending'][number] {
  const item = scratch
    .cell(node)
    .pending.find((candidate) => candidate.kind === kind && candidate.id === choice.id);
  promise(
    item !== undefined,
    `choice "${choice.name}" is not possible now: nothing with that name is pending`,
  );
  if (kind === 'deadline') return item;
  scratch.setCell(node, withoutPending(scratch.cell(node), kind, item.id));
  if (item.everyUs !== undefined) {
    scratch.add(node, { ...item, due: nextRing(item.due, item.everyUs, scratch.now) });
  }
  return item;
}

/** A pending item becomes due. */
function happen(scratch: Scratch, node: string, item: Cell['pending'][number]): void {
  switch (item.kind) {
    case 'fault':
      strike(scratch, node, item.event, item.cause);
      return;
    case 'message': {
      const message = nameOfMessage(node, item.id);
      const component = scratch.component(node);
      if (component.status(scratch.cell(node).state) === 'crashed') {
        tellLoss(scratch, node, item.event, { message, reason: 'crashed' }, item.cause);
        return;
      }
      scratch.handling = { node, message, sent: item.sent ?? scratch.now };
      scratch.answerLostTo = item.answerLost === true ? fromOf(item.event) : null;
      offer(scratch, node, item.event, item.cause);
      return;
    }
    case 'deadline': {
      const cell = scratch.cell(node);
      scratch.setCell(node, {
        ...cell,
        pending: cell.pending.map((other) => (other === item ? { ...item, passed: true as const } : other)),
      });
      offer(scratch, node, item.event, item.cause);
      return;
    }
    default:
      offer(scratch, node, item.event, item.cause);
  }
}

function fromOf(event: MachineEvent): string | null {
  return typeof event['from'] === 'string' ? event['from'] : null;
}

/** A fault strikes a component: the engine's part and then the machine's. */
function strike(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  switch (event.type) {
    case 'clock': {
      const byUs = Number(event['byUs']);
      const { cell, revived } = stepClock(scratch.cell(node), byUs, scratch.now);
      scratch.setCell(node, cell);
      const seq = tellInLanes(scratch, node, { ev: 'clock', byUs: byUs as Micros }, cause);
      for (const { id, leftUs } of revived)
        offer(scratch, node, { type: 'deadline.revived', id, leftUs }, seq);
      return;
    }
    case 'fail-next': {
      const cell = scratch.cell(node);
      const call = typeof event['call'] === 'string' ? event['call'] : '';
      const when = event['when'] === 'after' ? 'after' : 'before';
      scratch.setCell(node, { ...cell, failing: { ...cell.failing, [call]: when } });
      return;
    }
    case 'refuse-link':
    case 'heal-link': {
      const cell = scratch.cell(node);
      const from = typeof event['from'] === 'string' ? event['from'] : '';
      const others = (cell.refused ?? []).filter((other) => other !== from);
      scratch.setCell(node, { ...cell, refused: event.type === 'refuse-link' ? [...others, from] : others });
      return;
    }
    case 'refuse':
    case 'serve': {
      if (scratch.component(node).step(scratch.cell(node).state, event) === null) return;
      const seq = tellInLanes(scratch, node, { ev: 'note', op: event.type }, cause);
      demand(scratch, node, event, seq);
      return;
    }
    case 'cut':
    case 'heal': {
      const cell = scratch.cell(node);
      const from = typeof event['from'] === 'string' ? event['from'] : '';
      const cutFrom = cell.cutFrom.filter((other) => other !== from);
      scratch.setCell(node, { ...cell, cutFrom: event.type === 'cut' ? [...cutFrom, from] : cutFrom });
      if (event['told'] === true) {
        const text = event.type === 'cut' ? 'partition' : 'partition healed';
        tellInLanes(scratch, node, { ev: 'note', op: event.type, by: from, text }, cause);
      }
      return;
    }
    default:
      strikeProcess(scratch, node, event, cause);
  }
}

/** A fault of the process. What changes nothing, such as pausing what is paused, is not told. */
function strikeProcess(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const component = scratch.component(node);
  const ev = PROCESS_FAULTS.find((kind) => kind === event.type);
  promise(ev !== undefined, `there is no fault "${event.type}"`);
  let because = cause;
  // What is restarted while it is up goes down first, and forgets what a crash makes it forget.
  if (ev === 'restart' && component.status(scratch.cell(node).state) !== 'crashed') {
    because = fall(scratch, component, 'crash', { type: 'crash' }, cause);
  }
  if (STRIKES[ev].includes(component.status(scratch.cell(node).state))) {
    fall(scratch, component, ev, event, because);
  }
}

function fall(
  scratch: Scratch,
  component: Component,
  ev: ProcessFault,
  event: MachineEvent,
  cause: number | null,
): number {
  const reason = event['data'] === 'lost' ? { reason: 'data-lost' } : {};
  const seq = tellInLanes(scratch, component.id, { ev, ...reason }, cause, component.role === 'client');
  demand(scratch, component.id, event, seq);
  return seq;
}

/** What happens to a whole component, told in each of its lanes; gives the last entry's `seq`. */
function tellInLanes(
  scratch: Scratch,
  node: string,
  draft: EntryDraft,
  cause: number | null,
  ofClients = false,
): number {
  const [first = node, ...others] = scratch.component(node).lanes ?? [node];
  const tell = (lane: string): number =>
    scratch.enter(node, cause, { ...draft, actor: lane, ...(ofClients ? { client: lane } : {}) });
  return others.reduce((_, lane) => tell(lane), tell(first));
}

/** A message that never arrives is told in the lane that it was for. */
function tellLoss(
  scratch: Scratch,
  node: string,
  body: MachineEvent,
  loss: { readonly message: string; readonly reason: string },
  cause: number | null,
): void {
  scratch.enter(node, cause, { ev: 'lose', actor: laneOf(scratch.component(node), body), ...loss });
}

const PROCESS_FAULTS = ['pause', 'resume', 'crash', 'restart'] as const;
type ProcessFault = (typeof PROCESS_FAULTS)[number];

/** In which status each fault of a process changes anything. */
const STRIKES: Readonly<Record<ProcessFault, readonly ProcessStatus[]>> = {
  pause: ['running'],
  resume: ['paused'],
  crash: ['running', 'paused'],
  restart: ['crashed'],
};

/** Hands over an event that a machine may ignore: a timer that means nothing any more, a late answer. */
function offer(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  const isTaken = react(scratch, node, event, cause);
  if (isTaken || scratch.handling === null) return;
  scratch.enter(node, cause, { ev: 'deliver', actor: laneOf(scratch.component(node), event) });
}

/** Hands over an event that a machine must take; if it does not, the whole step does not happen. */
function demand(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): void {
  if (!react(scratch, node, event, cause)) throw REFUSED;
}

/**
 * Hands an event to a machine and carries out what it asks for, in order; false if the machine does not
 * take it. An entry becomes the cause of what follows it. A message that leads to no entry of its own is
 * told as delivered.
 */
function react(scratch: Scratch, node: string, event: MachineEvent, cause: number | null): boolean {
  const component = scratch.component(node);
  const cell = scratch.cell(node);
  const step = component.step(cell.state, event);
  if (step === null) return false;
  const before = component.status(cell.state);
  const after = component.status(step.state);
  scratch.setCell(node, onStatusChange({ ...cell, state: step.state }, before, after, scratch.now));
  let last = cause;
  const isTold = step.effects.some((effect) => effect.type === 'trace' || effect.type === 'call');
  if (scratch.handling !== null && !isTold) {
    last = scratch.enter(node, cause, { ev: 'deliver', actor: laneOf(component, event) });
  }
  for (const effect of step.effects) last = carryOut(scratch, node, effect, last);
  return true;
}

function carryOut(scratch: Scratch, node: string, effect: Effect, cause: number | null): number | null {
  switch (effect.type) {
    case 'trace':
      return scratch.enter(node, cause, { ...effect.entry, ...expiry(scratch, node, effect) });
    case 'send':
      return send(scratch, node, effect.to, effect.body, cause);
    case 'call':
      demand(scratch, effect.to, effect.event, cause);
      return cause;
    case 'timer':
    case 'deadline':
    case 'next': {
      const item = timed(effect, scratch.cell(node), scratch.now, cause);
      if (item !== null) scratch.add(node, item);
      return cause;
    }
    case 'cancel': {
      const cell = withoutPending(scratch.cell(node), 'timer', effect.id);
      scratch.setCell(node, withoutPending(cell, 'deadline', effect.id));
      return cause;
    }
    case 'halt':
      scratch.setCell(node, withoutPending(scratch.cell(node), 'instruction', effect.worker ?? 'next'));
      return cause;
    default:
      throw new BrokenPromise(`component "${node}" asked for an unknown effect: ${JSON.stringify(effect)}`);
  }
}

function expiry(
  scratch: Scratch,
  node: string,
  effect: Extract<Effect, { type: 'trace' }>,
): { expires?: Micros } {
  const { expiresAfterUs, expiresAtDeadline } = effect;
  const cell = scratch.cell(node);
  if (expiresAtDeadline !== undefined) {
    const deadline = cell.pending.find((item) => item.kind === 'deadline' && item.id === expiresAtDeadline);
    return deadline === undefined ? {} : { expires: deadline.due };
  }
  if (expiresAfterUs === undefined) return {};
  const wait = trueDuration(cell.clock, expiresAfterUs);
  return wait === null ? {} : { expires: (scratch.now + wait) as Micros };
}

/** Sends a message, as far as links and faults let it go; a call that is known to fail is answered at once. */
function send(scratch: Scratch, from: string, to: string, body: MachineEvent, cause: number | null): number {
  scratch.component(to);
  if (scratch.answerLostTo === to) return post(scratch, from, to, failedCall(body), cause, false);
  const fails = takeFailure(scratch, from, body.type);
  const isRefused = fails === 'before' || scratch.cell(to).refused?.includes(from) === true;
  const seq = post(scratch, from, to, body, cause, fails === 'after', isRefused ? 'refused' : undefined);
  if (isRefused) post(scratch, to, from, failedCall(body), seq, false);
  return seq;
}

/** The lane that a message of a component belongs to: that of the worker who sent it or waits for it. */
function laneOf(component: Component, body: MachineEvent): string {
  const { lanes, id } = component;
  if (lanes === undefined) return id;
  const { client, ref } = body;
  return (
    lanes.find((lane) => lane === client || (typeof ref === 'string' && ref.startsWith(`${lane}/`))) ??
    lanes[0] ??
    id
  );
}

/** The next call of this type fails once, if a fault said so. */
function takeFailure(scratch: Scratch, from: string, type: string): 'before' | 'after' | undefined {
  const cell = scratch.cell(from);
  const fails = cell.failing?.[type];
  if (fails === undefined) return undefined;
  const { [type]: _spent, ...failing } = cell.failing ?? {};
  scratch.setCell(from, { ...cell, failing });
  return fails;
}

function failedCall(request: MachineEvent): MachineEvent {
  const ref = request['ref'];
  return { type: 'error', reason: 'unavailable', ...(ref === undefined ? {} : { ref }) };
}

/** Puts a message on its way. Its number, and so its name, counts the messages from here to there. */
function post(
  scratch: Scratch,
  from: string,
  to: string,
  body: MachineEvent,
  cause: number | null,
  answerLost: boolean,
  lostBy?: string,
): number {
  const { model, now } = scratch;
  const cell = scratch.cell(to);
  const number = (cell.received[from] ?? 0) + 1;
  scratch.setCell(to, { ...cell, received: { ...cell.received, [from]: number } });
  const message = messageName(from, to, number);
  const actor = laneOf(scratch.component(from), body);
  const seq = scratch.enter(from, cause, { ev: 'send', actor, message, to, body });
  const fault = model.messageFaults.find((candidate) => candidate.message === message);
  const reason =
    lostBy ?? (fault?.kind === 'lose' ? 'lost' : cell.cutFrom.includes(from) ? 'partition' : undefined);
  if (reason !== undefined) {
    tellLoss(scratch, to, body, { message, reason }, seq);
    return seq;
  }
  const { baseUs, jitterUs } = model.latency(from, to);
  const jitter = jitterUs === 0 ? 0 : Math.floor(randomFor(model.seed, message) * (jitterUs + 1));
  const extra = fault?.kind === 'delay' ? fault.byUs : 0;
  const due = (now + baseUs + jitter + extra) as Micros;
  const id = `${from}#${String(number)}`;
  const lost = answerLost ? { answerLost: true as const } : {};
  scratch.add(to, { kind: 'message', id, due, sent: now, event: { ...body, from }, cause: seq, ...lost });
  return seq;
}

/** Timed faults wait at the components that they strike, from the start. */
function placeFaults(scratch: Scratch, model: Model): void {
  const place = (node: string, due: Micros, event: MachineEvent, index: number): void => {
    scratch.component(node);
    scratch.add(node, { kind: 'fault', id: `${event.type}.${String(index)}`, due, event, cause: null });
  };
  model.timedFaults.forEach((fault, index) => {
    switch (fault.kind) {
      case 'pause':
        place(fault.node, fault.at, { type: 'pause' }, index);
        if (fault.forUs !== undefined)
          place(fault.node, (fault.at + fault.forUs) as Micros, { type: 'resume' }, index);
        return;
      case 'refuse':
        place(fault.node, fault.at, { type: 'refuse' }, index);
        if (fault.forUs !== undefined)
          place(fault.node, (fault.at + fault.forUs) as Micros, { type: 'serve' }, index);
        return;
      case 'resume':
      case 'crash':
        place(fault.node, fault.at, { type: fault.kind }, index);
        return;
      case 'restart':
        place(fault.node, fault.at, { type: 'restart', data: fault.data }, index);
        return;
      case 'clock':
        place(fault.node, fault.at, { type: 'clock', byUs: fault.byUs }, index);
        return;
      case 'partition': {
        const [a, b] = fault.between;
        place(a, fault.at, { type: 'cut', from: b, told: true }, index);
        place(b, fault.at, { type: 'cut', from: a }, index);
        if (fault.forUs === undefined) return;
        const end = (fault.at + fault.forUs) as Micros;
        place(a, end, { type: 'heal', from: b, told: true }, index);
        place(b, end, { type: 'heal', from: a }, index);
      }
    }
  });
}
