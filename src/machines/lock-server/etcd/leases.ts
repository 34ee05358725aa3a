import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import {
  answerTo,
  gapDeadline,
  leaseDeadline,
  refusal,
  type EtcdOptions,
  type KeyState,
  type Memory,
} from './memory.ts';
import { holderOf, lockOf, withoutKeys, type Changed, type Named } from './places.ts';

/** A lease of its own; one without any time is refused. */
export function grantLease(memory: Memory, event: MachineEvent): Served<Memory> {
  const ttlUs = asNumber(event['ttlUs']);
  if (ttlUs <= 0) return refusal(memory, event, 'ttl');
  const id = memory.issued + 1;
  return {
    memory: { ...memory, issued: id, leases: { ...memory.leases, [id]: { ttlUs } } },
    effects: [
      { type: 'deadline', id: leaseDeadline(id), afterUs: ttlUs, clock: 'monotonic' },
      replyTo(event, { type: 'lease.granted', lease: id, ttlUs }),
    ],
  };
}

/** Starts the TTL of a lease anew; it adds nothing to what is left. */
export function keepAlive(memory: Memory, event: MachineEvent): Served<Memory> {
  const id = asNumber(event['lease']);
  const lease = memory.leases[id];
  if (lease === undefined) return refusal(memory, event, 'lease-lost');
  return {
    memory,
    effects: [...renewals(memory, id), replyTo(event, { type: 'lease.kept', lease: id, ttlUs: lease.ttlUs })],
  };
}

/** The whole TTL again, and an entry for each lock that is held by it; a place in a queue holds nothing yet. */
export function renewals(memory: Memory, id: number): readonly Effect[] {
  const ttlUs = memory.leases[id]?.ttlUs ?? 0;
  return [
    ...boundTo(memory, id)
      .filter((named) => holderOf(memory.keys, lockOf(named))?.[0] === named[0])
      .map((named): Effect => {
        const { client, token } = named[1];
        const entry = { ev: 'renew', client, key: lockOf(named), token } as const;
        return { type: 'trace', entry, expiresAfterUs: ttlUs };
      }),
    { type: 'deadline', id: leaseDeadline(id), afterUs: ttlUs, clock: 'monotonic' },
  ];
}

/** Ends a lease before its time, and its keys with it. */
export function revokeLease(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const id = asNumber(event['lease']);
  if (memory.leases[id] === undefined) return refusal(memory, event, 'lease-lost');
  const ended = endLease(options, memory, id, (key, state) => endedBy(event, key, state));
  return {
    memory: ended.memory,
    effects: [...ended.effects, replyTo(event, { type: 'lease.revoked', lease: id }), ...ended.after],
  };
}

/** A lease has run out: its keys vanish. */
export function expireLease(options: EtcdOptions, memory: Memory, id: number): Served<Memory> {
  const ended = endLease(options, memory, id, (key, { client, token }) => ({
    type: 'trace',
    entry: { ev: 'expire', client, key, token },
  }));
  return { memory: ended.memory, effects: [...ended.effects, ...ended.after] };
}

function endLease(
  options: EtcdOptions,
  memory: Memory,
  id: number,
  tell: (lock: string, state: KeyState) => Effect,
): Changed {
  const { [id]: lease, ...leases } = memory.leases;
  const changed = withoutKeys(options, { ...memory, leases }, boundTo(memory, id), tell);
  return {
    ...changed,
    effects: [
      ...changed.effects,
      { type: 'cancel', id: leaseDeadline(id) },
      ...(lease?.over === true ? [{ type: 'cancel', id: gapDeadline(id) } as const] : []),
      ...(lease?.asking ?? []).map((asker) => answerTo(asker, { type: 'error', reason: 'lease-lost' })),
    ],
  };
}

function boundTo({ keys }: Memory, id: number): readonly Named[] {
  return Object.entries(keys).filter(([, { lease }]) => lease === id);
}

/** How a lease ended that somebody ended: its owner released it, or somebody else revoked it. */
export function endedBy(event: MachineEvent, lock: string, { client, token, lease }: KeyState): Effect {
  const by = asText(event['client']);
  // A request that means an earlier lease of its sender's does not own this one.
  const isMeant = event['meant'] === undefined || event['meant'] === lease;
  const entry =
    by === client && isMeant
      ? ({ ev: 'release', client, key: lock, token } as const)
      : ({ ev: 'revoke', client, key: lock, token, by } as const);
  return { type: 'trace', entry };
}
