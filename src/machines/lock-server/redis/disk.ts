import type { Effect, MachineEvent } from '../../../engine/component.ts';
import type { Served } from '../../serving-machine.ts';
import {
  counterEnd,
  endsAfter,
  endsOf,
  keyEnd,
  leftOf,
  without,
  type Contents,
  type Memory,
} from './memory.ts';
import { deadlinesOf, forgetAll, forgets, lossOf, marked, stillThere } from './older-contents.ts';

/** What a node writes to disk, and so what it has after a restart. Deadlines pass meanwhile. */
export type Persistence =
  /** What the fault says: all is kept, or all is lost. */
  | { readonly kind: 'as-the-fault-says' }
  /** Nothing: each restart loses keys and counters. */
  | { readonly kind: 'none' }
  /** Every write, before it is answered. */
  | { readonly kind: 'append-only' }
  /** Everything, so long after the first change that is not on disk: a restart loses what came since. */
  | { readonly kind: 'snapshot'; readonly everyUs: number };

const SAVED = 'saved:';

/** A change that is not on disk yet makes a snapshot due. */
export function persisted(
  persistence: Persistence,
  before: Contents,
  served: Served<Memory>,
): Served<Memory> {
  const { memory, effects } = served;
  const isSame = memory.keys === before.keys && memory.counters === before.counters;
  if (persistence.kind !== 'snapshot' || isSame || memory.unsaved === true) return served;
  return { memory: { ...memory, unsaved: true }, effects: [...effects, snapshotAfter(persistence.everyUs)] };
}

/** What a node does with its disk. Null: nothing of the kind. */
export function onDisk(node: string, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'snapshot':
      return { memory, effects: [toItself(node, 'snapshot.write', endsOf(memory))] };
    case 'snapshot.write':
      return write(memory, event);
    case 'snapshot.load':
      return load(memory, event);
    case 'deadline.passed':
      return savedEnded(memory, event);
    default:
      return null;
  }
}

/** What a node has when it is up again. */
export function restarted(
  node: string,
  persistence: Persistence,
  memory: Memory,
  event: MachineEvent,
): Served<Memory> {
  const { unsaved, saved, ...rest } = memory;
  if (event['data'] === 'lost' || persistence.kind === 'none') {
    return {
      memory: { ...rest, keys: {}, counters: {} },
      effects: [...forgetAll(memory), ...(saved === undefined ? [] : dropped(saved))],
    };
  }
  if (persistence.kind !== 'snapshot' || unsaved !== true) return { memory, effects: [] };
  const ids = [...endsOf(memory), ...endsOf(saved ?? NOTHING).map((id) => `${SAVED}${id}`)];
  return { memory, effects: [toItself(node, 'snapshot.load', ids)] };
}

const NOTHING: Contents = { keys: {}, counters: {} };

/** Handed to the node itself in the same step, with what is left of its deadlines. */
function toItself(node: string, type: string, deadlines: readonly string[]): Effect {
  return { type: 'call', to: node, event: { type }, deadlines };
}

function snapshotAfter(afterUs: number): Effect {
  return { type: 'timer', id: 'snapshot', afterUs, event: { type: 'snapshot' } };
}

function write(memory: Memory, event: MachineEvent): Served<Memory> {
  const { unsaved: _unsaved, saved, ...rest } = memory;
  const { keys, counters } = memory;
  return {
    memory: { ...rest, saved: { keys, counters } },
    effects: [
      ...(saved === undefined ? [] : dropped(saved)),
      ...Object.entries(leftOf(event)).map(([id, leftUs]) => endsAfter(`${SAVED}${id}`, leftUs)),
    ],
  };
}

function dropped(saved: Contents): readonly Effect[] {
  return endsOf(saved).map((id): Effect => ({ type: 'cancel', id: `${SAVED}${id}` }));
}

/** Something on disk has run out: it would be gone when it was loaded. */
function savedEnded(memory: Memory, event: MachineEvent): Served<Memory> | null {
  const id = event['id'];
  const { saved } = memory;
  if (typeof id !== 'string' || !id.startsWith(SAVED)) return null;
  const effects: Effect[] = [{ type: 'cancel', id }];
  if (saved === undefined) return { memory, effects };
  const name = id.slice(SAVED.length);
  const left: Contents = name.startsWith(keyEnd(''))
    ? { ...saved, keys: without(saved.keys, name.slice(keyEnd('').length)) }
    : { ...saved, counters: without(saved.counters, name.slice(counterEnd('').length)) };
  return { memory: { ...memory, saved: left }, effects };
}

/** What is on disk takes the place of what was in memory. */
function load(memory: Memory, event: MachineEvent): Served<Memory> {
  const { unsaved: _unsaved, ...rest } = memory;
  const left = leftOf(event);
  const savedLeft = Object.fromEntries(
    Object.entries(left).flatMap(([id, leftUs]) =>
      id.startsWith(SAVED) ? [[id.slice(SAVED.length), leftUs] as const] : [],
    ),
  );
  const saved = stillThere(memory.saved ?? NOTHING, savedLeft);
  const { lost, behind } = lossOf(memory.keys, left, saved.keys, savedLeft);
  return {
    memory: { ...rest, keys: marked(saved.keys, behind), counters: saved.counters },
    effects: [...forgets(memory.keys, lost), ...deadlinesOf(memory, saved, savedLeft)],
  };
}
