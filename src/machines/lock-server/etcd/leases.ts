import type { Effect, MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { answerTo, gapDeadline, leaseDeadline, refusal, type KeyState, type Memory } from './memory.ts';

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

/** The whole TTL again, and an entry for each key that it keeps. */
export function renewals(memory: Memory, id: number): readonly Effect[] {
  const ttlUs = memory.leases[id]?.ttlUs ?? 0;
  return [
    ...Object.entries(memory.keys)
      .filter(([, state]) => state.lease === id)
      .map(([key, { client, token }]): Effect => ({
        type: 'trace',
        entry: { ev: 'renew', client, key, token },
        expiresAfterUs: ttlUs,
      })),
    { type: 'deadline', id: leaseDeadline(id), afterUs: ttlUs, clock: 'monotonic' },
  ];
}

/** Ends a lease before its time, and its keys with it. */
export function revokeLease(memory: Memory, event: MachineEvent): Served<Memory> {
  const id = asNumber(event['lease']);
  if (memory.leases[id] === undefined) return refusal(memory, event, 'lease-lost');
  const ended = endLease(memory, String(id), (key, state) => endedBy(event, key, state));
  return {
    memory: ended.memory,
    effects: [...ended.effects, replyTo(event, { type: 'lease.revoked', lease: id })],
  };
}

/** A lease has run out: its keys vanish. */
export function expireLease(memory: Memory, id: string): Served<Memory> {
  return endLease(memory, id, (key, { client, token }) => ({
    type: 'trace',
    entry: { ev: 'expire', client, key, token },
  }));
}

function endLease(
  memory: Memory,
  id: string,
  tell: (key: string, state: KeyState) => Effect,
): Served<Memory> {
  const { [id]: lease, ...leases } = memory.leases;
  const bound = Object.entries(memory.keys).filter(([, state]) => String(state.lease) === id);
  const keys = Object.fromEntries(
    Object.entries(memory.keys).filter(([, state]) => String(state.lease) !== id),
  );
  const revision = bound.length > 0 ? memory.revision + 1 : memory.revision;
  return {
    memory: { ...memory, revision, leases, keys },
    effects: [
      ...bound.map(([key, state]) => tell(key, state)),
      { type: 'cancel', id: leaseDeadline(id) },
      ...(lease?.over === true ? [{ type: 'cancel', id: gapDeadline(id) } as const] : []),
      ...(lease?.asking ?? []).map((asker) => answerTo(asker, { type: 'error', reason: 'lease-lost' })),
    ],
  };
}

/** How a lease ended that somebody ended: its owner released it, or somebody else revoked it. */
export function endedBy(event: MachineEvent, key: string, { client, token }: KeyState): Effect {
  const by = asText(event['client']);
  const entry =
    by === client
      ? ({ ev: 'release', client, key, token } as const)
      : ({ ev: 'revoke', client, key, token, by } as const);
  return { type: 'trace', entry };
}
