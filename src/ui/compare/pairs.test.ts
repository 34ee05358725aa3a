import { expect, test } from 'vitest';
import '../../scenarios/services/all-services.ts';
import { CATALOGUE } from '../../scenarios/builtin/catalogue.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { describe } from '../describe.ts';
import { playScenario } from '../../scenarios/play-scenario.ts';
import type { Run } from '../../scenarios/run.ts';
import { readScenario, type Scenario } from '../../scenarios/scenario.ts';
import { differenceSentence } from './difference-sentence.ts';
import { pairsOf } from './pairs.ts';

const read = (entry: (typeof CATALOGUE)[number]): Scenario => {
  const scenario = readScenario(entry.document);
  if (!scenario.ok) throw new Error(`${entry.id} is a scenario`);
  return scenario.value;
};

test(
  'of every built-in scenario, what is said of two configurations that part differs',
  { timeout: 120_000 },
  () => {
    for (const entry of CATALOGUE) {
      const played = playScenario(read(entry), {});
      if (!played.ok) throw new Error(`${entry.id} plays`);
      for (const { left, right, parting } of pairsOf(played.value.map(({ run }) => run).slice(0, 2))) {
        if (parting === null) continue;
        const { left: a, right: b, only } = parting.difference;
        const said = differenceSentence({ left, right, parting }, parting);
        const isOneAlone = only !== null || a === null || b === null;
        const isFields = a !== null && b !== null && describe(a, left) === describe(b, right);
        if (isFields && !isOneAlone) {
          const [first, second] = said
            .slice(said.indexOf(left.label) + left.label.length)
            .split(`${right.label}: `);
          expect([entry.id, first?.replace(/^: |\. $/gu, '')]).not.toEqual([
            entry.id,
            second?.replace(/\.$/u, ''),
          ]);
        }
        const lone = only === 'left' ? a : only === 'right' ? b : null;
        const sentence = lone === null ? '' : describe(lone, only === 'left' ? left : right);
        // Names of clients keep their letters.
        expect(said).toContain(sentence.startsWith('The ') ? sentence.slice(1) : sentence);
      }
    }
  },
);

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
