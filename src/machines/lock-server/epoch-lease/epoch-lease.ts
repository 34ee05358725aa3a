import type { Component, Effect, MachineEvent } from '../../../engine/component.ts';
import { raiseFences, type FenceRaise } from '../../fence-raise.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';

/** What is fixed for one epoch lease service. */
export interface EpochLeaseOptions {
  readonly id: string;
  readonly keys: readonly string[];
  /** Stores whose fence each grant raises. */
  readonly raises: readonly FenceRaise[];
}

/** The row of one key: kept after expiry, so that the epoch is never reset. */
interface Term {
  readonly owner: string;
  readonly epoch: number;
  readonly live: boolean;
}

type Terms = { readonly [key: string]: Term | null };
type Memory = { readonly terms: Terms };

/**
 * The epoch lease: a row per key (owner, epoch, expiry), changed by compare-and-set. Acquire fails while
 * another owner's lease is live; the same owner may acquire again, and that raises the epoch. Renew needs
 * owner, epoch and a live lease. There is no release.
 */
export function epochLease(options: EpochLeaseOptions): Component {
  return server(epochLeaseDefinition(options));
}

/** The definition behind `epochLease`: a region for each key beside it. */
export function epochLeaseDefinition(options: EpochLeaseOptions): ServerDefinition<Memory> {
  return {
    id: options.id,
    role: 'service',
    initial: { terms: Object.fromEntries(options.keys.map((key) => [key, null])) },
    serve: (memory, event) => serve(options, memory, event),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        { states: ['free', 'leased', 'over'], of: ({ terms }: Memory) => shownState(terms[key] ?? null) },
      ]),
    ),
  };
}

function shownState(term: Term | null): string {
  if (term === null) return 'free';
  return term.live ? 'leased' : 'over';
}

function serve(options: EpochLeaseOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  switch (event.type) {
    case 'acquire':
      return acquire(options, memory, event);
    case 'renew':
      return renew(memory, event);
    case 'current': {
      const epoch = memory.terms[asText(event['key'])]?.epoch ?? 0;
      return { memory, effects: [replyTo(event, { type: 'epoch', epoch })] };
    }
    case 'inspect': {
      const term = memory.terms[asText(event['key'])] ?? null;
      const view = { type: 'lease.view', live: term?.live ?? false, token: term?.epoch ?? null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed': {
      const key = asText(event['id']).slice('lease:'.length);
      const term = memory.terms[key];
      if (term === null || term === undefined) return null;
      const entry = { ev: 'expire', client: term.owner, key, token: term.epoch } as const;
      return { memory: withTerm(memory, key, { ...term, live: false }), effects: [{ type: 'trace', entry }] };
    }
    case 'deadline.revived': {
      // The row holds a wall-clock expiry: where that clock goes back before it, the term lives again.
      const key = asText(event['id']).slice('lease:'.length);
      const term = memory.terms[key];
      if (term === null || term === undefined) return null;
      const entry = { ev: 'revive', client: term.owner, key, token: term.epoch } as const;
      const expiresAfterUs = asNumber(event['leftUs']);
      return {
        memory: withTerm(memory, key, { ...term, live: true }),
        effects: [{ type: 'trace', entry, expiresAfterUs }],
      };
    }
    case 'restart':
      return event['data'] === 'lost' ? forget(memory) : null;
    default:
      return null;
  }
}

function acquire(options: EpochLeaseOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const owner = asText(event['client']);
  const ttlUs = asNumber(event['ttlUs']);
  const term = memory.terms[key] ?? null;
  if (term !== null && term.live && term.owner !== owner) {
    const entry = {
      ev: 'refuse',
      op: 'acquire',
      client: owner,
      key,
      reason: 'held',
      by: term.owner,
      token: term.epoch,
    } as const;
    return {
      memory,
      effects: [
        { type: 'trace', entry },
        replyTo(event, { type: 'refused', op: 'acquire', key, reason: 'held' }),
      ],
    };
  }
  const epoch = (term?.epoch ?? 0) + 1;
  const effects: Effect[] = [
    { type: 'trace', entry: { ev: 'grant', client: owner, key, token: epoch }, expiresAfterUs: ttlUs },
    { type: 'deadline', id: `lease:${key}`, afterUs: ttlUs, clock: 'wall' },
    ...raiseFences(options.raises, key, epoch),
    replyTo(event, { type: 'granted', key, token: epoch, ttlUs }),
    ...overAtOnce(key, owner, epoch, ttlUs),
  ];
  return { memory: withTerm(memory, key, { owner, epoch, live: ttlUs > 0 }), effects };
}

function renew(memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const owner = asText(event['client']);
  const token = asNumber(event['token']);
  const ttlUs = asNumber(event['ttlUs']);
  const term = memory.terms[key] ?? null;
  if (term === null || !term.live || term.owner !== owner || term.epoch !== token) {
    const holder = term === null ? {} : { by: term.owner, token: term.epoch };
    const entry = { ev: 'refuse', op: 'renew', client: owner, key, reason: 'lease-lost', ...holder } as const;
    return {
      memory,
      effects: [
        { type: 'trace', entry },
        replyTo(event, { type: 'refused', op: 'renew', key, reason: 'lease-lost' }),
      ],
    };
  }
  const effects: Effect[] = [
    { type: 'trace', entry: { ev: 'renew', client: owner, key, token }, expiresAfterUs: ttlUs },
    { type: 'deadline', id: `lease:${key}`, afterUs: ttlUs, clock: 'wall' },
    replyTo(event, { type: 'renewed', key, token, ttlUs }),
    ...overAtOnce(key, owner, token, ttlUs),
  ];
  return { memory: withTerm(memory, key, { ...term, live: ttlUs > 0 }), effects };
}

/** A term without any time is over as it begins; its deadline has passed without an event. */
function overAtOnce(key: string, client: string, token: number, ttlUs: number): Effect[] {
  return ttlUs > 0 ? [] : [{ type: 'trace', entry: { ev: 'expire', client, key, token } }];
}

function forget(memory: Memory): Served<Memory> {
  const effects: Effect[] = [];
  for (const [key, term] of Object.entries(memory.terms)) {
    if (term === null) continue;
    effects.push({ type: 'trace', entry: { ev: 'forget', client: term.owner, key, token: term.epoch } });
    effects.push({ type: 'cancel', id: `lease:${key}` });
  }
  return {
    memory: { terms: Object.fromEntries(Object.keys(memory.terms).map((key) => [key, null])) },
    effects,
  };
}

function withTerm(memory: Memory, key: string, term: Term): Memory {
  return { terms: { ...memory.terms, [key]: term } };
}
