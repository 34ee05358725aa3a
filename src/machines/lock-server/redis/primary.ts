import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asText } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { commandOf } from './commands.ts';
import { asJson, endsOf, leftOf, servedBy, type Contents, type Memory, type Stream } from './memory.ts';
import { deadlinesOf, forgets, lossOf, type Left } from './older-contents.ts';
import {
  acknowledged,
  fallen,
  fromScratch,
  resumed,
  sending,
  STREAM_TIMER,
  waitedTooLong,
  type ReplicationOptions,
} from './stream.ts';

/** How a primary replicates, and what becomes of it when its replica is promoted. */
export interface PrimaryOptions extends ReplicationOptions {
  /** It is out and says who serves instead; or it serves on whoever asks it, as if it did not know. */
  readonly oldPrimary: 'out' | 'serves';
}

/** What a primary does beside serving. Null where it serves, or does not take the event. */
export function asPrimary(
  node: string,
  options: PrimaryOptions,
  memory: Memory,
  event: MachineEvent,
): Served<Memory> | null {
  const { successor } = memory;
  switch (event.type) {
    case STREAM_TIMER:
      return sending(options, { memory, effects: [] });
    case 'replicated':
      return acknowledged(options, memory, event);
    case 'wait.timeout':
      return waitedTooLong(memory, event);
    case 'crash':
      return fallen(memory);
    case 'replica.stopped':
      return {
        memory: withStream(memory, { stopped: true }),
        effects: [{ type: 'cancel', id: STREAM_TIMER }],
      };
    case 'replica.back':
    case 'sync':
      return sending(options, { memory: fromScratch(memory), effects: [] });
    case 'failover':
    case 'replica-stops':
    case 'replica-catches-up':
      return successor === undefined
        ? { memory, effects: [{ type: 'call', to: options.replica, event: { type: event.type } }] }
        : null;
    case 'who':
      return { memory, effects: successor === undefined ? [] : [tells(asText(event['process']), successor)] };
    case 'succeeded': {
      // Once more, with what is left of its own deadlines by the same clock.
      const copy = { keys: event['keys'] ?? {}, theirs: asJson(leftOf(event)), by: asText(event['by']) };
      const compare: MachineEvent = { type: 'succeeded.compare', ...copy };
      return { memory, effects: [{ type: 'call', to: node, event: compare, deadlines: endsOf(memory) }] };
    }
    case 'succeeded.compare':
      return succeeded(options.oldPrimary, memory, event);
    default:
      return successor === undefined ? null : afterwards(successor, memory, event);
  }
}

/** Up again: a node that was succeeded has heard of it by now, and what is to be sent is sent. */
export function primaryIsUp(options: PrimaryOptions, served: Served<Memory>): Served<Memory> {
  const { memory, effects } = served;
  if (memory.role !== 'outdated') return resumed(options, served);
  return {
    memory: { ...memory, ...NOTHING, role: 'replaced' },
    effects: [...effects, ...deadlinesOf(memory, NOTHING, {})],
  };
}

const NOTHING: Contents = { keys: {}, counters: {} };

/** It has been succeeded: what a store looks at is at its successor, and so, if it is out, is everything. */
function afterwards(successor: string, memory: Memory, event: MachineEvent): Served<Memory> | null {
  if (event.type === 'inspect') return { memory, effects: [{ type: 'call', to: successor, event }] };
  if (memory.role !== 'replaced' || commandOf(event) === undefined) return null;
  return servedBy(successor, memory, event);
}

function tells(process: string, node: string): Effect {
  return { type: 'call', to: process, event: { type: 'primary', node } };
}

function withStream(memory: Memory, change: Partial<Stream>): Memory {
  return memory.stream === undefined ? memory : { ...memory, stream: { ...memory.stream, ...change } };
}

function succeeded(old: PrimaryOptions['oldPrimary'], memory: Memory, event: MachineEvent): Served<Memory> {
  const { stream: _stream, unsaved: _unsaved, saved: _saved, ...rest } = memory;
  const successor = asText(event['by']);
  const theirs = event['keys'] as unknown as Memory['keys'];
  const { lost, behind } = lossOf(memory.keys, leftOf(event), theirs, event['theirs'] as unknown as Left);
  const effects: Effect[] = [
    ...forgets(memory.keys, lost),
    { type: 'call', to: successor, event: { type: 'behind', keys: behind } },
    { type: 'cancel', id: STREAM_TIMER },
  ];
  if (old === 'out') {
    return {
      memory: { ...rest, ...NOTHING, role: 'replaced', successor },
      effects: [...effects, ...deadlinesOf(memory, NOTHING, {})],
    };
  }
  const keys = Object.fromEntries(
    Object.entries(memory.keys).map(([key, state]) => [key, { ...state, quiet: true as const }]),
  );
  return { memory: { ...rest, keys, role: 'outdated', successor }, effects };
}
