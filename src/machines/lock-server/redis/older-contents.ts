import type { Effect } from '../../../engine/component.ts';
import { leaseOf } from './commands.ts';
import {
  counterEnd,
  endsAfter,
  endsOf,
  keyEnd,
  type Contents,
  type KeyState,
  type Memory,
} from './memory.ts';

/** What is left of deadlines until they pass, in microseconds, by id. */
export interface Left {
  readonly [id: string]: number;
}

/** What becomes of records when older contents take the place of newer ones. */
export interface Loss {
  /** Keys whose lease is not in the older contents. */
  readonly lost: readonly string[];
  /** Keys that are the same but end sooner: their renewal is lost. */
  readonly behind: readonly string[];
}

/**
 * Compares what a node held with older contents that are to take its place: a replica's at a failover, those
 * on disk at a restart. What is left of deadlines is by one clock for both.
 */
export function lossOf(
  keys: Contents['keys'],
  left: Left,
  older: { readonly [key: string]: Pick<KeyState, 'value'> },
  olderLeft: Left,
): Loss {
  const lost: string[] = [];
  const behind: string[] = [];
  for (const [key, { value }] of Object.entries(keys)) {
    const endsIn = left[keyEnd(key)] ?? Infinity;
    if (older[key]?.value !== value) lost.push(key);
    else if ((olderLeft[keyEnd(key)] ?? Infinity) < endsIn) behind.push(key);
  }
  return { lost, behind };
}

/** The service lost its record of these leases. */
export function forgets(keys: Contents['keys'], lost: readonly string[]): readonly Effect[] {
  return lost.flatMap((key): Effect[] => {
    const state = keys[key];
    return state === undefined || state.quiet === true
      ? []
      : [{ type: 'trace', entry: { ev: 'forget', ...leaseOf(key, state) } }];
  });
}

/** The keys that are `behind`, marked. */
export function marked(keys: Contents['keys'], behind: readonly string[]): Contents['keys'] {
  const changed = behind.flatMap((key): [string, KeyState][] => {
    const state = keys[key];
    return state === undefined ? [] : [[key, { ...state, behind: true }]];
  });
  return { ...keys, ...Object.fromEntries(changed) };
}

/** The deadlines of contents that take the place of others, and the end of those that nothing has any more. */
export function deadlinesOf(before: Contents, after: Contents, left: Left): readonly Effect[] {
  const now = endsOf(after);
  const gone = endsOf(before);
  return [
    ...gone
      .filter((id) => left[id] === undefined || !now.includes(id))
      .map((id): Effect => ({ type: 'cancel', id })),
    ...now.flatMap((id) => {
      const leftUs = left[id];
      return leftUs === undefined ? [] : [endsAfter(id, leftUs)];
    }),
  ];
}

/** Contents without what has run out. */
export function stillThere(contents: Contents, left: Left): Contents {
  const remains = (id: string): boolean => (left[id] ?? Infinity) > 0;
  return {
    keys: Object.fromEntries(Object.entries(contents.keys).filter(([key]) => remains(keyEnd(key)))),
    counters: Object.fromEntries(
      Object.entries(contents.counters).filter(([key]) => remains(counterEnd(key))),
    ),
  };
}

/** All is gone: every lease that was on record is forgotten. */
export function forgetAll(memory: Memory): readonly Effect[] {
  return [
    ...Object.entries(memory.keys).flatMap(([key, { quiet }]): Effect[] => [
      ...(quiet === true || memory.role === 'replica' ? [] : forgets(memory.keys, [key])),
      { type: 'cancel', id: keyEnd(key) },
    ]),
    ...Object.keys(memory.counters).map((key): Effect => ({ type: 'cancel', id: counterEnd(key) })),
  ];
}
