import type { Effect } from '../../../../engine/component.ts';
import { deadlineOf, type Desk, type Half } from './memory.ts';

/** The token of a grant to a client, and the half that has given it. */
export function nextToken(
  { options, half }: Desk,
  key: string,
  client: string,
): { token: number; half: Half } {
  const { counter } = options.extras;
  switch (counter.kind) {
    case 'per-holder': {
      const before = half.holders?.[key];
      if (before?.client === client) return { token: before.token, half };
      const token = half.counter + 1;
      const holders = { ...half.holders, [key]: { client, token } };
      return { token, half: { ...half, counter: token, holders } };
    }
    case 'forgotten-when-free':
    case 'expires': {
      const token = (half.counters[key] ?? 0) + 1;
      return { token, half: { ...half, counters: { ...half.counters, [key]: token } } };
    }
    case 'persistent':
      return { token: half.counter + 1, half: { ...half, counter: half.counter + 1 } };
  }
}

/** A key is free: what the record of its lease knew of tokens is gone with it. */
export function freed({ options }: Desk, half: Half, key: string): Half {
  return options.extras.counter.kind === 'forgotten-when-free' ? withoutCounter(half, key) : half;
}

/** The counter of a key starts anew. */
export function withoutCounter(half: Half, key: string): Half {
  const { [key]: _gone, ...counters } = half.counters;
  return { ...half, counters };
}

/** Whether no two clients have been given the same token: whoever presents one was given it. */
export function areUnique({ options, half }: Desk): boolean {
  return options.extras.counter.kind === 'persistent' && half.twice !== true;
}

/** A grant or renewal writes the counter's record, which lasts so long from then on. */
export function written({ options, side }: Desk, key: string): readonly Effect[] {
  const { counter } = options.extras;
  if (counter.kind !== 'expires') return [];
  const id = deadlineOf(side, 'counter', key);
  return [{ type: 'deadline', id, afterUs: counter.afterUs, clock: options.clock }];
}
