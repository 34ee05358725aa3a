import type { Component, MachineEvent } from '../../engine/component.ts';
import { asNumber, asText, replyTo } from '../requests.ts';
import { server, type Served, type ServerDefinition } from '../serving-machine.ts';

/** What is fixed for one cache. */
export interface ReadCacheOptions {
  readonly id: string;
  /** The store that it reads what it does not hold from. */
  readonly of: string;
}

interface Memory {
  readonly values: { readonly [record: string]: { readonly value: string; readonly version: number } };
  /** Reads that wait for the store. */
  readonly asked: readonly Asked[];
}

interface Asked {
  readonly from: string;
  readonly client: string;
  readonly ref: string;
}

/**
 * A cache that is read through: what it does not hold it reads from its store, and keeps. A writer commits to the
 * store and clears the record here. Nothing ties the two together: what was read before the commit may come
 * after the clearing, and stays. It is memory: a crash empties it.
 */
export function readCache(options: ReadCacheOptions): Component {
  return server(readCacheDefinition(options));
}

/** The definition behind `readCache`. */
export function readCacheDefinition(options: ReadCacheOptions): ServerDefinition<Memory> {
  const { id } = options;
  return {
    id,
    role: 'store',
    initial: EMPTY,
    serve: (memory, event) => serve(options, memory, event),
    regions: {},
  };
}

const EMPTY: Memory = { values: {}, asked: [] };

function serve(options: ReadCacheOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'read':
      return read(options, memory, event);
    case 'value':
    case 'error':
      return answered(options, memory, event);
    case 'write':
      return event['operation'] === 'clear' ? clear(options, memory, event) : null;
    case 'crash':
      return { memory: EMPTY, effects: [] };
    default:
      return null;
  }
}

function read({ id, of }: ReadCacheOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const record = asText(event['record']);
  const [client, ref, from] = [asText(event['client']), asText(event['ref']), asText(event['from'])];
  const held = memory.values[record];
  if (held === undefined) {
    const body = { type: 'read', key, record, client, ref };
    return {
      memory: { ...memory, asked: [...memory.asked, { from, client, ref }] },
      effects: [{ type: 'send', to: of, body }],
    };
  }
  const { value, version } = held;
  const entry = { ev: 'read', client, key, store: id, record, value, base: version };
  return {
    memory,
    effects: [
      { type: 'trace', entry },
      replyTo(event, { type: 'value', record, value, version, of, client }),
    ],
  };
}

/** The store has answered a read: what it said is kept, whatever has been cleared since, and passed on. */
function answered({ id, of }: ReadCacheOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  const [client, ref] = [asText(event['client']), asText(event['ref'])];
  const asker = memory.asked.find((other) => other.client === client && other.ref === ref);
  if (asker === undefined) return null;
  const asked = memory.asked.filter((other) => other !== asker);
  const { from: _from, ...body } = event;
  const passedOn = { type: 'send', to: asker.from, body: { ...body, client, of } } as const;
  if (event.type === 'error') return { memory: { ...memory, asked }, effects: [passedOn] };
  const [record, value, version] = [
    asText(event['record']),
    asText(event['value']),
    asNumber(event['version']),
  ];
  const entry = { ev: 'fill', client, store: id, record, value, base: version };
  return {
    memory: { values: { ...memory.values, [record]: { value, version } }, asked },
    effects: [{ type: 'trace', entry }, passedOn],
  };
}

function clear({ id }: ReadCacheOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const client = asText(event['client']);
  const record = asText(event['record']);
  const { [record]: _cleared, ...values } = memory.values;
  return {
    memory: { ...memory, values },
    effects: [
      { type: 'trace', entry: { ev: 'clear', client, store: id, record } },
      replyTo(event, { type: 'written', record, version: 0, client }),
    ],
  };
}
