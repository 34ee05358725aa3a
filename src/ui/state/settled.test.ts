import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { freshInputs } from './inputs.ts';
import { settledOf } from './settled.ts';
import { createAppStore, edit, endGesture, selectLane, setParameter, undo, type AppStore } from './store.ts';

const scenario = builtin('paused-holder')!;
let store: AppStore;

beforeEach(() => {
  vi.useFakeTimers();
  store = createAppStore(freshInputs({ kind: 'scenario', scenario }));
  settledOf(store);
});

afterEach(() => {
  vi.useRealTimers();
});

function isSettled(): boolean {
  return settledOf(store).getState() === store.getState();
}

function move(...values: readonly number[]): void {
  for (const value of values) setParameter(store, 'pause', value);
}

test('the first move is shown at once, the next ones when the hand rests', () => {
  move(1000);
  expect(isSettled()).toBe(true);
  const first = store.getState();
  move(2000, 3000);
  expect(settledOf(store).getState()).toBe(first);
  vi.runAllTimers();
  expect(isSettled()).toBe(true);
});

test('a hand that goes on moving is waited for', () => {
  move(1000, 2000);
  vi.advanceTimersByTime(200);
  move(3000);
  vi.advanceTimersByTime(200);
  expect(isSettled()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(isSettled()).toBe(true);
});

test.each([
  ['letting go', () => endGesture(store)],
  ['another edit', () => edit(store, { values: {} })],
  ['taking back', () => undo(store)],
  ['what is no edit', () => selectLane(store, 'A')],
])('%s is shown at once, and all moves before it', (_, change) => {
  move(1000, 2000);
  change();
  expect(isSettled()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
