import type { Effect } from '../../../engine/component.ts';
import { raiseFences } from '../../fence-raise.ts';
import {
  answerTo,
  leaseDeadline,
  type EtcdOptions,
  type Keys,
  type KeyState,
  type LockCaller,
  type Memory,
} from './memory.ts';

/** A key with its name. */
export type Named = readonly [key: string, state: KeyState];

/** The lock that a key stands for: the one in whose queue it is a place, or itself. */
export function lockOf([key, { under }]: Named): string {
  return under ?? key;
}

/** The places in a lock's queue, the oldest creation first; the first of them holds the lock. */
export function placesOf(keys: Keys, lock: string): readonly Named[] {
  return Object.entries(keys)
    .filter((named) => lockOf(named) === lock)
    .toSorted(([, a], [, b]) => a.created - b.created);
}

/** Who holds a lock: the oldest place in its queue. */
export function holderOf(keys: Keys, lock: string): Named | undefined {
  return placesOf(keys, lock)[0];
}

/** What a change of keys comes to: what is told at once, and, after the answer, what follows for others. */
export interface Changed {
  readonly memory: Memory;
  readonly effects: readonly Effect[];
  readonly after: readonly Effect[];
}

/** A key comes to be: it is granted its lock if nobody is before it. */
export function withKey(options: EtcdOptions, memory: Memory, key: string, state: KeyState): Changed {
  const keys = { ...memory.keys, [key]: state };
  const named: Named = [key, state];
  const isFirst = holderOf(memory.keys, lockOf(named)) === undefined;
  return {
    memory: { ...memory, revision: memory.revision + 1, keys },
    effects: isFirst ? granted(options, named) : [],
    after: [],
  };
}

/**
 * Keys vanish: `tell` says how the leases of those ended that held a lock. Whoever is first in a queue then is
 * granted its lock in this step; whoever watches one of them is told, and who waits in a lock call answered.
 */
export function withoutKeys(
  options: EtcdOptions,
  memory: Memory,
  gone: readonly Named[],
  tell: (lock: string, state: KeyState) => Effect,
): Changed {
  if (gone.length === 0) return { memory, effects: [], after: [] };
  const names = new Set(gone.map(([key]) => key));
  const keys = Object.fromEntries(Object.entries(memory.keys).filter(([key]) => !names.has(key)));
  const locks = new Set(gone.map(lockOf));
  const ended = gone.filter((named) => holderOf(memory.keys, lockOf(named))?.[0] === named[0]);
  const next = [...locks].flatMap((lock) => {
    const holder = holderOf(keys, lock);
    return holder === undefined || holder[0] === holderOf(memory.keys, lock)?.[0] ? [] : [holder];
  });
  const without = { ...memory, revision: memory.revision + 1, keys };
  const called = answerCallers(options, without, locks);
  const watched = answerWatchers(called.memory, names);
  return {
    memory: watched.memory,
    effects: ended.map((named) => tell(lockOf(named), named[1])),
    after: [...next.flatMap((named) => granted(options, named)), ...called.effects, ...watched.effects],
  };
}

/** A lock is granted to the place that is first in its queue: its token, the fences that it raises. */
function granted({ raises }: EtcdOptions, named: Named): readonly Effect[] {
  const { client, token, lease } = named[1];
  const key = lockOf(named);
  return [
    {
      type: 'trace',
      entry: { ev: 'grant', client, key, token },
      expiresAtDeadline: leaseDeadline(lease),
    },
    ...raiseFences(raises, key, token),
  ];
}

/** Lock calls whose turn it is: nobody is before them any more. */
function answerCallers(options: EtcdOptions, memory: Memory, locks: ReadonlySet<string>) {
  const { callers = [] } = memory;
  const isTurn = ({ under, created }: LockCaller): boolean =>
    locks.has(under) && placesOf(memory.keys, under).every(([, state]) => state.created >= created);
  const turns = callers.filter(isTurn);
  if (turns.length === 0) return { memory, effects: [] };
  const effects = turns.map((caller) => {
    const { key, created } = caller;
    // Its own key may be gone with its lease; who is answered without a look holds nothing.
    const isThere = memory.keys[key]?.created === created;
    return isThere || options.unseen === true
      ? answerTo(caller, { type: 'locked', key, created })
      : answerTo(caller, { type: 'error', reason: 'lease-lost' });
  });
  return {
    memory: withList(
      memory,
      'callers',
      callers.filter((caller) => !isTurn(caller)),
    ),
    effects,
  };
}

function answerWatchers(memory: Memory, names: ReadonlySet<string>) {
  const { watchers = [] } = memory;
  const told = watchers.filter(({ key }) => names.has(key));
  if (told.length === 0) return { memory, effects: [] };
  const effects = told.map((watcher) => answerTo(watcher, { type: 'watch.gone', key: watcher.key }));
  return {
    memory: withList(
      memory,
      'watchers',
      watchers.filter(({ key }) => !names.has(key)),
    ),
    effects,
  };
}

/** A list of those who wait; left out where it is empty, so that equal memories are equal. */
export function withList<Name extends 'watchers' | 'callers'>(
  memory: Memory,
  name: Name,
  list: NonNullable<Memory[Name]>,
): Memory {
  if (list.length > 0) return { ...memory, [name]: list };
  const { [name]: _before, ...rest } = memory as Memory & { [list in Name]?: unknown };
  return rest as unknown as Memory;
}
