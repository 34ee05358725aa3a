import { expect, test } from 'vitest';
import { firstWorld } from '../../../engine/apply.ts';
import type { Cell } from '../../../engine/world.ts';
import type { Micros } from '../../../engine/time.ts';
import { readCache } from '../../../machines/resource-store/read-cache.ts';
import { resourceStore } from '../../../machines/resource-store/resource-store.ts';
import { storeRules } from '../../../machines/resource-store/stores/registry.ts';
import { NO_FAULTS } from '../../../engine/faults.ts';
import type { Component, MachineEvent } from '../../../engine/component.ts';
import { memoryRows } from './registry.ts';

/** The memory of a component, in words, after these events. */
function told(component: Component, ...events: readonly MachineEvent[]): readonly string[] {
  const none = { baseUs: 0 as Micros, jitterUs: 0 as Micros };
  const { world } = firstWorld({
    components: [component],
    seed: 1,
    latency: () => none,
    timedFaults: [],
    messageFaults: [],
    budget: NO_FAULTS,
    horizon: 1 as Micros,
  });
  const cell = world.cells[component.id] as Cell;
  const state = events.reduce((before, event) => component.step(before, event)?.state ?? before, cell.state);
  return memoryRows({ ...cell, state }, 0 as Micros).map(({ name, value }) => `${name}: ${value}`);
}

test('a store says what its records hold, what was deleted, and its fences', () => {
  const store = resourceStore({
    id: 's',
    rule: storeRules.fenced,
    lockService: 'lock',
    initial: { a: '1', b: '2' },
  });
  const write = { type: 'write', key: 'lock', token: 3, base: null, client: 'A', from: 'A' };
  const events = [
    { ...write, record: 'a', value: 'x' },
    { ...write, record: 'b', value: '', operation: 'delete' },
  ];
  expect(told(store, ...events)).toEqual(['a: x, version 1', 'b: deleted, version 1', 'Fence lock: 3']);
});

test('a cache says what it holds and what it waits for', () => {
  const ask = { key: 'lock', client: 'A', from: 'A' };
  const events = [
    { type: 'read', record: 'a', ref: 'A/1', ...ask },
    { type: 'read', record: 'b', ref: 'A/2', ...ask },
    { type: 'value', record: 'a', ref: 'A/1', client: 'A', value: 'x', version: 4, from: 's' },
  ];
  expect(told(readCache({ id: 'c', of: 's' }), ...events)).toEqual([
    'a: x, version 4',
    'Reads: 1 waits for the store',
  ]);
});
