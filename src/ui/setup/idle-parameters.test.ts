import { expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { idleParameters } from './idle-parameters.ts';

const scenario = builtin('paused-holder')!;
const all = scenario.configurations.map(({ id }) => id);

test('a parameter whose fault was taken away or set by hand says nothing, the others do', () => {
  expect(idleParameters(scenario, all, NO_EDITS).has('pause')).toBe(false);
  const removed = { ...NO_EDITS, removed: [0] };
  expect(idleParameters(scenario, all, removed).has('pause')).toBe(true);
  expect(idleParameters(scenario, all, removed).has('ttl')).toBe(false);
  const set = { ...NO_EDITS, set: { '/faults/0/for': 3000 } };
  expect(idleParameters(scenario, all, set).has('pause')).toBe(true);
  expect(idleParameters(scenario, all, set).has('pauseAt')).toBe(false);
});
