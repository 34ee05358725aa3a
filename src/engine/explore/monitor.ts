import type { Observed } from './observe.ts';

/**
 * The verdict's findings as finite folds, so that they can be part of a world that is explored: of a
 * lease only that is kept which a later entry can still ask about, and times count from now. A finding is
 * shown by the step that makes it. docs/EXPLORER.md says which findings and why these few facts suffice.
 */
export const SIGHTS = [
  'stale-write-accepted',
  'stale-write-accepted-unreplaced',
  'stale-write-accepted-paused',
  'stale-write-rejected',
  'rightful-write-rejected',
  'lost-update',
  'overlapping-leases',
  'overlapping-beliefs',
  'wrong-release',
  'token-regression',
  'write-accepted',
  'waits',
  'granted',
] as const;
export type Sight = (typeof SIGHTS)[number];

/** A set of sights as bits. */
export type Sights = number;

/** The bit of a sight. */
export function sightBit(sight: Sight): Sights {
  return 1 << SIGHTS.indexOf(sight);
}

/** One lease as far as it still matters. */
interface Lease {
  readonly place: number;
  readonly client: string;
  readonly token: number | null;
  /** An entry has ended it; a renewal revives one that expired. */
  readonly ended: 'no' | 'expired' | 'otherwise';
  /** The promise is off: expired, released by its owner, or replaced by the owner's next lease. */
  readonly dropped: boolean;
  /** Promised end from now; 0 once it has passed; null: none. */
  readonly endsInUs: number | null;
  /** Its client was paused when it ended, having been resumed so often before; null: it was not. */
  readonly overPaused: number | null;
  /** A write was accepted or rejected after its promised end, before anything told that it had ended. */
  readonly doubt: '' | 'accepted' | 'rejected';
}

interface KeyMemory {
  readonly leases: readonly Lease[];
  readonly last: number;
  readonly highest: number | null;
  readonly grantedTo: readonly string[];
  readonly believers: readonly string[];
  readonly waiting: readonly string[];
}

/** What a monitor remembers; plain JSON. */
export interface Memory {
  readonly keys: { readonly [key: string]: KeyMemory };
  readonly versions: { readonly [record: string]: number };
  readonly paused: readonly string[];
  /** How often a client was resumed; counted only where the pause of a holder is asked about. */
  readonly resumes: { readonly [client: string]: number };
}

/** What a monitor must tell apart beyond the findings. */
export interface MonitorOptions {
  /** Remember whether the client was paused when its lease ended. */
  readonly pausedHolder: boolean;
}

/** Before anything has happened. */
export const FIRST_MEMORY: Memory = { keys: {}, versions: {}, paused: [], resumes: {} };

const NEW_KEY: KeyMemory = { leases: [], last: 0, highest: null, grantedTo: [], believers: [], waiting: [] };

/** Takes in the entries of one step; gives what is remembered then and what was seen. */
export function watch(
  memory: Memory,
  observed: readonly Observed[],
  options: MonitorOptions,
): { readonly memory: Memory; readonly sights: Sights } {
  let sights = 0;
  let next = memory;
  for (const entry of observed) {
    const seen = watchEntry(next, entry, options);
    next = seen.memory;
    for (const sight of seen.sights) sights |= sightBit(sight);
  }
  return { memory: next, sights };
}

/** The memory after time in which nothing was seen. */
export function agedMemory(memory: Memory, byUs: number, options: MonitorOptions): Memory {
  return mapLeases(memory, (lease) => {
    if (lease.endsInUs === null || lease.endsInUs === 0) return lease;
    const endsInUs = Math.max(0, lease.endsInUs - byUs);
    const isOver = endsInUs === 0 && lease.ended === 'no';
    const overPaused = isOver ? pausedNow(memory, lease, options) : lease.overPaused;
    return { ...lease, endsInUs, overPaused };
  });
}

/** The same memory, by names in order, with every promised end that is still to come replaced. */
export function mapEnds(memory: Memory, change: (endsInUs: number) => number): Memory {
  const { keys, versions, paused, resumes } = memory;
  const changed = sorted(keys).map(([name, key]): [string, KeyMemory] => {
    const leases = key.leases.map((lease) =>
      lease.endsInUs === null || lease.endsInUs === 0
        ? lease
        : { ...lease, endsInUs: change(lease.endsInUs) },
    );
    return [name, { ...key, leases }];
  });
  return {
    keys: Object.fromEntries(changed),
    versions: Object.fromEntries(sorted(versions)),
    paused,
    resumes: Object.fromEntries(sorted(resumes)),
  };
}

/** Waits that have not ended, by key and client. */
export function openWaits(memory: Memory): readonly string[] {
  return Object.entries(memory.keys).flatMap(([name, { waiting }]) =>
    waiting.map((client) => `${name} ${client}`),
  );
}

/** Leases that have not ended though their client does not believe to hold the key, by key and client. */
export function leftLeases(memory: Memory): readonly string[] {
  return Object.entries(memory.keys).flatMap(([name, { leases, believers }]) =>
    leases
      .filter(({ ended: how, client }) => how === 'no' && !believers.includes(client))
      .map(({ client }) => `${name} ${client}`),
  );
}

function watchEntry(
  memory: Memory,
  entry: Observed,
  options: MonitorOptions,
): { readonly memory: Memory; readonly sights: readonly Sight[] } {
  const { ev, client } = entry;
  const key = memory.keys[entry.key] ?? NEW_KEY;
  const withKey = (changed: Partial<KeyMemory>): Memory => ({
    ...memory,
    keys: { ...memory.keys, [entry.key]: pruned({ ...key, ...changed }) },
  });
  switch (ev) {
    case 'pause':
      return { memory: { ...memory, paused: added(memory.paused, client) }, sights: [] };
    case 'resume': {
      const count = (memory.resumes[client] ?? 0) + 1;
      const resumes = options.pausedHolder ? { ...memory.resumes, [client]: count } : memory.resumes;
      return { memory: { ...memory, paused: without(memory.paused, client), resumes }, sights: [] };
    }
    case 'restart':
      return { memory: { ...memory, paused: without(memory.paused, client) }, sights: [] };
    case 'crash':
      return { memory: crashed(memory, client), sights: [] };
    case 'wait':
      return { memory: withKey({ waiting: added(key.waiting, client) }), sights: ['waits'] };
    case 'abandon':
      return { memory: withKey({ waiting: without(key.waiting, client) }), sights: [] };
    case 'believe': {
      if (!entry.held) return { memory: withKey({ believers: without(key.believers, client) }), sights: [] };
      const isSecond = !key.believers.includes(client) && key.believers.length > 0;
      const waiting = without(key.waiting, client);
      return {
        memory: withKey({ believers: added(key.believers, client), waiting }),
        sights: isSecond ? ['overlapping-beliefs'] : [],
      };
    }
    case 'grant':
      return granted(key, entry, withKey);
    case 'renew':
    case 'revive':
      return renewed(key, entry, withKey);
    case 'write':
      return written(memory, key, entry);
    default:
      return ended(memory, key, entry, withKey, options);
  }
}

type WithKey = (changed: Partial<KeyMemory>) => Memory;
interface Seen {
  readonly memory: Memory;
  readonly sights: readonly Sight[];
}

function granted(key: KeyMemory, entry: Observed, withKey: WithKey): Seen {
  const { client, token } = entry;
  const sights: Sight[] = ['granted'];
  const place = entry.lease ?? key.last + 1;
  const lease: Lease = {
    place,
    client,
    token,
    ended: 'no',
    dropped: false,
    endsInUs: entry.endsInUs === null ? null : Math.max(0, entry.endsInUs),
    overPaused: null,
    doubt: '',
  };
  if (promises(lease) && key.leases.some((other) => other.client !== client && promises(other)))
    sights.push('overlapping-leases');
  if (token !== null && key.highest !== null && token <= key.highest) sights.push('token-regression');
  // Writes in doubt: the lease had run out, for nothing told of its end before the key went on.
  for (const other of key.leases) {
    if (other.ended !== 'no' || other.doubt === '') continue;
    sights.push(other.doubt === 'accepted' ? 'stale-write-accepted-unreplaced' : 'stale-write-rejected');
  }
  const leases = key.leases.map((other) =>
    other.client === client && other.ended === 'no'
      ? { ...other, ended: 'otherwise' as const, dropped: true }
      : other,
  );
  return {
    memory: withKey({
      leases: [...leases, lease],
      last: place,
      highest: token === null ? key.highest : Math.max(token, key.highest ?? token),
      grantedTo: added(key.grantedTo, client),
      waiting: without(key.waiting, client),
    }),
    sights,
  };
}

function renewed(key: KeyMemory, entry: Observed, withKey: WithKey): Seen {
  const lease = leaseOf(key, entry);
  if (lease === undefined || lease.ended === 'otherwise') return { memory: withKey({}), sights: [] };
  const wasPromised = promises(lease);
  const endsInUs = entry.endsInUs === null ? null : Math.max(0, entry.endsInUs);
  const after: Lease = { ...lease, ended: 'no', dropped: false, endsInUs, doubt: '' };
  const overlaps =
    !wasPromised &&
    promises(after) &&
    key.leases.some((other) => other.client !== lease.client && promises(other));
  return {
    memory: withKey({ leases: key.leases.map((other) => (other === lease ? after : other)) }),
    sights: overlaps ? ['overlapping-leases'] : [],
  };
}

function ended(
  memory: Memory,
  key: KeyMemory,
  entry: Observed,
  withKey: WithKey,
  options: MonitorOptions,
): Seen {
  const lease = leaseOf(key, entry);
  if (lease === undefined || lease.ended !== 'no') return { memory: withKey({}), sights: [] };
  const { ev } = entry;
  const passedOn =
    lease.endsInUs === 0 && key.last !== lease.place && key.leases.at(-1)?.client !== lease.client;
  const after: Lease = {
    ...lease,
    ended: ev === 'expire' ? 'expired' : 'otherwise',
    dropped: lease.dropped || ev === 'expire' || ev === 'release',
    overPaused: pausedNow(memory, lease, options),
    doubt: '',
  };
  return {
    memory: withKey({ leases: key.leases.map((other) => (other === lease ? after : other)) }),
    sights: ev === 'revoke' && !passedOn ? ['wrong-release'] : [],
  };
}

function written(memory: Memory, key: KeyMemory, entry: Observed): Seen {
  const isAccepted = entry.outcome === 'accepted';
  const sights: Sight[] = [];
  const version = memory.versions[entry.record] ?? 0;
  if (isAccepted) {
    sights.push('write-accepted');
    if (entry.base !== null && entry.base < version) sights.push('lost-update');
  }
  const versions = isAccepted ? { ...memory.versions, [entry.record]: version + 1 } : memory.versions;
  const standing = standingOf(key, entry);
  if (standing.stale) {
    if (!isAccepted) sights.push('stale-write-rejected');
    else if (standing.unreplaced) sights.push('stale-write-accepted-unreplaced');
    else sights.push('stale-write-accepted');
    const wasPaused = standing.overPaused !== null && entry.resumes > standing.overPaused;
    if (isAccepted && !standing.unreplaced && wasPaused) sights.push('stale-write-accepted-paused');
  }
  if (standing.rightful && !isAccepted) sights.push('rightful-write-rejected');
  const doubted = standing.doubted;
  const leases =
    doubted === null
      ? key.leases
      : key.leases.map((lease) =>
          lease === doubted && lease.doubt !== 'accepted'
            ? { ...lease, doubt: isAccepted ? ('accepted' as const) : ('rejected' as const) }
            : lease,
        );
  const keys = leases === key.leases ? memory.keys : { ...memory.keys, [entry.key]: { ...key, leases } };
  return { memory: { ...memory, versions, keys }, sights };
}

interface Standing {
  readonly stale: boolean;
  readonly unreplaced: boolean;
  readonly rightful: boolean;
  readonly overPaused: number | null;
  readonly doubted: Lease | null;
}

/** How a write stands with the lock; see the verdict's write-standing.ts for the definition. */
function standingOf(key: KeyMemory, entry: Observed): Standing {
  const live: Standing = {
    stale: false,
    unreplaced: false,
    rightful: false,
    overPaused: null,
    doubted: null,
  };
  if (entry.lease === null && !key.grantedTo.includes(entry.client))
    return { ...live, stale: true, unreplaced: key.last === 0 };
  const lease =
    entry.lease === null
      ? key.leases.findLast(({ client }) => client === entry.client)
      : key.leases.find(({ place }) => place === entry.lease);
  // What is not remembered was over, and the key has been granted again.
  if (lease === undefined) return { ...live, stale: true };
  const unreplaced = key.last === lease.place;
  const isPast = lease.endsInUs === 0;
  if (lease.ended !== 'no') {
    return { ...live, stale: !unreplaced || isPast, unreplaced, overPaused: lease.overPaused };
  }
  const known = entry.lease !== null;
  if (!isPast) return { ...live, rightful: known };
  // Past its promised end with nothing told: over if the key has gone to another client, else in doubt.
  const passedOn =
    !unreplaced && key.leases.some(({ place, client }) => place > lease.place && client !== lease.client);
  if (passedOn) return { ...live, stale: true, unreplaced, overPaused: lease.overPaused };
  return { ...live, doubted: lease };
}

/** The lease that an entry of the lock service speaks of: by client and token, else the client's last. */
function leaseOf(key: KeyMemory, entry: Observed): Lease | undefined {
  const own = key.leases.filter(({ client }) => client === entry.client);
  const named = entry.token === null ? undefined : own.findLast(({ token }) => token === entry.token);
  return named ?? own.at(-1);
}

/** Forgets what no later entry can ask about. */
function pruned(key: KeyMemory): KeyMemory {
  const leases = key.leases.filter(
    (lease) =>
      lease.place === key.last || lease.ended === 'no' || promises(lease) || lease.overPaused !== null,
  );
  return leases.length === key.leases.length ? key : { ...key, leases };
}

/** The pause in which a lease ends; the first counts. */
function pausedNow(memory: Memory, lease: Lease, options: MonitorOptions): number | null {
  if (lease.overPaused !== null || !options.pausedHolder) return lease.overPaused;
  return memory.paused.includes(lease.client) ? (memory.resumes[lease.client] ?? 0) : null;
}

function promises(lease: Lease): boolean {
  return !lease.dropped && lease.endsInUs !== 0;
}

function crashed(memory: Memory, client: string): Memory {
  const keys = Object.fromEntries(
    Object.entries(memory.keys).map(([name, key]) => [
      name,
      { ...key, believers: without(key.believers, client), waiting: without(key.waiting, client) },
    ]),
  );
  return { ...memory, keys, paused: without(memory.paused, client) };
}

function mapLeases(memory: Memory, change: (lease: Lease) => Lease): Memory {
  const keys = Object.fromEntries(
    Object.entries(memory.keys).map(([name, key]) => [
      name,
      pruned({ ...key, leases: key.leases.map(change) }),
    ]),
  );
  return { ...memory, keys };
}

function sorted<T>(named: { readonly [name: string]: T }): [string, T][] {
  return Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1));
}

function added(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item].sort();
}

function without(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : list;
}
