import type { Component, Effect, MachineEvent } from '../../../engine/component.ts';
import { isObject, ranked, type RankRule } from '../../../engine/ranks.ts';
import type { Json } from '../../../engine/trace.ts';
import { raiseFences, type FenceRaise } from '../../fence-raise.ts';
import { REQUEST_FIELDS, TOKENS } from '../../ranked-fields.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import {
  dateDeadline,
  judgeFirst,
  judgementOf,
  lastsUs,
  leadOf,
  type ExpiryBy,
  type Judgement,
} from '../foreign-clocks.ts';
import { server, type Served, type ServerDefinition } from '../../serving-machine.ts';

/** What is fixed for one epoch lease service. */
export interface EpochLeaseOptions {
  readonly id: string;
  readonly keys: readonly string[];
  /** Stores whose fence each grant raises. */
  readonly raises: readonly FenceRaise[];
  /** Whose clock says when a term is over; the service's own where it is left out. */
  readonly expiryBy?: ExpiryBy;
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
  const { expiryBy = 'server' } = options;
  return {
    id: options.id,
    role: 'service',
    ...(expiryBy === 'server' ? {} : { dated: true }),
    initial: { terms: Object.fromEntries(options.keys.map((key) => [key, null])) },
    ranks: { fields: { ...REQUEST_FIELDS, terms, token: ranked(TOKENS) }, options },
    serve: (memory, event) => serve(options, memory, event),
    regions: Object.fromEntries(
      options.keys.map((key) => [
        key,
        { states: ['free', 'leased', 'over'], of: ({ terms }: Memory) => shownState(terms[key] ?? null) },
      ]),
    ),
  };
}

/** Each key has an epoch of its own to count up, from 0 where there is none yet. */
const terms: RankRule = (value, numbers) => {
  if (!isObject(value)) return value;
  const ranks = Object.entries(value).map(([key, term]): [string, Json] => {
    if (!isObject(term) || typeof term['epoch'] !== 'number') {
      numbers.number(TOKENS, 0, true);
      return [key, term];
    }
    return [key, { ...term, epoch: numbers.number(TOKENS, term['epoch'], true) }];
  });
  return Object.fromEntries(ranks);
};

function shownState(term: Term | null): string {
  if (term === null) return 'free';
  return term.live ? 'leased' : 'over';
}

function serve(options: EpochLeaseOptions, memory: Memory, event: MachineEvent): Served<Memory> | null {
  if (event.type === 'judged') {
    const asked = { ...event, type: asText(event['op']), left: { now: asNumber(event['leadUs']) } };
    return answer(options, memory, asked, judgementOf(event, dateOf(asText(event['key']))));
  }
  const key = asText(event['key']);
  const isForeign = options.expiryBy === 'challenger-clock' && memory.terms[key]?.live === true;
  if (isForeign && JUDGED.has(event.type))
    return { memory, effects: [judgeFirst(options.id, dateOf(key), event)] };
  return answer(options, memory, event, null);
}

/** Requests that look at the end of a term. */
const JUDGED: ReadonlySet<string> = new Set(['acquire', 'renew', 'inspect']);

/** The date at which a term ends that others judge. */
function dateOf(key: string): string {
  return `until:${key}`;
}

function answer(
  options: EpochLeaseOptions,
  memory: Memory,
  event: MachineEvent,
  judgement: Judgement | null,
): Served<Memory> | null {
  switch (event.type) {
    case 'acquire':
      return acquire(options, memory, event, judgement);
    case 'renew':
      return renew(options, memory, event, judgement);
    case 'current': {
      const epoch = memory.terms[asText(event['key'])]?.epoch ?? 0;
      return { memory, effects: [replyTo(event, { type: 'epoch', epoch })] };
    }
    case 'inspect': {
      const term = memory.terms[asText(event['key'])] ?? null;
      const live = term !== null && term.live && judgement?.isOver !== true;
      const view = { type: 'lease.view', live, token: term?.epoch ?? null };
      return { memory, effects: [{ type: 'call', to: asText(event['store']), event: view }] };
    }
    case 'deadline.passed': {
      const key = asText(event['id']).slice(LEASE.length);
      const term = memory.terms[key];
      if (term === null || term === undefined) return null;
      const entry = { ev: 'expire', client: term.owner, key, token: term.epoch } as const;
      return { memory: withTerm(memory, key, { ...term, live: false }), effects: [{ type: 'trace', entry }] };
    }
    case 'deadline.revived': {
      // The row holds a wall-clock expiry: where that clock goes back before it, the term lives again.
      const key = asText(event['id']).slice(LEASE.length);
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

function acquire(
  options: EpochLeaseOptions,
  memory: Memory,
  event: MachineEvent,
  judgement: Judgement | null,
): Served<Memory> {
  const key = asText(event['key']);
  const owner = asText(event['client']);
  const ttlUs = asNumber(event['ttlUs']);
  const term = memory.terms[key] ?? null;
  const isHeld = term !== null && term.live && term.owner !== owner;
  if (isHeld && judgement?.isOver !== true) {
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
  const { afterUs, live, ends } = endOf(options, event);
  const effects: Effect[] = [
    // By the service's own clock the term was live yet: who took it found it over by another.
    ...(isHeld && judgement?.isPast === false ? [forgetEntry(key, term)] : []),
    { type: 'trace', entry: { ev: 'grant', client: owner, key, token: epoch }, expiresAfterUs: afterUs },
    ends,
    ...raiseFences(options.raises, key, epoch),
    replyTo(event, { type: 'granted', key, token: epoch, ttlUs }),
    ...overAtOnce(key, owner, epoch, live),
  ];
  return { memory: withTerm(memory, key, { owner, epoch, live }), effects };
}

/** How long a term lasts from now by the service's clock, whether that is any time at all, and its end. */
function endOf({ expiryBy = 'server' }: EpochLeaseOptions, event: MachineEvent) {
  const key = asText(event['key']);
  const afterUs = lastsUs(expiryBy, asNumber(event['ttlUs']), leadOf(event));
  if (expiryBy === 'challenger-clock')
    return { afterUs, live: true, ends: dateDeadline(dateOf(key), afterUs) };
  const ends: Effect = { type: 'deadline', id: `${LEASE}${key}`, afterUs, clock: 'wall' };
  return { afterUs, live: afterUs > 0, ends };
}

/** How the deadline of a term begins, before its key. */
const LEASE = 'lease:';

function forgetEntry(key: string, { owner: client, epoch: token }: Term): Effect {
  return { type: 'trace', entry: { ev: 'forget', client, key, token } };
}

function renew(
  options: EpochLeaseOptions,
  memory: Memory,
  event: MachineEvent,
  judgement: Judgement | null,
): Served<Memory> {
  const key = asText(event['key']);
  const owner = asText(event['client']);
  const token = asNumber(event['token']);
  const ttlUs = asNumber(event['ttlUs']);
  const term = memory.terms[key] ?? null;
  const isOver = term === null || !term.live || judgement?.isOver === true;
  if (isOver || term.owner !== owner || term.epoch !== token) {
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
  const { afterUs, live, ends } = endOf(options, event);
  const effects: Effect[] = [
    { type: 'trace', entry: { ev: 'renew', client: owner, key, token }, expiresAfterUs: afterUs },
    ends,
    replyTo(event, { type: 'renewed', key, token, ttlUs }),
    ...overAtOnce(key, owner, token, live),
  ];
  return { memory: withTerm(memory, key, { ...term, live }), effects };
}

/** A term without any time is over as it begins; its deadline has passed without an event. */
function overAtOnce(key: string, client: string, token: number, live: boolean): Effect[] {
  return live ? [] : [{ type: 'trace', entry: { ev: 'expire', client, key, token } }];
}

function forget(memory: Memory): Served<Memory> {
  const effects: Effect[] = [];
  for (const [key, term] of Object.entries(memory.terms)) {
    if (term === null) continue;
    effects.push(forgetEntry(key, term), { type: 'cancel', id: `${LEASE}${key}` });
    effects.push({ type: 'cancel', id: dateOf(key) });
  }
  return {
    memory: { terms: Object.fromEntries(Object.keys(memory.terms).map((key) => [key, null])) },
    effects,
  };
}

function withTerm(memory: Memory, key: string, term: Term): Memory {
  return { terms: { ...memory.terms, [key]: term } };
}
