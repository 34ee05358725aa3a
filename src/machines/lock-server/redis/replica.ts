import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { commandOf } from './commands.ts';
import {
  asJson,
  counterEnd,
  endsAfter,
  endsOf,
  keyEnd,
  leftOf,
  servedBy,
  type KeyState,
  type Memory,
} from './memory.ts';
import { marked } from './older-contents.ts';
import { isAfter } from './stream.ts';

/** What a replica is told beside its settings. */
export interface ReplicaOptions {
  readonly id: string;
  /** The node that it follows. */
  readonly primary: string;
  /** Processes that are told when it is promoted. */
  readonly clients: readonly string[];
}

/**
 * What a node that was made as a replica does beside serving: it applies what its primary sends, and is
 * promoted at a failover. Null where it serves, or does not take the event.
 */
export function asReplica(
  options: ReplicaOptions,
  memory: Memory,
  event: MachineEvent,
): Served<Memory> | null {
  const { primary } = options;
  if (memory.role !== 'replica') return event.type === 'behind' ? learnBehind(memory, event) : null;
  switch (event.type) {
    case 'replicate':
      return apply(memory, event);
    case 'replica-stops':
      if (memory.stopped === true) return { memory, effects: [] };
      return {
        memory: { ...memory, stopped: true },
        effects: [{ type: 'call', to: primary, event: { type: 'replica.stopped' } }],
      };
    case 'replica-catches-up': {
      if (memory.stopped !== true) return { memory, effects: [] };
      const { stopped: _stopped, ...rest } = memory;
      return { memory: rest, effects: [{ type: 'call', to: primary, event: { type: 'replica.back' } }] };
    }
    case 'failover':
      // Not before it has looked at what had reached it, nor while it is down.
      return {
        memory,
        effects: [{ type: 'timer', id: 'promotion', afterUs: 0, event: { type: 'promote' } }],
      };
    case 'promote':
      return promotion(options, memory);
    default:
      return commandOf(event) === undefined ? null : servedBy(primary, memory, event);
  }
}

/** A replica that is up again without what it had asks for all of it. */
export function replicaIsUp(
  { primary }: ReplicaOptions,
  before: Memory,
  served: Served<Memory>,
): Served<Memory> {
  const { memory, effects } = served;
  if (memory.role !== 'replica' || memory.keys === before.keys) return served;
  const { applied: _applied, ...empty } = memory;
  return { memory: empty, effects: [...effects, { type: 'send', to: primary, body: { type: 'sync' } }] };
}

function apply(memory: Memory, event: MachineEvent): Served<Memory> {
  const number = asNumber(event['number']);
  const from = asText(event['from']);
  if (memory.stopped === true) return { memory, effects: [] };
  const { applied } = memory;
  if (applied !== undefined && !isAfter(number, applied))
    return { memory, effects: [acknowledge(from, applied)] };
  const left = leftOf(event);
  const isOver = (id: string): boolean => (left[id] ?? Infinity) <= 0;
  const keys: Record<string, KeyState> = { ...memory.keys };
  const counters: Record<string, number> = { ...memory.counters };
  const effects: Effect[] = [];
  const end = (id: string, isGone: boolean): void => {
    const leftUs = left[id];
    if (isGone || leftUs === undefined) effects.push({ type: 'cancel', id });
    else effects.push(endsAfter(id, leftUs));
  };
  for (const [key, state] of Object.entries((event['keys'] ?? {}) as unknown as Changes<KeyState>)) {
    const isGone = state === null || isOver(keyEnd(key));
    if (state === null || isGone) delete keys[key];
    else keys[key] = state;
    end(keyEnd(key), isGone);
  }
  for (const [key, value] of Object.entries((event['counters'] ?? {}) as unknown as Changes<number>)) {
    const isGone = value === null || isOver(counterEnd(key));
    if (value === null || isGone) delete counters[key];
    else counters[key] = value;
    end(counterEnd(key), isGone);
  }
  return {
    memory: { ...memory, keys, counters, applied: number },
    effects: [...effects, acknowledge(from, number)],
  };
}

function acknowledge(to: string, number: number): Effect {
  return { type: 'send', to, body: { type: 'replicated', number } };
}

/** What came of keys or counters, by name; null for what is gone. */
interface Changes<Value> {
  readonly [name: string]: Value | null;
}

/** It is the primary from now on: what it has not received is lost, and clients are told where to ask. */
function promotion({ id, primary, clients }: ReplicaOptions, memory: Memory): Served<Memory> {
  const { role: _role, applied: _applied, stopped: _stopped, ...contents } = memory;
  return {
    memory: contents,
    effects: [
      { type: 'trace', entry: { ev: 'note', op: 'promote' } },
      {
        type: 'call',
        to: primary,
        event: { type: 'succeeded', by: id, keys: asJson(memory.keys) },
        deadlines: endsOf(memory),
      },
      ...clients.map((to): Effect => ({ type: 'send', to, body: { type: 'primary', node: id } })),
    ],
  };
}

/** Which of its keys, a promoted replica learns, have lost a renewal. */
function learnBehind(memory: Memory, event: MachineEvent): Served<Memory> {
  return {
    memory: { ...memory, keys: marked(memory.keys, event['keys'] as readonly string[]) },
    effects: [],
  };
}
