import type { Component, Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';

/** What is fixed for one Redis. */
export interface RedisOptions {
  readonly id: string;
  /** Keys to show as regions of the chart; others can be used too. */
  readonly keys: readonly string[];
}

/** A string key that a lock lives in. */
interface KeyState {
  readonly value: string;
  /** Who set it; for the trace, never looked at by the server. */
  readonly client: string;
  readonly expires: boolean;
}

type Memory = {
  readonly keys: { readonly [key: string]: KeyState };
  /** Counters of INCR; they have no expiry. */
  readonly counters: { readonly [key: string]: number };
};

/** A single Redis in its plain profile: a key is gone at its very deadline. Scripts are one step. */
export function redis(options: RedisOptions): Component {
  return server(redisDefinition(options));
}

/** The definition behind `redis`. */
export function redisDefinition(options: RedisOptions): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    initial: { keys: {}, counters: {} },
    serve,
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        {
          states: ['absent', 'expiring', 'endless'],
          of: ({ keys }: Memory) => shownState(keys[key]),
        },
      ]),
    ),
  };
}

function shownState(state: KeyState | undefined): string {
  if (state === undefined) return 'absent';
  return state.expires ? 'expiring' : 'endless';
}

function serve(memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'inspect': {
      // A lock here carries no token: all that its record tells a store is whether there is one.
      const view = { type: 'lease.view', live: memory.keys[asText(event['key'])] !== undefined, token: null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed':
      return expire(memory, asText(event['id']).slice('key:'.length));
    case 'evict':
      return evict(memory, asText(event['key']));
    case 'restart':
      return event['data'] === 'lost' ? forget(memory) : null;
    default: {
      const command = Object.hasOwn(COMMANDS, event.type) ? COMMANDS[event.type] : undefined;
      return command === undefined ? null : command(memory, event, asText(event['key']));
    }
  }
}

type Command = (memory: Memory, event: MachineEvent, key: string) => Served<Memory>;

/** Commands and the two scripts, by request type. */
const COMMANDS: { readonly [type: string]: Command } = {
  'set-nx': setIfAbsent,
  get: (memory, event, key) => {
    const state = memory.keys[key];
    return answer(memory, event, { type: 'value', found: state !== undefined, value: state?.value ?? '' });
  },
  del: (memory, event, key) => remove(memory, event, key, () => true),
  'del-if': (memory, event, key) =>
    remove(memory, event, key, (state) => state.value === asText(event['value'])),
  pexpire: (memory, event, key) => extend(memory, event, key, () => true),
  'pexpire-if': (memory, event, key) =>
    extend(memory, event, key, (state) => state.value === asText(event['value'])),
  incr: (memory, event, key) => {
    const value = (memory.counters[key] ?? 0) + 1;
    return answer({ ...memory, counters: { ...memory.counters, [key]: value } }, event, {
      type: 'count',
      value,
    });
  },
};

function setIfAbsent(memory: Memory, event: MachineEvent, key: string): Served<Memory> {
  const client = asText(event['client']);
  const ttlUs = event['ttlUs'];
  if (typeof ttlUs === 'number' && ttlUs <= 0) {
    return answer(memory, event, { type: 'error', reason: 'invalid-expiry' });
  }
  const present = memory.keys[key];
  if (present !== undefined) {
    const entry = { ev: 'refuse', op: 'acquire', client, key, reason: 'held', by: present.client } as const;
    return {
      memory,
      effects: [{ type: 'trace', entry }, replyTo(event, { type: 'set', ok: false })],
    };
  }
  const expires = typeof ttlUs === 'number';
  const effects: Effect[] = expires
    ? [
        { type: 'trace', entry: { ev: 'grant', client, key }, expiresAfterUs: ttlUs },
        { type: 'deadline', id: `key:${key}`, afterUs: ttlUs, clock: 'wall' },
      ]
    : [{ type: 'trace', entry: { ev: 'grant', client, key } }];
  return {
    memory: withKey(memory, key, { value: asText(event['value']), client, expires }),
    effects: [...effects, replyTo(event, { type: 'set', ok: true })],
  };
}

function remove(
  memory: Memory,
  event: MachineEvent,
  key: string,
  may: (state: KeyState) => boolean,
): Served<Memory> {
  const state = memory.keys[key];
  if (state === undefined || !may(state)) return answer(memory, event, { type: 'count', value: 0 });
  const by = asText(event['client']);
  const { client } = state;
  const entry =
    by === client ? ({ ev: 'release', client, key } as const) : ({ ev: 'revoke', client, key, by } as const);
  return {
    memory: withoutKey(memory, key),
    effects: [
      { type: 'trace', entry },
      { type: 'cancel', id: `key:${key}` },
      replyTo(event, { type: 'count', value: 1 }),
    ],
  };
}

function extend(
  memory: Memory,
  event: MachineEvent,
  key: string,
  may: (state: KeyState) => boolean,
): Served<Memory> {
  const state = memory.keys[key];
  if (state === undefined || !may(state)) return answer(memory, event, { type: 'count', value: 0 });
  const by = asText(event['client']);
  const ttlUs = asNumber(event['ttlUs']);
  // An expiry at or before now deletes at once, whoever asks for it.
  if (ttlUs <= 0) return remove(memory, event, key, () => true);
  const { client } = state;
  return {
    memory: withKey(memory, key, { ...state, expires: true }),
    effects: [
      {
        type: 'trace',
        entry: { ev: 'renew', client, key, ...(by === client ? {} : { by }) },
        expiresAfterUs: ttlUs,
      },
      { type: 'deadline', id: `key:${key}`, afterUs: ttlUs, clock: 'wall' },
      replyTo(event, { type: 'count', value: 1 }),
    ],
  };
}

function expire(memory: Memory, key: string): Served<Memory> | null {
  const state = memory.keys[key];
  if (state === undefined) return null;
  return {
    memory: withoutKey(memory, key),
    effects: [
      { type: 'trace', entry: { ev: 'expire', client: state.client, key } },
      { type: 'cancel', id: `key:${key}` },
    ],
  };
}

function forget(memory: Memory): Served<Memory> {
  const effects = Object.entries(memory.keys).flatMap(([key, { client }]): Effect[] => [
    { type: 'trace', entry: { ev: 'forget', client, key } },
    { type: 'cancel', id: `key:${key}` },
  ]);
  return { memory: { keys: {}, counters: {} }, effects };
}

/** Out of memory: a key is dropped before its time, whatever was in it. */
function evict(memory: Memory, key: string): Served<Memory> | null {
  const state = memory.keys[key];
  const { [key]: count, ...counters } = memory.counters;
  if (state === undefined)
    return count === undefined ? null : { memory: { ...memory, counters }, effects: [] };
  return {
    memory: { ...withoutKey(memory, key), counters },
    effects: [
      { type: 'trace', entry: { ev: 'forget', client: state.client, key } },
      { type: 'cancel', id: `key:${key}` },
    ],
  };
}

function answer(memory: Memory, event: MachineEvent, body: MachineEvent): Served<Memory> {
  return { memory, effects: [replyTo(event, body)] };
}

function withKey(memory: Memory, key: string, state: KeyState): Memory {
  return { ...memory, keys: { ...memory.keys, [key]: state } };
}

function withoutKey(memory: Memory, key: string): Memory {
  const { [key]: _gone, ...keys } = memory.keys;
  return { ...memory, keys };
}
