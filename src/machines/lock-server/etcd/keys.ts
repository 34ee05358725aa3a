import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { endedBy } from './leases.ts';
import {
  answerTo,
  EMPTY,
  gapDeadline,
  leaseDeadline,
  refusal,
  type EtcdOptions,
  type KeyState,
  type Memory,
} from './memory.ts';
import { holderOf, lockOf, withKey, withoutKeys, type Changed } from './places.ts';

/** One transaction: if the key is absent, put it, bound to a lease. */
export function putIfAbsent(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  if (memory.leases[asNumber(event['lease'])] === undefined) return refusal(memory, event, 'lease-lost');
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
  const put = withKey(options, memory, key, putState(memory, event, event));
  const created = put.memory.revision;
  return answered(put, replyTo(event, { type: 'txn', succeeded: true, created }));
}

/** A key as a request puts it; `what` holds its value, its lease and the queue in which it is a place. */
export function putState(memory: Memory, event: MachineEvent, what: MachineEvent): KeyState {
  const created = memory.revision + 1;
  return {
    value: asText(what['value']),
    lease: asNumber(what['lease']),
    created,
    client: asText(event['client']),
    token: typeof what['token'] === 'number' ? what['token'] : created,
    ...(what['under'] === undefined ? {} : { under: asText(what['under']) }),
  };
}

/** One transaction: if the key's value is this, delete it. A compare on the value of a missing key is false. */
export function deleteIfValue(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  if (memory.keys[key]?.value !== asText(event['value'])) {
    return { memory, effects: [replyTo(event, { type: 'txn', succeeded: false })] };
  }
  return answered(removed(options, memory, event, key), replyTo(event, { type: 'txn', succeeded: true }));
}

/** Deletes a key, whoever put it. */
export function deleteKey(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const found = memory.keys[key] !== undefined;
  return answered(removed(options, memory, event, key), replyTo(event, { type: 'deleted', found }));
}

/** The keys without one of them; the same where it is not there. */
export function removed(options: EtcdOptions, memory: Memory, event: MachineEvent, key: string): Changed {
  const state = memory.keys[key];
  const gone = state === undefined ? [] : [[key, state] as const];
  return withoutKeys(options, memory, gone, (lock, ended) => endedBy(event, lock, ended));
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

/** Everything is gone, the revision with it: creation revisions begin anew. Who waits for a key is told. */
export function forgetAll(memory: Memory): Served<Memory> {
  const forgotten = Object.entries(memory.keys)
    .filter((named) => holderOf(memory.keys, lockOf(named))?.[0] === named[0])
    .map((named): Effect => {
      const { client, token } = named[1];
      return { type: 'trace', entry: { ev: 'forget', client, key: lockOf(named), token } };
    });
  const ended = Object.entries(memory.leases).flatMap(([id, { over }]): Effect[] => [
    { type: 'cancel', id: leaseDeadline(id) },
    ...(over === true ? [{ type: 'cancel', id: gapDeadline(id) } as const] : []),
  ]);
  const told = [
    ...(memory.watchers ?? []).map((watcher) => answerTo(watcher, { type: 'watch.gone', key: watcher.key })),
    ...(memory.callers ?? []).map((caller) => answerTo(caller, { type: 'error', reason: 'lease-lost' })),
  ];
  return { memory: EMPTY, effects: [...forgotten, ...ended, ...told] };
}

/** A change with its answer: what follows for others comes after it. */
export function answered({ memory, effects, after }: Changed, answer: Effect): Served<Memory> {
  return { memory, effects: [...effects, answer, ...after] };
}
