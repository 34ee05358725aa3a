/** One lease as far as it still matters. */
export interface Lease {
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

/** What is remembered of one key. */
export interface KeyMemory {
  readonly leases: readonly Lease[];
  readonly last: number;
  readonly highest: number | null;
  readonly grantedTo: readonly string[];
  readonly believers: readonly string[];
  readonly waiting: readonly string[];
  /** The lock did not keep its word, which explains that work is done twice; where units are looked at. */
  readonly isBroken?: true;
}

/** What a monitor remembers; plain JSON. */
export interface Memory {
  readonly keys: { readonly [key: string]: KeyMemory };
  readonly versions: { readonly [record: string]: number };
  readonly paused: readonly string[];
  /** How often a client was resumed; counted only where the pause of a holder is asked about. */
  readonly resumes: { readonly [client: string]: number };
  /** Units of work that took effect, in order of their names; where that is asked about. */
  readonly done?: readonly string[];
}

/** Before anything has happened. */
export const FIRST_MEMORY: Memory = { keys: {}, versions: {}, paused: [], resumes: {} };

/** What is remembered of a key before anything has happened under it. */
export const NEW_KEY: KeyMemory = {
  leases: [],
  last: 0,
  highest: null,
  grantedTo: [],
  believers: [],
  waiting: [],
};

/** The same memory, by names in order, with every promised end that is still to come replaced. */
export function mapEnds(memory: Memory, change: (endsInUs: number) => number): Memory {
  const { keys, versions, paused, resumes, done } = memory;
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
    ...(done === undefined ? {} : { done }),
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

/** Forgets what no later entry can ask about. */
export function pruned(key: KeyMemory): KeyMemory {
  const leases = key.leases.filter(
    (lease) =>
      lease.place === key.last || lease.ended === 'no' || promises(lease) || lease.overPaused !== null,
  );
  return leases.length === key.leases.length ? key : { ...key, leases };
}

/** Whether a lease still promises the key to its client. */
export function promises(lease: Lease): boolean {
  return !lease.dropped && lease.endsInUs !== 0;
}

/** The same memory with every lease changed. */
export function mapLeases(memory: Memory, change: (lease: Lease) => Lease): Memory {
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

/** A list in order, with an item. */
export function added(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item].sort();
}

/** A list without an item. */
export function without(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : list;
}
