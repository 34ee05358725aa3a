import { expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { saysNothing } from './says-nothing.ts';

const scenario = builtin('paused-holder')!;
const all = scenario.configurations.map(({ id }) => id);

test('a parameter whose fault was taken away or set by hand says nothing, the others do', () => {
  expect(saysNothing(scenario, all, NO_EDITS, 'pause')).toBe(false);
  const removed = { ...NO_EDITS, removed: [0] };
  expect(saysNothing(scenario, all, removed, 'pause')).toBe(true);
  expect(saysNothing(scenario, all, removed, 'ttl')).toBe(false);
  const set = { ...NO_EDITS, set: { '/faults/0/for': 3000 } };
  expect(saysNothing(scenario, all, set, 'pause')).toBe(true);
  expect(saysNothing(scenario, all, set, 'pauseAt')).toBe(false);
});
