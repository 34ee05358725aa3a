import { expect, test } from 'vitest';
import { prepareSweep } from '../../explore/map/sweep.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { CellResult } from '../../explore/map/cell.ts';
import { pauseToAdd } from './add-pause.ts';
import { runToOpen } from './CellCard.tsx';
import { questionFor, subjectOf, type Subject } from './subject.ts';
import { usualTtl } from './usual.ts';

function subject(id: string, configuration?: string, edits: Edits = NO_EDITS): Subject {
  const scenario = builtins().find((one) => one.id === id);
  const first = configuration ?? scenario?.configurations[0]?.id ?? '';
  const found = scenario === undefined ? null : subjectOf(scenario, first, {}, edits);
  if (found?.ok !== true) throw new Error(id);
  return found.value;
}

test('where nobody is paused a pause can be added, and its draws can be played', () => {
  const before = subject('renewed-each-second');
  const pause = pauseToAdd(before);
  if (pause === null) throw new Error('no pause');
  const after = subject('renewed-each-second', before.configuration, pause.edits);
  const lengths = after.targets.filter(({ id }) => pause.draws.some(({ target }) => target === id));
  expect(lengths.map(({ role }) => role).toSorted()).toEqual(['length', 'start']);
  const ask = usualTtl(after);
  if (ask === null) throw new Error('no TTL');
  const draws = [...pause.draws];
  const sweep = prepareSweep(questionFor(after, [ask.ttl], { draws, runs: 3, seed: 1 }).job);
  expect(sweep).toMatchObject({ ok: true });
  expect(pauseToAdd(after)).toBeNull();
});

test('where somebody is paused none is offered', () => {
  expect(pauseToAdd(subject('paused-holder'))).toBeNull();
});

test('a cell opens a run of the outcome that is shown, where one is kept', () => {
  const witness = (run: number) => ({ run, seed: 1, entries: 1 });
  const cell = { witnesses: { corrupted: witness(4), atRisk: witness(7) } } as CellResult;
  expect([runToOpen(cell, 'corrupted'), runToOpen(cell, 'at-risk'), runToOpen(cell, 'safe')]).toEqual([
    4, 7, 4,
  ]);
});
