import { expect, test } from 'vitest';
import { FIRST } from '../../scenarios/builtin/first.ts';
import { BESIDE, cursorTime, shownRuns } from './derived.ts';
import { freshInputs } from './inputs.ts';
import { createAppStore, edit, goToEntry, setParameter } from './store.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { ORDINARY } from '../../engine/schedule.ts';

const compared = () => {
  const store = createAppStore(freshInputs({ kind: 'scenario', scenario: FIRST }));
  const edited = { values: { pause: 1000 }, edits: NO_EDITS, schedule: ORDINARY };
  store.setState({ beside: { edited, names: ['Now', 'Short'] } as never });
  return store;
};

test('an entry of the run beside is gone to by its time, for its numbers are not those of the run stepped through', () => {
  const store = compared();
  const beside = shownRuns(store.getState()).runs.find(({ configuration }) =>
    configuration.endsWith(BESIDE),
  )!;
  expect(beside).toBeDefined();
  const last = beside.entries.length - 1;
  goToEntry(store, beside.configuration, last);
  expect(cursorTime(store.getState())).toBe(beside.entries[last]!.t);
});

test('what stands beside is put away with a change: it has the name of the state before', () => {
  const store = compared();
  setParameter(store, 'ttl', 5000);
  expect(store.getState().beside).toBeNull();
  edit(store, { values: {} });
  expect(shownRuns(store.getState()).runs.every(({ configuration }) => !configuration.endsWith(BESIDE))).toBe(
    true,
  );
});
