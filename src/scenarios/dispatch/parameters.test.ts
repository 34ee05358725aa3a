import { expect, test } from 'vitest';
import { checkDispatchValues, dispatchSettings, NO_NODE, withDispatchValue } from './parameters.ts';

test('what is changed is kept, what is set back to its own value is not', () => {
  const changed = withDispatchValue(withDispatchValue({}, 'nodes', 5), 'stalled-node', NO_NODE);
  expect(changed).toEqual({ nodes: 5, 'stalled-node': 'none' });
  expect(withDispatchValue(changed, 'nodes', 3)).toEqual({ 'stalled-node': 'none' });
  expect(dispatchSettings(changed)).toMatchObject({ nodes: 5, 'stalled-node': NO_NODE, orders: 20 });
});

test('the node that stalls is one that there is', () => {
  expect(dispatchSettings({ nodes: 2, 'stalled-node': 4 })['stalled-node']).toBe(1);
  expect(dispatchSettings({ nodes: 1, 'stalled-node': 'none' })['stalled-node']).toBe(NO_NODE);
});

test('of values that somebody wrote the good ones are kept and the others named', () => {
  const written = {
    nodes: 9,
    batch: 'none',
    orders: 1.5,
    what: 1,
    'claim-ttl': 0,
    'stalled-node': 'none',
    'stall-tick': 1,
  };
  expect(checkDispatchValues(written)).toEqual({
    values: { 'claim-ttl': 0, 'stalled-node': 'none' },
    problems: [
      { parameter: 'nodes', range: { min: 1, max: 5 } },
      { parameter: 'batch', range: { min: 1, max: 10 } },
      { parameter: 'orders', range: { min: 1, max: 40 } },
      { parameter: 'what', range: null },
    ],
  });
});
