import { expect, test } from 'vitest';
import { ORDINARY } from '../../engine/schedule.ts';
import type { CellResult } from '../../explore/map/cell.ts';
import { prepareSweep } from '../../explore/map/sweep.ts';
import { FIRST } from '../../scenarios/builtin/first.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { MapAxis } from '../../scenarios/map/map-spec.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { readScenario, type Scenario } from '../../scenarios/scenario.ts';
import { decodeLink, EMPTY_LINK, encodeLink } from '../link/link.ts';
import { AS_WRITTEN } from '../state/edit-tree.ts';
import { freshInputs } from '../state/inputs.ts';
import { createAppStore, undo } from '../state/store.ts';
import { editedRun, openRun } from './open-run.ts';
import { questionFor, subjectOf, type MapQuestion, type Subject } from './subject.ts';
import { usualMap } from './usual.ts';

function subject(scenario: Scenario, configuration: string, edits: Edits = NO_EDITS, values = {}): Subject {
  const found = subjectOf(scenario, configuration, values, edits);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value;
}

function side(target: string, from: number, to: number, cells = 3): MapAxis {
  return { target, from, to, cells, scale: 'linear' };
}

/** The runs of a map as the map counted them: those with a witness, and the first of each cell. */
function* counted({ job }: MapQuestion): Generator<{ cell: number; run: number; result: CellResult }> {
  const sweep = prepareSweep(job);
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  for (let cell = 0; cell < sweep.value.cells; cell += 1) {
    const result = sweep.value.cell(cell);
    yield { cell, run: 0, result };
    const { corrupted, atRisk } = result.witnesses;
    for (const witness of [corrupted, atRisk]) if (witness !== null) yield { cell, run: witness.run, result };
  }
}

/** A scenario whose messages are drawn too: with jitter, and losses of which its document says nothing. */
const LOSSY = {
  ...FIRST.document,
  links: [
    { between: ['A', 'lock'], latency: 200, jitter: 300 },
    { between: ['B', 'lock'], latency: 300 },
  ],
};

const builtin = (id: string): Scenario => {
  const found = builtins().find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

const CASES: readonly (readonly [string, () => readonly [Subject, MapQuestion]])[] = [
  ['the usual map of the first scenario', () => usualOf(subject(FIRST, 'naive'))],
  [
    'a watchdog of Redis, with values of one its own',
    () => usualOf(subject(builtin('watchdog-only-reentrant'), 'always', NO_EDITS, { work: 30_000 })),
  ],
  [
    'jitter and loss of messages',
    () => {
      const read = readScenario(LOSSY);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const of = subject(read.value, 'naive');
      const axes = [side('/links/0/jitter', 0, 900), side('/links/1/loss', 0, 0.4)];
      const draws = [{ target: 'pause', from: { kind: 'exponential', mean: 9000 } }] as const;
      return [of, questionFor(of, axes, { draws, runs: 12, seed: 3 })];
    },
  ],
  [
    'faults that were taken away and added by hand',
    () => {
      const added = [
        { kind: 'crash', node: 'B', at: 30_000 },
        { kind: 'pause', node: 'A', at: 2100, for: 14_000 },
      ];
      const of = subject(FIRST, 'naive', { set: { '/clients/0/script/1/for': 2500 }, removed: [0], added });
      const axes = [side('/faults/1/for', 1000, 20_000), side('ttl', 5000, 20_000)];
      const draws = [{ target: '/faults/1/at', from: { kind: 'uniform', from: 500, to: 2500 } }] as const;
      return [of, questionFor(of, axes, { draws, runs: 10, seed: 1 })];
    },
  ],
];

test('edits of faults that only another configuration has do not keep this one from being drawn', () => {
  const scenario = builtin('long-or-short-ttl');
  const edits: Edits = { set: { '/faults/0/at': 2000 }, removed: [], added: [] };
  const of = subject(scenario, 'work-is-slow', edits);
  const [, { job }] = usualOf(of);
  const edited = editedRun(of, job, 0, 0);
  expect(edited).toMatchObject({ ok: true, value: { edits: { set: { '/faults/0/at': 2000 } } } });
});

function usualOf(of: Subject): readonly [Subject, MapQuestion] {
  const ask = usualMap(of);
  if (ask === null) throw new Error('nothing to vary');
  return [
    of,
    questionFor(
      of,
      [
        { ...ask.x, cells: 4 },
        { ...ask.y, cells: 3 },
      ],
      { ...ask, runs: 10 },
    ),
  ];
}

test.each(CASES)('a run that is opened is the run that was counted: %s', (_, make) => {
  const [of, question] = make();
  const outcomes = new Set<string>();
  let seen = 0;
  for (const { cell, run, result } of counted(question)) {
    const edited = editedRun(of, question.job, cell, run);
    if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
    const { values, edits } = edited.value;
    const linked = decodeLink(encodeLink({ ...EMPTY_LINK, values, edits }));
    expect(linked.problems).toEqual([]);
    expect({ values: linked.link.values, edits: linked.link.edits }).toEqual({ values, edits });
    const played = playConfiguration(of.scenario, of.configuration, values, ORDINARY, edits);
    if (!played.ok) throw new Error(JSON.stringify(played.problems));
    const { verdict, entries } = played.value.run;
    expect(result.outcomes[verdict.outcome as keyof CellResult['outcomes']]).toBeGreaterThan(0);
    const { corrupted, atRisk } = result.witnesses;
    for (const [outcome, witness] of [
      ['corrupted', corrupted],
      ['at-risk', atRisk],
    ] as const) {
      if (witness?.run !== run) continue;
      expect([verdict.outcome, entries.length]).toEqual([outcome, witness.entries]);
      seen += 1;
    }
    outcomes.add(verdict.outcome);
  }
  expect(outcomes.size).toBeGreaterThan(1);
  expect(seen).toBeGreaterThan(1);
});

test('a rate that was drawn is opened to its last digit: only times are rounded', () => {
  const read = readScenario({
    ...FIRST.document,
    faults: [{ kind: 'clock', node: 'A', at: 0, rate: 1.5 }],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const of = subject(read.value, 'naive');
  const draws = [{ target: '/faults/0/rate', from: { kind: 'uniform' as const, from: 0.5, to: 1.9 } }];
  const { job } = questionFor(of, [side('ttl', 5000, 20_000)], { draws, runs: 4, seed: 1 });
  const sweep = prepareSweep(job);
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  const drawn = sweep.value.runOf(0, 1).edits.set['/faults/0/rate'];
  const edited = editedRun(of, job, 0, 1);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  const { edits } = edited.value;
  expect(String(drawn)).toMatch(/\.\d{4,}$/u);
  expect(edits.set['/faults/0/rate']).toBe(drawn);
  expect(decodeLink(encodeLink({ ...EMPTY_LINK, edits })).link.edits).toEqual(edits);
});

test('opening is one edit that undo takes back, and the map of what was opened is the same map', () => {
  const [of, { job, key }] = usualOf(subject(FIRST, 'naive'));
  const ask = usualMap(of);
  const store = createAppStore(freshInputs({ kind: 'scenario', scenario: FIRST }));
  store.setState({ study: { page: 'map', asked: '' } });
  expect(openRun(store, of, job, 11, 2)).toEqual({ ok: true, value: null });
  const { study, values, edits, shown } = store.getState();
  expect([study, shown]).toEqual([null, null]);
  expect(values['ttl']).toBe(30_000);
  const after = subject(FIRST, 'naive', edits, values);
  expect(usualMap(after)).toEqual(ask);
  expect(questionFor(after, job.axes, job).key).toBe(key);
  undo(store);
  expect(store.getState()).toMatchObject(AS_WRITTEN);
});
