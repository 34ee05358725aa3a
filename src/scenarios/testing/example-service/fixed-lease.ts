import type { Component, Effect, MachineEvent } from '../../../engine/component.ts';
import { raiseFences, type FenceRaise } from '../../../machines/fence-raise.ts';
import { asNumber, asText, replyTo } from '../../../machines/requests.ts';
import { server, type Served } from '../../../machines/serving-machine.ts';

/** What is fixed for one service. Durations are microseconds. */
export interface FixedLeaseOptions {
  readonly id: string;
  readonly keys: readonly string[];
  readonly raises: readonly FenceRaise[];
  readonly lengthUs: number;
}

/** What it remembers: how often it granted, and who holds. Plain JSON without any time: ends are deadlines. */
interface Memory {
  readonly grants: number;
  readonly holders: { readonly [key: string]: { readonly client: string; readonly token: number } | null };
}

const LEASE = 'lease:';

/** Leases of one length, whatever is asked for, that cannot be extended. */
export function fixedLease(options: FixedLeaseOptions): Component {
  return server<Memory>({
    id: options.id,
    role: 'service',
    initial: { grants: 0, holders: Object.fromEntries(options.keys.map((key) => [key, null])) },
    serve: (memory, event) => serve(options, memory, event),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        { states: ['free', 'leased'], of: ({ holders }) => (holders[key] == null ? 'free' : 'leased') },
      ]),
    ),
  });
}

function serve(options: FixedLeaseOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  const key =
    event.type === 'deadline.passed' ? asText(event['id']).slice(LEASE.length) : asText(event['key']);
  const holder = memory.holders[key] ?? null;
  const client = asText(event['client']);
  const after = (
    next: typeof holder,
    effects: readonly Effect[],
    grants = memory.grants,
  ): Served<Memory> => ({
    memory: { grants, holders: { ...memory.holders, [key]: next } },
    effects,
  });
  const refuses = (op: 'acquire' | 'release', reason: string): Served<Memory> =>
    after(holder, [
      { type: 'trace', entry: { ev: 'refuse', op, client, key, reason } },
      replyTo(event, { type: 'refused', op, key, reason }),
    ]);

  switch (event.type) {
    case 'acquire': {
      if (holder !== null) return refuses('acquire', 'held');
      const token = memory.grants + 1;
      const { lengthUs, raises } = options;
      const effects: Effect[] = [
        { type: 'trace', entry: { ev: 'grant', client, key, token }, expiresAfterUs: lengthUs },
        { type: 'deadline', id: `${LEASE}${key}`, afterUs: lengthUs, clock: 'monotonic' },
        ...raiseFences(raises, key, token),
        replyTo(event, { type: 'granted', key, token, ttlUs: lengthUs }),
      ];
      return after({ client, token }, effects, token);
    }
    case 'release': {
      const token = asNumber(event['token']);
      if (holder?.token !== token) return refuses('release', 'lease-lost');
      return after(null, [
        { type: 'trace', entry: { ev: 'release', client: holder.client, key, token } },
        { type: 'cancel', id: `${LEASE}${key}` },
        replyTo(event, { type: 'released', key, token }),
      ]);
    }
    case 'deadline.passed':
      if (holder === null) return null;
      return after(null, [{ type: 'trace', entry: { ev: 'expire', ...holder, key } }]);
    case 'inspect': {
      // An authoritative store looks at the record in its own step.
      const view = { type: 'lease.view', live: holder !== null, token: holder?.token ?? null };
      return after(holder, [{ type: 'call', to: asText(event['store']), event: view }]);
    }
    default:
      return null;
  }
}
