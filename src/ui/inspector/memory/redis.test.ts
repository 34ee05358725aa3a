import { describe, expect, test } from 'vitest';
import { ZERO } from '../../../engine/time.ts';
import type { Json } from '../../../engine/trace.ts';
import type { Cell } from '../../../engine/world.ts';
import type { Fields } from './row.ts';
import { redisMemory } from './redis.ts';

/** The rows of a node with this memory, `name: value`. */
function rows(memory: Fields): readonly string[] {
  const context = { memory: { keys: {}, counters: {}, ...memory } } as unknown as Fields;
  const cell = { state: { value: null, context: context as Json }, pending: [] } as unknown as Cell;
  return (redisMemory(context, cell, ZERO) ?? []).map(({ name, value }) => `${name}: ${value}`);
}

const key = { value: 'A.1', client: 'A', expires: false };

describe('what a Redis remembers', () => {
  test('of keys and counters', () => {
    expect(rows({})).toEqual(['Keys: nothing']);
    expect(rows({ keys: { lock: key }, counters: { lock: 5 } })).toEqual([
      'Key lock: A.1; without an end',
      'Counter lock: 5',
    ]);
  });

  test('of its replica', () => {
    const stream = { sent: 0, applied: 0, unsent: {}, waiting: [] };
    expect(rows({ stream }).at(-1)).toBe('Replica: has everything');
    const unsent = { 'key:lock': 1, 'counter:lock': 2 };
    expect(rows({ stream: { ...stream, unsent } }).at(-1)).toBe(
      'Replica: is not known to have key lock, counter lock',
    );
    expect(rows({ stream: { ...stream, stopped: true } }).at(-1)).toBe(
      'Replica: has stopped; has everything',
    );
  });

  test('of its own part', () => {
    expect(rows({ role: 'replica' }).at(-1)).toBe('Is: a replica');
    expect(rows({ role: 'replica', stopped: true }).at(-1)).toBe(
      'Is: a replica that has stopped replicating',
    );
    expect(rows({ role: 'replaced', successor: 'r' }).at(-1)).toBe('Is: out: r serves in its place');
    expect(rows({ role: 'outdated', successor: 'r' }).at(-1)).toBe(
      'Is: still serving, though r has taken over',
    );
  });

  test('of its disk', () => {
    expect(rows({ saved: { keys: { lock: key }, counters: { tokens: 2 } } }).at(-1)).toBe(
      'On disk: lock, tokens',
    );
    expect(rows({ saved: { keys: {}, counters: {} } }).at(-1)).toBe('On disk: nothing');
  });
});
