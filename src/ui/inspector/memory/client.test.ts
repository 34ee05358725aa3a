import { describe, expect, test } from 'vitest';
import { ZERO } from '../../../engine/time.ts';
import type { Json } from '../../../engine/trace.ts';
import type { Cell } from '../../../engine/world.ts';
import { AT_REST, type WorkerState } from '../../../machines/client/worker/state.ts';
import { clientMemory } from './client.ts';
import type { Fields } from './row.ts';

/** The rows of a process with one worker, `name: value`. */
function rows(worker: Partial<WorkerState>, memory: object = {}): readonly string[] {
  const context = { memory, workers: { A: { ...AT_REST, ...worker } } } as unknown as Fields;
  const cell = { state: { value: null, context: context as Json } } as unknown as Cell;
  return (clientMemory(context, cell, ZERO) ?? []).map(({ name, value }) => `${name}: ${value}`);
}

describe('what a worker remembers', () => {
  test('is little before it has done anything', () => {
    expect(rows({})).toEqual([
      'Believes: it holds nothing',
      'Last token: none yet',
      'Script: 0 instructions done',
    ]);
  });

  test('of one key is said without naming it twice', () => {
    expect(
      rows({
        believes: { lock: { token: 3, ttlUs: 1 } },
        tokens: { lock: 3 },
        versions: { 'store/stock': 2 },
      }),
    ).toEqual([
      'Believes: it holds lock, token 3',
      'Last token: 3',
      'Script: 0 instructions done',
      'Knows: stock at version 2',
    ]);
  });

  test('says where it was told of a loss and has not acted on it', () => {
    const [believes] = rows({ believes: { lock: { token: 3, ttlUs: 1, lossTold: true } } });
    expect(believes).toBe('Believes: it holds lock, token 3, though it was told of the loss');
  });

  test('of several keys and stores is said of each', () => {
    expect(
      rows({
        believes: { a: { token: 3, ttlUs: 1 }, b: { token: null, ttlUs: 1 } },
        tokens: { a: 3, c: 1 },
        versions: { 'store/stock': 2, 'audit/stock': 5 },
      }),
    ).toEqual([
      'Believes: it holds a, token 3; it holds b, no token',
      'Last token: a 3, c 1',
      'Script: 0 instructions done',
      'Knows: stock (store) at version 2, stock (audit) at version 5',
    ]);
  });
});

describe('what its lock module remembers', () => {
  test('is whom it asks, where that may change, and that it renews', () => {
    const module = { watches: { 'A:lock': {} } };
    expect(rows({}, { module, node: 'redis-replica', asked: {} }).slice(3)).toEqual([
      'Renewal: runs',
      'Asks: redis-replica',
    ]);
  });

  test('is who has the locks that live in the process, and how many wait', () => {
    const mutex = (holder: string, queue: readonly object[]) => ({
      key: 'lock',
      holder: { worker: holder, proof: 'x' },
      queue,
    });
    expect(rows({}, { local: { mutexes: { 1: mutex('A', []) } } }).at(-1)).toBe('Lock lock: A');
    expect(rows({}, { local: { mutexes: { 1: mutex('A', [{}, {}]) } } }).at(-1)).toBe(
      'Lock lock: A, 2 waiting',
    );
  });
});
