import { expect, test } from 'vitest';
import type { Micros } from '../../engine/time.ts';
import { prepareJob } from '../../explore/job.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { USUAL, type Ask } from './ask.ts';
import { FINDING_OF, openedCounterexample, shows } from './opened-counterexample.ts';
import { questionOf } from './question.ts';
import { freshInputs } from '../state/inputs.ts';

function explored(id: string, configuration: string, asked: Partial<Ask>) {
  const scenario = builtins().find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no ${id}`);
  const { values, edits } = freshInputs({ kind: 'scenario', scenario });
  const { job } = questionOf(scenario, configuration, { values, edits }, { ...USUAL, ...asked });
  const prepared = prepareJob(job);
  if (!prepared.ok || job.kind !== 'scenario') throw new Error('it cannot be explored');
  while (prepared.value.exploration.run(10_000));
  const { counterexample, others } = prepared.value.report();
  return { scenario, job, found: [...(counterexample === null ? [] : [counterexample]), ...others] };
}

const CASES = [
  ['paused-holder', 'naive', { pause: 1, late: 0 }, ['no-stale-write']],
  ['paused-holder', 'naive', { pause: 1, late: 1, pausedHolder: true }, ['no-stale-write']],
  ['paused-holder', 'naive', { pause: 1, late: 1, lose: 1 }, ['no-stale-write', 'waiter-served']],
  ['paused-holder', 'naive', { pause: 0, late: 0, crash: 0, keepsFaults: true }, ['no-stale-write']],
  // What a record holds has a digit, and it is read.
  ['write-before-new-holder', 'naive', { pause: 1, late: 0 }, ['no-stale-write', 'no-lost-update']],
  ['write-before-new-holder', 'fenced', { pause: 0, late: 1 }, ['no-stale-write', 'no-lost-update']],
] as const;

test.each(CASES)(
  '%s, %s, %o: what breaks it plays to the same finding, to a horizon and without a budget',
  (id, configuration, asked, broken) => {
    const { scenario, job, found } = explored(id, configuration, asked);
    expect(found.map(({ property }) => property)).toEqual(broken);
    for (const one of found) {
      const opened = openedCounterexample(scenario, job, one);
      expect(shows(scenario, job, one, opened.edited)).toBe(true);
      // Ordinary playback of the document: nothing of the explorer.
      const { values, schedule, edits } = opened.edited;
      const played = playConfiguration(scenario, configuration, values, schedule, edits);
      if (!played.ok) throw new Error(JSON.stringify(played.problems));
      expect(played.value.history.missed).toEqual([]);
      expect(played.value.run.verdict.findings.map(({ kind }) => kind)).toContain(FINDING_OF[one.property]);
    }
  },
);

test('faults that lead ordinary playback to a longer story are not taken for the shortest one', () => {
  const { scenario, job, found } = explored('paused-holder', 'naive', { pause: 1, late: 0 });
  const [first] = found;
  if (first === undefined) throw new Error('nothing was found');
  expect(openedCounterexample(scenario, job, first).by).toBe('faults');
  // A pause so long that more happens before the stale write.
  const timedFaults = (first.faults?.timedFaults ?? []).map((fault) =>
    fault.kind === 'pause' ? { ...fault, forUs: 40_000_000 as Micros } : fault,
  );
  const longer = { ...first, faults: { timedFaults, messageFaults: [] } };
  expect(openedCounterexample(scenario, job, longer).by).toBe('schedule');
});

test('faults at set times stand in the place of those of the document, and what is set beside them stays', () => {
  const { scenario, job, found } = explored('paused-holder', 'naive', { pause: 1, late: 0 });
  const [first] = found;
  if (first === undefined) throw new Error('nothing was found');
  const { edited, by } = openedCounterexample(scenario, job, first);
  expect(by).toBe('faults');
  expect(edited.edits.removed).toEqual([0]);
  expect(edited.edits.added).toMatchObject([{ kind: 'pause', node: 'A' }]);
  expect(edited.schedule.picks).toEqual([]);
});

test('the schedule alone leads there too, where it is longer than the scenario ends', () => {
  const { scenario, job, found } = explored('paused-holder', 'naive', { pause: 1, late: 0 });
  const [first] = found;
  if (first === undefined) throw new Error('nothing was found');
  const late = { ...first, faults: null, endsAtUs: 70_000_000 };
  const { edited, by } = openedCounterexample(scenario, job, late);
  expect(by).toBe('schedule');
  expect(edited.edits.set['/horizon']).toBe(72_000);
  expect(shows(scenario, job, first, edited)).toBe(true);
});
