import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.ts';
import { referenceModel, type ReferenceOptions } from '../machines/reference/reference-model.ts';
import { prepareJob } from './job.ts';

function explore(options: ReferenceOptions) {
  const prepared = prepareJob({
    kind: 'reference',
    ...options,
    maxStates: null,
    maxBytes: 512e6,
    stopAtFirst: true,
  });
  if (!prepared.ok) throw new Error('the reference model needs no document');
  while (prepared.value.exploration.run(10_000));
  return prepared.value.report();
}

describe('the shortest counterexample of the naive store has the length that other tools found', () => {
  test.each([
    ['delayed', 2, 10],
    ['delayed', 3, 11],
    ['direct', 2, 10],
    ['direct', 3, 11],
  ] as const)('writes %s, lease of %i ticks: %i actions', (writes, lease, length) => {
    const options = { tokens: 3, lease, store: 'naive', writes } as const;
    const { counterexample } = explore(options);
    expect(counterexample?.length).toBe(length);

    const history = play(referenceModel(options), counterexample?.schedule ?? { picks: [] });
    expect(history.missed).toEqual([]);
    expect(history.steps).toHaveLength(length + 1);
    expect(history.steps.at(-1)?.world.cells['store']?.state.value).toBe('bad');
    const pauses = counterexample?.actions.filter((action) => action.endsWith(' pause')).length;
    expect(pauses).toBe(writes === 'direct' ? 1 : 0);
  });
});

test('the fenced store is never bad, and the search says that it has seen everything', () => {
  const report = explore({ tokens: 3, lease: 2, store: 'fenced', writes: 'delayed' });
  expect(report).toMatchObject({ complete: true, cutBy: null, states: 9_105, transitions: 41_584 });
  expect(report.properties).toEqual([{ name: 'never-bad', kind: 'always', status: 'holds' }]);
  expect(report.counterexample).toBeNull();
});

test('other sizes work as well, also beyond one word', () => {
  const { states, complete } = explore({ tokens: 12, lease: 1, store: 'fenced', writes: 'direct' });
  expect(complete).toBe(true);
  expect(states).toBeGreaterThan(1000);
});
