import type { Component, Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';

/** What is fixed for one etcd. */
export interface EtcdOptions {
  readonly id: string;
  /** Keys to show as regions of the chart; others can be used too. */
  readonly keys: readonly string[];
  /** Stores whose fence each new holder's token raises in the same step. */
  readonly raises: readonly string[];
}

/** A key with its value and the lease that it is bound to. */
interface KeyState {
  readonly value: string;
  readonly lease: number;
  /** Revision at which the key came to be: it grows from holder to holder. */
  readonly created: number;
  /** Who put it; for the trace, never looked at by the service. */
  readonly client: string;
  /** The fencing token that its holder will present. */
  readonly token: number;
}

type Keys = { readonly [key: string]: KeyState };
type Leases = { readonly [id: string]: { readonly ttlUs: number } };
type Memory = {
  readonly revision: number;
  readonly issued: number;
  readonly leases: Leases;
  readonly keys: Keys;
};

/**
 * etcd in its plain profile: leases with keepalive and revoke, keys that vanish with their lease,
 * transactions on existence and value. A lease is over at its very deadline.
 */
export function etcd(options: EtcdOptions): Component {
  return server(etcdDefinition(options));
}

/** The definition behind `etcd`. */
export function etcdDefinition(options: EtcdOptions): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    initial: EMPTY,
    serve: (memory, event) => serve(options, memory, event),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        {
          states: ['absent', 'present'],
          of: ({ keys }: Memory) => (keys[key] === undefined ? 'absent' : 'present'),
        },
      ]),
    ),
  };
}

const EMPTY: Memory = { revision: 0, issued: 0, leases: {}, keys: {} };

function serve(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'lease.grant':
      return grantLease(memory, event);
    case 'lease.keepalive':
      return keepAlive(memory, event);
    case 'lease.stream': {
      // Opens the keepalive stream; the beats themselves are `lease.keepalive`.
      const lease = asNumber(event['lease']);
      return { memory, effects: [replyTo(event, { type: 'lease.streaming', lease })] };
    }
    case 'lease.revoke':
      return revokeLease(memory, event);
    case 'put-if-absent':
      return putIfAbsent(options, memory, event);
    case 'delete-if-value':
      return deleteIfValue(memory, event);
    case 'delete':
      return deleteKey(memory, event);
    case 'get': {
      const found = memory.keys[asText(event['key'])];
      const body = {
        type: 'value',
        found: found !== undefined,
        value: found?.value ?? '',
        created: found?.created ?? 0,
      };
      return { memory, effects: [replyTo(event, body)] };
    }
    case 'inspect': {
      const found = memory.keys[asText(event['key'])];
      const view = { type: 'lease.view', live: found !== undefined, token: found?.token ?? null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed':
      return endLease(memory, asText(event['id']).slice('lease:'.length), (key, state) => ({
        type: 'trace',
        entry: { ev: 'expire', client: state.client, key, token: state.token },
      }));
    case 'restart':
      return event['data'] === 'lost' ? forget(memory) : null;
    default:
      return null;
  }
}

function grantLease(memory: Memory, event: MachineEvent): Served<Memory> {
  const ttlUs = asNumber(event['ttlUs']);
  if (ttlUs <= 0) return refusal(memory, event, 'ttl');
  const id = memory.issued + 1;
  return {
    memory: { ...memory, issued: id, leases: { ...memory.leases, [id]: { ttlUs } } },
    effects: [
      { type: 'deadline', id: `lease:${String(id)}`, afterUs: ttlUs, clock: 'monotonic' },
      replyTo(event, { type: 'lease.granted', lease: id, ttlUs }),
    ],
  };
}

function keepAlive(memory: Memory, event: MachineEvent): Served<Memory> {
  const id = asNumber(event['lease']);
  const lease = memory.leases[id];
  if (lease === undefined) return refusal(memory, event, 'lease-lost');
  const renewals = Object.entries(memory.keys)
    .filter(([, state]) => state.lease === id)
    .map(([key, { client, token }]): Effect => ({
      type: 'trace',
      entry: { ev: 'renew', client, key, token },
      expiresAfterUs: lease.ttlUs,
    }));
  return {
    memory,
    effects: [
      ...renewals,
      { type: 'deadline', id: `lease:${String(id)}`, afterUs: lease.ttlUs, clock: 'monotonic' },
      replyTo(event, { type: 'lease.kept', lease: id, ttlUs: lease.ttlUs }),
    ],
  };
}

function revokeLease(memory: Memory, event: MachineEvent): Served<Memory> {
  const id = asNumber(event['lease']);
  if (memory.leases[id] === undefined) return refusal(memory, event, 'lease-lost');
  const ended = endLease(memory, String(id), (key, state) => endedBy(event, key, state));
  return {
    memory: ended.memory,
    effects: [...ended.effects, replyTo(event, { type: 'lease.revoked', lease: id })],
  };
}

function putIfAbsent({ raises }: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const lease = asNumber(event['lease']);
  const bound = memory.leases[lease];
  if (bound === undefined) return refusal(memory, event, 'lease-lost');
  const present = memory.keys[key];
  if (present !== undefined) {
    const client = asText(event['client']);
    const entry = {
      ev: 'refuse',
      op: 'acquire',
      client,
      key,
      reason: 'held',
      by: present.client,
      token: present.token,
    } as const;
    return { memory, effects: [{ type: 'trace', entry }, replyTo(event, { type: 'txn', succeeded: false })] };
  }
  const revision = memory.revision + 1;
  const token = typeof event['token'] === 'number' ? event['token'] : revision;
  const state: KeyState = {
    value: asText(event['value']),
    lease,
    created: revision,
    client: asText(event['client']),
    token,
  };
  return {
    memory: { ...memory, revision, keys: { ...memory.keys, [key]: state } },
    effects: [
      {
        type: 'trace',
        entry: { ev: 'grant', client: state.client, key, token },
        expiresAtDeadline: `lease:${String(lease)}`,
      },
      ...raises.map((store): Effect => ({
        type: 'call',
        to: store,
        event: { type: 'fence.raise', key, token },
      })),
      replyTo(event, { type: 'txn', succeeded: true, created: revision }),
    ],
  };
}

function deleteIfValue(memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const present = memory.keys[key];
  if (present === undefined || present.value !== asText(event['value'])) {
    return { memory, effects: [replyTo(event, { type: 'txn', succeeded: false })] };
  }
  return {
    memory: withoutKey(memory, key),
    effects: [endedBy(event, key, present), replyTo(event, { type: 'txn', succeeded: true })],
  };
}

function deleteKey(memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const present = memory.keys[key];
  const reply = replyTo(event, { type: 'deleted', found: present !== undefined });
  if (present === undefined) return { memory, effects: [reply] };
  return { memory: withoutKey(memory, key), effects: [endedBy(event, key, present), reply] };
}

function endLease(
  memory: Memory,
  id: string,
  tell: (key: string, state: KeyState) => Effect,
): Served<Memory> {
  const { [id]: _ended, ...leases } = memory.leases;
  const bound = Object.entries(memory.keys).filter(([, state]) => String(state.lease) === id);
  const keys = Object.fromEntries(
    Object.entries(memory.keys).filter(([, state]) => String(state.lease) !== id),
  );
  const revision = bound.length > 0 ? memory.revision + 1 : memory.revision;
  return {
    memory: { ...memory, revision, leases, keys },
    effects: [...bound.map(([key, state]) => tell(key, state)), { type: 'cancel', id: `lease:${id}` }],
  };
}

/** Everything is gone, the revision with it: creation revisions begin anew. */
function forget(memory: Memory): Served<Memory> {
  const forgotten = Object.entries(memory.keys).map(([key, { client, token }]): Effect => ({
    type: 'trace',
    entry: { ev: 'forget', client, key, token },
  }));
  const ended = Object.keys(memory.leases).map((id): Effect => ({ type: 'cancel', id: `lease:${id}` }));
  return { memory: EMPTY, effects: [...forgotten, ...ended] };
}

/** How a lease ended that somebody ended: its owner released it, or somebody else revoked it. */
function endedBy(event: MachineEvent, key: string, { client, token }: KeyState): Effect {
  const by = asText(event['client']);
  const entry =
    by === client
      ? ({ ev: 'release', client, key, token } as const)
      : ({ ev: 'revoke', client, key, token, by } as const);
  return { type: 'trace', entry };
}

function withoutKey(memory: Memory, key: string): Memory {
  const { [key]: _gone, ...keys } = memory.keys;
  return { ...memory, revision: memory.revision + 1, keys };
}

function refusal(memory: Memory, event: MachineEvent, reason: string): Served<Memory> {
  return { memory, effects: [replyTo(event, { type: 'error', reason })] };
}
