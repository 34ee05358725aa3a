import {
  added,
  mapLeases,
  NEW_KEY,
  promises,
  pruned,
  without,
  type KeyMemory,
  type Lease,
  type Memory,
} from './monitor-memory.ts';
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
  'duplicate-work',
] as const;
export type Sight = (typeof SIGHTS)[number];

/** A set of sights as bits. */
export type Sights = number;

/** The bit of a sight. */
export function sightBit(sight: Sight): Sights {
  return 1 << SIGHTS.indexOf(sight);
}

/** What a monitor must tell apart beyond the findings. */
export interface MonitorOptions {
  /** Remember whether the client was paused when its lease ended. */
  readonly pausedHolder: boolean;
  /** Remember which units of work took effect; not unless it is said. */
  readonly units?: boolean;
}

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
    next = options.units === true ? broken(seen, entry.key) : seen.memory;
    for (const sight of seen.sights) sights |= sightBit(sight);
  }
  return { memory: next, sights };
}

/** The memory with the key marked whose lock did not keep its word. */
function broken({ memory, sights }: Seen, name: string): Memory {
  if (!sights.some((sight) => BROKEN_LOCK.has(sight))) return memory;
  const key: KeyMemory = { ...(memory.keys[name] ?? NEW_KEY), isBroken: true };
  return { ...memory, keys: { ...memory.keys, [name]: key } };
}

/** What is seen where the lock itself did not keep its word, as in the verdict's duplicate-work.ts. */
const BROKEN_LOCK: ReadonlySet<Sight> = new Set([
  'overlapping-leases',
  'overlapping-beliefs',
  'stale-write-accepted',
  'stale-write-accepted-unreplaced',
  'wrong-release',
  'token-regression',
]);

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
    case 'work':
      return options.units === true && entry.unit !== ''
        ? worked(memory, key, entry)
        : { memory, sights: [] };
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
  const leases = key.leases.map((other): Lease => {
    if (other.client !== client) return other;
    const replaced = { ...other, dropped: true };
    return other.ended === 'no' ? { ...replaced, ended: 'otherwise' } : replaced;
  });
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
    memory: withKey({
      leases: key.leases.map((other) => {
        if (other === lease) return after;
        return wasPromised || other.client !== lease.client ? other : { ...other, dropped: true };
      }),
    }),
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

/** A unit of work takes effect when it ends. */
function worked(memory: Memory, key: KeyMemory, { unit }: Observed): Seen {
  const { done = [] } = memory;
  if (!done.includes(unit)) return { memory: { ...memory, done: added(done, unit) }, sights: [] };
  // A write in doubt may yet turn out to explain it.
  const isExplained = key.isBroken === true || key.leases.some(({ doubt }) => doubt === 'accepted');
  return { memory, sights: isExplained ? [] : ['duplicate-work'] };
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

/** The pause in which a lease ends; the first counts. */
function pausedNow(memory: Memory, lease: Lease, options: MonitorOptions): number | null {
  if (lease.overPaused !== null || !options.pausedHolder) return lease.overPaused;
  return memory.paused.includes(lease.client) ? (memory.resumes[lease.client] ?? 0) : null;
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
