import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMs } from '../../engine/time.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { inputsOfLink, linkOf } from '../link/inputs-of-link.ts';
import { decodeLink, encodeLink } from '../link/link.ts';
import { firstSource, openLink } from '../link/open-link.ts';
import { cursorOf, cursorTime, leadingRun, partingsOf, placesOf, shownRuns } from './derived.ts';
import { freshInputs } from './inputs.ts';
import {
  advanceBy,
  createAppStore,
  goToEnd,
  goToNextFinding,
  open,
  seek,
  selectLane,
  selectNextLane,
  setLeading,
  setParameter,
  setView,
  step,
  stepInLane,
  toggleConfiguration,
  type AppStore,
} from './store.ts';

test('equal inputs give the same runs, and what they do not touch stays the same object', () => {
  const store = fresh();
  const before = shownRuns(store.getState());
  step(store, -1);
  selectLane(store, 'A');
  expect(shownRuns(store.getState())).toBe(before);
  toggleConfiguration(store, 'authoritative');
  const after = shownRuns(store.getState());
  expect(after.runs[0]).toBe(before.runs[0]);
  expect(after.runs).toHaveLength(3);
});

test('the cursor follows the interesting moment until somebody moves it, then keeps its time', () => {
  const store = fresh();
  expect(cursorTime(store.getState())).toBe(fromMs(17_000));
  setParameter(store, 'pause', 12_000);
  expect(cursorTime(store.getState())).toBe(fromMs(15_000));
  seek(store, fromMs(9_500));
  setParameter(store, 'pause', 14_000);
  expect(cursorTime(store.getState())).toBe(fromMs(9_500));
});

test('a parameter set to its own value is no change', () => {
  const store = fresh();
  setParameter(store, 'pause', 12_000);
  setParameter(store, 'pause', 14_000);
  expect(store.getState().values).toEqual({});
});

test('values that cannot be played are told and nothing throws', () => {
  const store = fresh();
  setParameter(store, 'pause', -5);
  expect(shownRuns(store.getState()).runs).toEqual([]);
  expect(shownRuns(store.getState()).problems[0]?.where).toBe('parameter pause');
  expect(cursorOf(store.getState())).toEqual({ seq: 0, t: null });
  step(store, 1);
  goToNextFinding(store);
  expect(partingsOf(store.getState())).toEqual([]);
});

test('advancing past nothing keeps the time, and again goes on from there', () => {
  const store = fresh();
  seek(store, fromMs(3_000));
  const { seq } = cursorOf(store.getState());
  advanceBy(store, fromMs(1_000));
  advanceBy(store, fromMs(1_000));
  expect(cursorTime(store.getState())).toBe(fromMs(5_000));
  expect(cursorOf(store.getState()).seq).toBe(seq);
  step(store, -1);
  expect(cursorOf(store.getState())).toEqual({ seq, t: null });
});

test('any walk keeps the cursor inside, and its link gives the same back', () => {
  const move = fc.oneof(
    fc.constantFrom<(store: AppStore) => void>(
      (store) => step(store, 1),
      (store) => step(store, -1),
      (store) => stepInLane(store, 1),
      (store) => stepInLane(store, -1),
      (store) => selectNextLane(store, 1),
      (store) => goToNextFinding(store),
      (store) => goToEnd(store, 'first'),
      (store) => goToEnd(store, 'last'),
      (store) => setLeading(store, 'fenced'),
      (store) => toggleConfiguration(store, 'naive'),
      (store) => toggleConfiguration(store, 'authoritative'),
      (store) => setParameter(store, 'renewal', 'watchdog'),
      (store) => open(store, { kind: 'scenario', scenario: builtin('late-release')! }),
    ),
    fc
      .integer({ min: 0, max: 300 })
      .map((step) => (store: AppStore) => setParameter(store, 'pause', step * 100)),
    fc.integer({ min: 0, max: 25_000_000 }).map((t) => (store: AppStore) => seek(store, t as never)),
    fc
      .tuple(fc.double({ min: 0, max: 1e7, noNaN: true }), fc.double({ min: 100, max: 1e7, noNaN: true }))
      .map(
        ([from, length]) =>
          (store: AppStore) =>
            setView(store, { from, to: from + length }),
      ),
  );
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
      const store = fresh();
      for (const one of moves) {
        one(store);
        const state = store.getState();
        const cursor = cursorOf(state);
        expect(leadingRun(state).entries[cursor.seq]).toBeDefined();
        placesOf(state).forEach((place, index) => {
          expect(shownRuns(state).runs[index]?.entries[place]).toBeDefined();
        });
      }
      const state = store.getState();
      const hash = encodeLink(linkOf(state));
      const { link, problems } = decodeLink(hash);
      expect(problems).toEqual([]);
      const { inputs, ignored } = inputsOfLink(link, state.source);
      expect(ignored.filter((words) => !words.includes('view'))).toEqual([]);
      expect(cursorOf(inputs)).toEqual(cursorOf(state));
      expect(leadingRun(inputs).configuration).toBe(leadingRun(state).configuration);
      expect(shownRuns(inputs).runs.map((run) => run.verdict)).toEqual(
        shownRuns(state).runs.map((run) => run.verdict),
      );
      if (ignored.length === 0) expect(encodeLink(linkOf(inputs))).toBe(hash);
    }),
    { numRuns: 40 },
  );
});

test('random text after # always opens something', async () => {
  const field = fc.tuple(
    fc.constantFrom(
      's',
      'r',
      'c',
      'at',
      't',
      'v',
      'lane',
      'l',
      'p.pause',
      'p.x',
      'run',
      'pick',
      'file',
      'zz',
    ),
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('paused-holder', 'naive', '3', '99', '0-5', '1~run A'),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 8 }), async (fields) => {
      const hash = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      const { inputs, notices } = await openLink(hash);
      expect(shownRuns(inputs).runs.length).toBeGreaterThan(0);
      for (const { text } of notices) expect(text).toMatch(/\.$/u);
    }),
    { numRuns: 200 },
  );
});

function fresh(): AppStore {
  return createAppStore(freshInputs(firstSource()));
}
