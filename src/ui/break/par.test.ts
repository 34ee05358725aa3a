import { expect, test } from 'vitest';
import { prepareJob } from '../../explore/job.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { NO_EDITS } from '../../scenarios/edits.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { openedCounterexample } from '../prove/opened-counterexample.ts';
import type { ProofState } from '../prove/proof-desk.ts';
import type { Question } from '../prove/question.ts';
import { text as prove } from '../prove/words.ts';
import { USUAL_BREAK } from './ask.ts';
import { budgetsOf, failedOf, parLevels, parOf, type ParLevel } from './par.ts';
import { comparedWords, levelResult, parSentence, shortPar } from './par-words.ts';
import { brokenBy, placedIn } from './placed.ts';

const NOTHING_CHANGED = { values: {}, edits: NO_EDITS };

function scenarioOf(id: string) {
  const scenario = builtin(id);
  if (scenario === undefined) throw new Error(`there is no ${id}`);
  return scenario;
}

const levelsOf = (id: string, configuration: string, most: number): readonly ParLevel[] =>
  parLevels(scenarioOf(id), configuration, NOTHING_CHANGED, { ...USUAL_BREAK, most });

/** Explores a question to its end, as a worker would. */
function answered({ job }: Question): ProofState {
  const prepared = prepareJob(job);
  if (!prepared.ok) {
    return { phase: 'ended', progress: null, end: { type: 'problem', problems: prepared.problems } };
  }
  while (prepared.value.exploration.run(10_000));
  return {
    phase: 'ended',
    progress: null,
    end: { type: 'done', report: prepared.value.report(), seconds: 1 },
  };
}

function answers(levels: readonly ParLevel[]): Map<string, ProofState> {
  const known = new Map<string, ProofState>();
  for (const { questions } of levels) {
    for (const question of questions) known.set(question.key, answered(question));
    if ([...known.values()].some(({ end }) => end?.type === 'done' && end.report.counterexample !== null))
      break;
  }
  return known;
}

test('a number of faults is shared among the kinds in every way', () => {
  expect(budgetsOf(0)).toEqual([{ pause: 0, late: 0, lose: 0, crash: 0 }]);
  expect(budgetsOf(1).map((budget) => Object.values(budget).reduce((sum, one) => sum + one, 0))).toEqual([
    1, 1, 1, 1,
  ]);
  expect(budgetsOf(2)).toHaveLength(10);
  expect(new Set(budgetsOf(3).map((budget) => JSON.stringify(budget))).size).toBe(20);
});

test('a naive store breaks by one pause: none by no fault, and the schedule that was found plays with par', () => {
  const levels = levelsOf('paused-holder', 'naive', 2);
  const known = answers(levels);
  const par = parOf(levels, (key) => known.get(key) ?? null);
  expect(par).toMatchObject({ excluded: 1, isPending: false, failed: null, problems: [] });
  expect(par.best?.count).toBe(1);
  expect(shortPar(par, 2)).toBe('par 1');
  if (par.best?.question.job.kind !== 'scenario') throw new Error('nothing was found');
  const { edited } = openedCounterexample(scenarioOf('paused-holder'), par.best.question.job, par.best.found);
  const { values, schedule, edits } = edited;
  const played = playConfiguration(scenarioOf('paused-holder'), 'naive', values, schedule, edits);
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  expect(brokenBy(played.value.run, 'corrupted')).not.toBeNull();
  const { count, beyond } = placedIn(played.value);
  expect([count, beyond]).toEqual([1, 0]);
  expect(comparedWords(par, 2, count, beyond)).toBe('That is the par.');
  expect(comparedWords(par, 2, 3, 0)).toBe('The par is 1.');
  expect(comparedWords(par, 2, 1, 1)).toContain('do not compare');
});

test.each([
  ['timer-of-an-earlier-hold', 0],
  ['whichever-service', 1],
  ['its-own-key-in-the-way', 1],
  ['token-out-of-thin-air', 1],
  ['c53-late-into-the-next-one', 1],
])('%s: the schedule that was found is played with as many faults as the par says, %i', (id, count) => {
  const scenario = scenarioOf(id);
  const configuration = scenario.configurations[0]?.id ?? '';
  const levels = levelsOf(id, configuration, 1);
  const known = answers(levels);
  const { best, excluded } = parOf(levels, (key) => known.get(key) ?? null);
  expect([best?.count, excluded]).toEqual([count, count]);
  if (best?.question.job.kind !== 'scenario') throw new Error('nothing was found');
  const { values, schedule, edits } = openedCounterexample(scenario, best.question.job, best.found).edited;
  const played = playConfiguration(scenario, configuration, values, schedule, edits);
  if (!played.ok) throw new Error(JSON.stringify(played.problems));
  expect(brokenBy(played.value.run, 'corrupted')).not.toBeNull();
  expect(placedIn(played.value)).toEqual({ count, beyond: 0, idle: 0 });
});

test('while fewer faults are not looked into, what was found is an upper bound and no par', () => {
  const levels = levelsOf('paused-holder', 'naive', 2);
  const known = answers(levels);
  const first = levels[0]?.questions[0]?.key ?? '';
  const without = parOf(levels, (key) => (key === first ? null : (known.get(key) ?? null)));
  expect(without).toMatchObject({ excluded: 0, isPending: true });
  expect(shortPar(without, 2)).toBe('par 1 or less');
  expect(parSentence(without, 2)).toContain('still being searched');
  const cut = parOf(levels, (key) => {
    const state = known.get(key) ?? null;
    if (key !== first || state?.end?.type !== 'done') return state;
    const report = { ...state.end.report, complete: false, cutBy: 'memory' as const };
    return { ...state, end: { ...state.end, report } };
  });
  expect(cut).toMatchObject({ excluded: 0, isPending: false });
  expect(parSentence(cut, 2)).toContain('not known');
  expect(comparedWords(cut, 2, 1, 0)).toBe('A schedule with 1 fault is known.');
});

test('nothing is said of a cancelled search, and a broken worker is told', () => {
  const levels = levelsOf('paused-holder', 'fenced-at-takeover', 1);
  const cancelled: ProofState = { phase: 'ended', progress: null, end: { type: 'unheard' } };
  expect(parOf(levels, () => cancelled)).toMatchObject({ isPending: true, excluded: 0, best: null });
  const broken: ProofState = {
    phase: 'ended',
    progress: null,
    end: { type: 'failed', message: 'no memory' },
  };
  const par = parOf(levels, () => broken);
  expect(par.isPending).toBe(false);
  expect(shortPar(par, 1)).toBe('par not searched: the search broke down');
  expect(parSentence(par, 1)).toBe('The search broke down: no memory');
  expect(levelResult(levels[0]!, () => broken)).toBe('the search broke down');
});

test('where fewer faults were not looked into because a worker broke down, that is said and no bounds are blamed', () => {
  const levels = levelsOf('paused-holder', 'naive', 1);
  const known = answers(levels);
  const first = levels[0]?.questions[0]?.key ?? '';
  const broken: ProofState = {
    phase: 'ended',
    progress: null,
    end: { type: 'failed', message: 'no memory' },
  };
  const par = parOf(levels, (key) => (key === first ? broken : (known.get(key) ?? null)));
  expect(par).toMatchObject({ excluded: 0, isPending: false, failed: 'no memory' });
  expect(parSentence(par, 1)).toContain('not known: the search with fewer broke down: no memory');
  expect(parSentence(par, 1)).not.toContain('bounds');
  expect(failedOf(levels, (key) => (key === first ? broken : null))).toEqual([levels[0]?.questions[0]]);
});

test('a store fenced at takeover cannot be broken within the bounds, and the searches together say why', () => {
  const levels = levelsOf('paused-holder', 'fenced-at-takeover', 1);
  const known = answers(levels);
  const par = parOf(levels, (key) => known.get(key) ?? null);
  expect(par).toMatchObject({ best: null, excluded: 2, isPending: false });
  expect(parSentence(par, 1)).toContain('It cannot be broken with up to 1 fault');
  const status = Object.fromEntries(par.properties.map(({ name, status }) => [name, status]));
  // A pause makes the client write late; the other faults alone do not.
  expect(status).toMatchObject({ 'zombie-writes': 'holds', 'no-stale-write': 'holds' });
  expect(prove.says({ complete: true, properties: par.properties }, false)).toContain(prove.proves.fenced);
});
