import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { endedBy } from './leases.ts';
import {
  EMPTY,
  gapDeadline,
  leaseDeadline,
  refusal,
  type EtcdOptions,
  type KeyState,
  type Memory,
} from './memory.ts';

/** One transaction: if the key is absent, put it, bound to a lease. */
export function putIfAbsent({ raises }: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
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
        expiresAtDeadline: leaseDeadline(lease),
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

/** One transaction: if the key's value is this, delete it. A compare on the value of a missing key is false. */
export function deleteIfValue(memory: Memory, event: MachineEvent): Served<Memory> {
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

/** Deletes a key, whoever put it. */
export function deleteKey(memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const present = memory.keys[key];
  const reply = replyTo(event, { type: 'deleted', found: present !== undefined });
  if (present === undefined) return { memory, effects: [reply] };
  return { memory: withoutKey(memory, key), effects: [endedBy(event, key, present), reply] };
}

/** What is under a key. */
export function getKey(memory: Memory, event: MachineEvent): Served<Memory> {
  const found = memory.keys[asText(event['key'])];
  const body = {
    type: 'value',
    found: found !== undefined,
    value: found?.value ?? '',
    created: found?.created ?? 0,
  };
  return { memory, effects: [replyTo(event, body)] };
}

/** Everything is gone, the revision with it: creation revisions begin anew. */
export function forgetAll(memory: Memory): Served<Memory> {
  const forgotten = Object.entries(memory.keys).map(([key, { client, token }]): Effect => ({
    type: 'trace',
    entry: { ev: 'forget', client, key, token },
  }));
  const ended = Object.entries(memory.leases).flatMap(([id, { over }]): Effect[] => [
    { type: 'cancel', id: leaseDeadline(id) },
    ...(over === true ? [{ type: 'cancel', id: gapDeadline(id) } as const] : []),
  ]);
  return { memory: EMPTY, effects: [...forgotten, ...ended] };
}

function withoutKey(memory: Memory, key: string): Memory {
  const { [key]: _gone, ...keys } = memory.keys;
  return { ...memory, revision: memory.revision + 1, keys };
}
