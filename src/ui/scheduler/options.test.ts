import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDINARY, type Schedule } from '../../engine/schedule.ts';
import type { Micros } from '../../engine/time.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration, type PlayedRun } from '../../scenarios/play-scenario.ts';
import { optionsAt, ordinaryAfter, scheduleWith, stepAt } from './options.ts';

function played(id: string, schedule: Schedule): PlayedRun {
  const scenario = builtin(id)!;
  const run = playConfiguration(scenario, scenario.configurations[0]?.id ?? '', {}, schedule);
  if (!run.ok) throw new Error(run.problems[0]?.what);
  return run.value;
}

const said = (run: PlayedRun, step: number): readonly string[] =>
  optionsAt(run.model, run.history, step).map(({ words }) => words);

test('what can happen next is said in words, what comes by the clock first', () => {
  const run = played('paused-holder', ORDINARY);
  expect(said(run, 0)[0]).toBe('A runs its next instruction');
  const options = optionsAt(run.model, run.history, 1);
  expect(options[0]).toMatchObject({ isOrdinary: true, isTaken: true, isFault: false });
  expect(options.map(({ words }) => words)).toEqual(
    expect.arrayContaining([
      'Deliver A>lock#1: a request for the key to lock',
      'Lose A>lock#1: a request for the key',
      'Double A>lock#1: a request for the key',
      'Pause A',
      'Crash B',
    ]),
  );
  expect(
    optionsAt(run.model, run.history, run.history.steps.length - 1).filter(({ isFault }) => !isFault),
  ).toEqual([]);
});

test('losing the request of the first client changes who writes', () => {
  const run = played('paused-holder', ORDINARY);
  const lose = optionsAt(run.model, run.history, 1).find(({ choice }) => choice.kind === 'lose')!;
  const schedule = scheduleWith(ORDINARY, 1, lose);
  expect(schedule.picks).toEqual([{ step: 2, choice: 'lose A>lock#1' }]);
  expect(played('paused-holder', schedule).run.verdict.outcome).toBe('safe');
  expect(ordinaryAfter(schedule, 1)).toEqual(ORDINARY);
});

test('the step of a cursor made its entry; between two entries, what left none has happened too', () => {
  const { history, run } = played('paused-holder', ORDINARY);
  for (const { seq } of run.entries) {
    const step = history.steps[stepAt(history, { seq, t: null })]!;
    expect(step.firstSeq).toBeLessThanOrEqual(seq);
    expect(step.world.nextSeq).toBeGreaterThan(seq);
  }
  for (let seq = 0; seq + 1 < run.entries.length; seq += 1) {
    const t = Math.floor(((run.entries[seq]?.t ?? 0) + (run.entries[seq + 1]?.t ?? 0)) / 2) as Micros;
    if (t === run.entries[seq]?.t) continue;
    const at = stepAt(history, { seq, t });
    expect(history.steps[at]?.world.now).toBeLessThanOrEqual(t);
    expect(history.steps[at + 1]?.world.now ?? Infinity).toBeGreaterThan(t);
  }
});

test('whatever is chosen happens, and what was before it stays', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      fc.constantFrom('paused-holder', 'stalled-leader', 'restart-without-data', 'one-object-two-workers'),
      fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat()), { minLength: 1, maxLength: 8 }),
      (id, turns) => {
        let schedule: Schedule = ORDINARY;
        let step = 0;
        for (const [ahead, which] of turns) {
          const before = played(id, schedule);
          step = Math.min(step + ahead, before.history.steps.length - 1);
          const options = optionsAt(before.model, before.history, step);
          const option = options[which % Math.max(1, options.length)];
          if (option === undefined) return;
          expect(option.words).not.toBe('');
          schedule = scheduleWith(schedule, step, option);
          const after = played(id, schedule);
          expect(after.history.missed).toEqual([]);
          expect(after.history.steps[step + 1]?.choice?.name).toBe(option.choice.name);
          expect(after.history.steps[step]?.world).toEqual(before.history.steps[step]?.world);
          step += 1;
        }
      },
    ),
    { numRuns: 25 },
  );
});
