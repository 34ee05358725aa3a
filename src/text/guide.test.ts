import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../scenarios/builtin/catalogue.ts';
import { DISPATCH_ENTRY } from '../scenarios/dispatch/dispatch-entry.ts';
import { guideText, type Shown } from './guide.ts';
import { questionsText } from './questions.ts';

const known = new Map([...CATALOGUE, DISPATCH_ENTRY].map((entry) => [entry.id, entry]));

/** Every statement of the guide with the scenario that shows it. */
const STATEMENTS: readonly Shown[] = [
  ...guideText.compared.flatMap(({ redis, etcd, limit }) => [redis, etcd, limit]),
  ...guideText.usual.flatMap(({ redis, etcd }) => [redis, etcd]),
  ...guideText.advice.flatMap(({ points }) => points),
];
const { list, rules } = questionsText;

describe('the guide', () => {
  test('has six things that go wrong, seven usual rows, eight questions and five rules', () => {
    expect(guideText.compared.map(({ id }) => id)).toEqual([
      'wrong-release',
      'stale-operation',
      'client-crash',
      'partition',
      'loss-of-quorum',
      'clock-drift',
    ]);
    expect(guideText.usual.map(({ id }) => id)).toEqual([
      'consistency',
      'atomic-operations',
      'automatic-release',
      'availability',
      'speed',
      'complexity',
      'failure-handling',
    ]);
    expect(new Set(list.map(({ id }) => id)).size).toBe(8);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(5);
  });

  test('opens a scenario that there is for every statement, question and rule', () => {
    const ids = [...STATEMENTS, ...list, ...rules].map(({ scenario }) => scenario);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  });

  test('shows configurations that the scenario has', () => {
    const missing = list.flatMap(({ scenario, shows = [] }) =>
      shows.filter(
        (id) => known.get(scenario)?.shows.every(({ configuration }) => configuration !== id) !== false,
      ),
    );
    expect(missing).toEqual([]);
  });

  test('shows what goes wrong where it says that something does', () => {
    const goesWrong = (id: string): boolean =>
      known.get(id)?.shows.some(({ outcome }) => outcome !== 'safe' && outcome !== 'fenced') === true;
    expect(guideText.compared.filter(({ redis }) => !goesWrong(redis.scenario))).toEqual([]);
  });

  test('asks with three answers, one of them right', () => {
    for (const { answers, right } of list) {
      expect(new Set(answers).size).toBe(3);
      expect(answers[right]).toBeDefined();
    }
    // Whoever always chooses the same place does not get far.
    for (const place of [0, 1, 2]) expect(list.filter(({ right }) => right === place).length).toBeLessThan(5);
  });
});
