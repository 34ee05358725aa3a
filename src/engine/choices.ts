import type { ProcessStatus } from './component.ts';
import type { Model } from './model.ts';
import type { Micros } from './time.ts';
import { messageName, PENDING_KINDS, type Cell, type Pending, type World } from './world.ts';

/**
 * One thing that can happen next. The name is stable: it says which message, which timer, which client,
 * never a position in a list, so that a schedule can hold it.
 */
export interface Choice {
  readonly name: string;
  readonly kind: Pending['kind'] | 'pause' | 'resume' | 'crash' | 'restart' | 'lose' | 'event';
  readonly node: string;
  /** When it happens: the later of now and its own earliest time. */
  readonly at: Micros;
  /** For a pending item or a message to lose: its id in the cell. */
  readonly id?: string;
  /** For `event`: its place in the component's spontaneous events. */
  readonly event?: number;
  /** Messages that it passes over, which are late from then on. */
  readonly passesOver: number;
}

/**
 * Everything that can happen next, in the stated order: by time, then by kind (fault, deadline,
 * instruction, message, timer), then by due time, then by number of making; what needs the fault budget
 * comes last. The first is what ordinary playback takes. Empty when the run is over.
 *
 * What may not be passed over: a fault that strikes at a set time, a deadline of a running component, and
 * the instruction and timers of a running one. A message may, at the price of the budget.
 */
export function choices(model: Model, world: World): readonly Choice[] {
  const summaries = model.components.map((component) => {
    const cell = cellOf(world, component.id);
    return summarize(cell, component.status(cell.state));
  });
  const found: Ranked[] = [];
  model.components.forEach((component, index) => {
    const summary = summaries[index];
    if (summary === undefined) return;
    for (const item of summary.offered) {
      const at = Math.max(world.now, item.due) as Micros;
      if (at > model.horizon || mayNot(summaries, summary, item, at, world.now)) continue;
      const passesOver = countPassed(summaries, at, world.now);
      if (passesOver > world.budget.late) continue;
      found.push({ choice: pendingChoice(component.id, item, at, passesOver), item });
      if (item.kind === 'message' && world.budget.lose > 0 && summary.status !== 'crashed') {
        found.push({ choice: lossChoice(component.id, item, at, passesOver), item: null });
      }
    }
    found.push(...spontaneousChoices(model, world, component.id, summary.status));
  });
  return found.sort(byOrder).map((entry) => entry.choice);
}

/** The choice that ordinary playback takes; undefined when the run is over. */
export function ordinaryChoice(model: Model, world: World): Choice | undefined {
  let best: { component: string; item: Pending; at: Micros } | undefined;
  for (const component of model.components) {
    const cell = cellOf(world, component.id);
    if (cell.pending.length === 0) continue;
    for (const item of summarize(cell, component.status(cell.state)).offered) {
      const at = Math.max(world.now, item.due) as Micros;
      if (best === undefined || comparePending(item, at, best.item, best.at) < 0) {
        best = { component: component.id, item, at };
      }
    }
  }
  if (best === undefined || best.at > model.horizon) return undefined;
  return pendingChoice(best.component, best.item, best.at, 0);
}

/** The cell of a component. A missing one is a broken promise of whoever built the world. */
export function cellOf(world: World, id: string): Cell {
  const cell = world.cells[id];
  if (cell === undefined) throw new Error(`the world has no cell for component "${id}"`);
  return cell;
}

interface Ranked {
  readonly choice: Choice;
  readonly item: Pending | null;
}

/** What one cell contributes to the choices; the rest of the rule needs no more of it than this. */
interface Summary {
  readonly status: ProcessStatus;
  readonly offered: readonly Pending[];
  /** What no other choice may pass over. */
  readonly fixed: readonly Pending[];
  readonly messages: readonly Pending[];
}

function summarize(cell: Cell, status: ProcessStatus): Summary {
  const offered = cell.pending.filter((item) => !item.passed && isOffered(item, status));
  return {
    status,
    offered,
    fixed: offered.filter((item) => item.kind !== 'message'),
    messages: offered.filter((item) => item.kind === 'message'),
  };
}

function isOffered(item: Pending, status: ProcessStatus): boolean {
  if (item.kind === 'fault') return true;
  if (status === 'running') return true;
  // A message that reaches a crashed component is lost at that moment.
  return status === 'crashed' && item.kind === 'message';
}

/** Whether something else must happen before this item, which would happen at `at`. */
function mayNot(
  summaries: readonly Summary[],
  own: Summary,
  item: Pending,
  at: Micros,
  now: Micros,
): boolean {
  const isPunctual = item.kind === 'deadline' || item.kind === 'fault';
  for (const summary of summaries) {
    for (const other of summary.fixed) {
      if (other === item) continue;
      const otherAt = Math.max(now, other.due);
      if (otherAt < at) return true;
      if (otherAt > at) continue;
      // At the very instant of its end a lease is over: the deadline goes first.
      const otherIsPunctual = other.kind === 'deadline' || other.kind === 'fault';
      if (otherIsPunctual && !isPunctual) return true;
      // A client that was stopped goes on with its instruction before it looks at anything else.
      const resumes = summary === own && other.kind === 'instruction' && other.due < now;
      if (resumes && !isPunctual) return true;
    }
  }
  return false;
}

function countPassed(summaries: readonly Summary[], at: Micros, now: Micros): number {
  let count = 0;
  for (const summary of summaries) {
    for (const message of summary.messages) if (message.due < at && message.due >= now) count += 1;
  }
  return count;
}

function spontaneousChoices(
  model: Model,
  world: World,
  id: string,
  status: ProcessStatus,
): readonly Ranked[] {
  const component = model.components.find((candidate) => candidate.id === id);
  const found: Ranked[] = [];
  const add = (kind: Choice['kind'], name: string, event?: number): void => {
    const choice = {
      name,
      kind,
      node: id,
      at: world.now,
      passesOver: 0,
      ...(event === undefined ? {} : { event }),
    };
    found.push({ choice, item: null });
  };
  if (component?.role === 'client') {
    if (status === 'running' && world.budget.pause > 0) add('pause', `pause ${id}`);
    if (status === 'paused' && !awaitsResume(cellOf(world, id))) add('resume', `resume ${id}`);
    if (status === 'running' && world.budget.crash > 0) add('crash', `crash ${id}`);
    if (status === 'crashed' && world.budget.crash > 0) add('restart', `restart ${id}`);
  }
  component?.spontaneous?.forEach((event, index) => {
    add('event', `${id} ${eventName(event)}`, index);
  });
  return found;
}

/** A pause of set length ends when it was set to, not by choice. */
function awaitsResume(cell: Cell): boolean {
  return cell.pending.some((item) => item.kind === 'fault' && item.event.type === 'resume');
}

function eventName(event: { readonly type: string; readonly [field: string]: unknown }): string {
  const rest = Object.entries(event).filter(([field]) => field !== 'type');
  return [event.type, ...rest.map(([, value]) => String(value))].join(' ');
}

function pendingChoice(node: string, item: Pending, at: Micros, passesOver: number): Choice {
  return { name: pendingName(node, item), kind: item.kind, node, at, id: item.id, passesOver };
}

function lossChoice(node: string, item: Pending, at: Micros, passesOver: number): Choice {
  return { name: `lose ${nameOfMessage(node, item.id)}`, kind: 'lose', node, at, id: item.id, passesOver };
}

function pendingName(node: string, item: Pending): string {
  switch (item.kind) {
    case 'message':
      return `deliver ${nameOfMessage(node, item.id)}`;
    case 'instruction':
      return `run ${node}`;
    default:
      return `${item.kind} ${node} ${item.id}`;
  }
}

/** The stable name of a message from its id in the receiver's cell (`A#1`). */
export function nameOfMessage(receiver: string, id: string): string {
  const mark = id.lastIndexOf('#');
  return messageName(id.slice(0, mark), receiver, Number(id.slice(mark + 1)));
}

function byOrder(a: Ranked, b: Ranked): number {
  if (a.item === null || b.item === null) {
    if (a.item !== null) return -1;
    if (b.item !== null) return 1;
    return a.choice.name < b.choice.name ? -1 : a.choice.name > b.choice.name ? 1 : 0;
  }
  return comparePending(a.item, a.choice.at, b.item, b.choice.at);
}

function comparePending(a: Pending, atA: Micros, b: Pending, atB: Micros): number {
  if (atA !== atB) return atA - atB;
  const rank = PENDING_KINDS.indexOf(a.kind) - PENDING_KINDS.indexOf(b.kind);
  if (rank !== 0) return rank;
  if (a.due !== b.due) return a.due - b.due;
  return a.order - b.order;
}
