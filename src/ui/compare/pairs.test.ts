import { expect, test } from 'vitest';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playScenario } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import { differenceSentence } from './difference-sentence.ts';
import { pairsOf } from './pairs.ts';

function runs(): readonly Run[] {
  const played = playScenario(builtin('paused-holder')!, {});
  if (!played.ok) throw new Error('a built-in scenario plays');
  return played.value.map(({ run }) => run);
}

test('four runs have six pairs, each with its own parting, in the order of the runs', () => {
  const four = runs().slice(0, 4);
  const pairs = pairsOf(four);
  expect(pairs).toHaveLength(6);
  expect(pairs.map(({ left, right }) => [four.indexOf(left), four.indexOf(right)])).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
  for (const { left, right, parting } of pairs) {
    if (parting === null) continue;
    const { seq } = parting.difference;
    expect(left.entries.slice(0, seq).map(({ ev, t }) => [ev, t])).toEqual(
      right.entries.slice(0, seq).map(({ ev, t }) => [ev, t]),
    );
    expect(differenceSentence({ left, right, parting }, parting)).toMatch(/^The runs part at \d/u);
  }
});

test('a run and itself do not part, and one run has no pair', () => {
  const [naive] = runs();
  expect(pairsOf([naive!, naive!])[0]?.parting).toBeNull();
  expect(pairsOf([naive!])).toEqual([]);
});
