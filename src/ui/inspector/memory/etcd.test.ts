import { describe, expect, test } from 'vitest';
import { TRUE_CLOCK } from '../../../engine/component.ts';
import { fromMs } from '../../../engine/time.ts';
import type { Json } from '../../../engine/trace.ts';
import type { Cell } from '../../../engine/world.ts';
import { memoryRows } from './registry.ts';

function rowsOf(context: Json, deadlineMs = 5000): readonly string[] {
  const cell: Cell = {
    state: { value: null, context },
    pending: [
      {
        kind: 'deadline',
        id: 'lease:1',
        due: fromMs(deadlineMs),
        event: { type: 'deadline.passed', id: 'lease:1' },
        cause: null,
        order: 0,
      },
    ],
    clock: TRUE_CLOCK,
    received: {},
    cutFrom: [],
  };
  return memoryRows(cell, fromMs(1000)).map(({ name, value }) => `${name}: ${value}`);
}

describe('the memory of an etcd', () => {
  test('tells who waits for what, and a lease whose keys are about to vanish', () => {
    const memory = {
      revision: 3,
      issued: 2,
      leases: { 1: { ttlUs: 1 }, 2: { ttlUs: 1, over: true } },
      keys: { 'lock/1': { value: 'A', lease: 1, created: 2, client: 'A', token: 2, under: 'lock' } },
      watchers: [{ from: 'B', ref: 'B/1', key: 'lock/1' }],
      callers: [{ from: 'C', ref: 'C/1', key: 'lock/2', under: 'lock', created: 3 }],
      still: { noQuorum: true },
    };
    expect(rowsOf({ memory })).toEqual([
      'Revision: 3',
      'Agreement: no quorum',
      'Lease 1: ends in 4 s',
      'Lease 2: has run out, its keys are about to vanish',
      'Key lock/1: A, created at revision 2, bound to lease 1',
      'Watched: lock/1 by B',
      'Lock calls: lock/2 by C',
    ]);
  });

  test('says no more than there is', () => {
    const memory = { revision: 0, issued: 0, leases: {}, keys: {} };
    expect(rowsOf({ memory })).toEqual(['Revision: 0', 'Keys: nothing']);
  });
});

test('the memory of a process with a session says that it renews', () => {
  expect(rowsOf({ workers: {}, memory: { session: { lease: 1, ttlUs: 9 } } })).toEqual(['Renewal: runs']);
  expect(rowsOf({ workers: {}, memory: { session: null } })).toEqual([]);
});

test('the memory of a lease manager that is split tells of both halves', () => {
  const halves = [
    {
      counter: 2,
      counters: {},
      rows: { lock: { token: 2, client: 'A', live: true }, other: null },
      queues: { lock: [{ client: 'C' }, { client: 'D' }] },
    },
    {
      counter: 1,
      counters: { lock: 1 },
      rows: { lock: { token: 1, client: 'B', live: false, delayed: true } },
      queues: {},
    },
  ];
  const pendingOf1 = rowsOf({ memory: { halves, split: null } });
  expect(pendingOf1).toEqual([
    'Counter: last token given: 2',
    'Lease lock: A, token 2; without an end',
    'Lease other: nobody',
    'Waits for lock: C, D',
    'Counter lock (second half): last token given: 1',
    'Lease lock (second half): B, token 1; ran out, not granted again yet',
  ]);
});
