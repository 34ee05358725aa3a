import { expect, test } from 'vitest';
import type { Schedule } from '../../engine/schedule.ts';
import type { Json } from '../../engine/trace.ts';
import { builtin } from '../../scenarios/builtin/index.ts';
import { playConfiguration, type PlayedRun } from '../../scenarios/play-scenario.ts';
import { optionsAt } from '../scheduler/options.ts';
import { brokenBy, placedIn } from './placed.ts';

/** The first scenario, whose only fault is a pause of A, with other faults and choices. */
function played(
  removed: readonly number[],
  added: readonly Json[],
  picks: Schedule['picks'] = [],
): PlayedRun {
  const scenario = builtin('paused-holder');
  if (scenario === undefined) throw new Error('there is no paused-holder');
  const run = playConfiguration(scenario, 'naive', {}, { picks }, { set: {}, removed, added });
  if (!run.ok) throw new Error(JSON.stringify(run.problems));
  return run.value;
}

test("the scenario's own faults count as long as they are there", () => {
  expect(placedIn(played([], []))).toEqual({ count: 1, beyond: 0, idle: 0 });
  expect(placedIn(played([0], []))).toEqual({ count: 0, beyond: 0, idle: 0 });
});

test('a fault counts once; what ends it does not count', () => {
  const pause = { kind: 'pause', node: 'A', at: 2000 };
  const resume = { kind: 'resume', node: 'A', at: 9000 };
  expect(placedIn(played([0], [pause, resume]))).toEqual({ count: 1, beyond: 0, idle: 0 });
  const crash = { kind: 'crash', node: 'B', at: 2000 };
  const restart = { kind: 'restart', node: 'B', at: 9000 };
  expect(placedIn(played([0], [pause, crash, restart]))).toEqual({ count: 2, beyond: 0, idle: 0 });
});

test('what the search does not try counts, and is told apart', () => {
  const restart = { kind: 'restart', node: 'B', at: 9000 };
  const clock = { kind: 'clock', node: 'lock', at: 3000, by: 20_000 };
  const act = { kind: 'act', client: 'B', at: 3000, do: 'write' };
  expect(placedIn(played([0], [restart]))).toEqual({ count: 1, beyond: 1, idle: 0 });
  expect(placedIn(played([0], [clock, act]))).toEqual({ count: 2, beyond: 2, idle: 0 });
});

test('what is chosen step by step counts where it strikes, and a message that is passed over is late', () => {
  const { model, history } = played([0], []);
  const steps = history.steps.map((_, step) => step);
  const option = (wanted: (one: ReturnType<typeof optionsAt>[number]) => boolean) => {
    for (const step of steps) {
      const found = optionsAt(model, history, step).find(wanted);
      if (found !== undefined) return { step: step + 1, choice: found.choice.name };
    }
    throw new Error('nothing of the kind can be chosen');
  };
  const ordinary = option(({ isOrdinary }) => isOrdinary);
  expect(placedIn(played([0], [], [ordinary]))).toEqual({ count: 0, beyond: 0, idle: 0 });
  const pause = option(({ choice }) => choice.kind === 'pause');
  expect(placedIn(played([0], [], [pause]))).toEqual({ count: 1, beyond: 0, idle: 0 });
  const late = option(({ isFault, choice }) => !isFault && choice.passesOver === 1);
  expect(placedIn(played([0], [], [late]))).toEqual({ count: 1, beyond: 0, idle: 0 });
  const lost = option(({ choice }) => choice.kind === 'lose');
  expect(placedIn(played([0], [], [lost]))).toEqual({ count: 1, beyond: 0, idle: 0 });
});

test('what never strikes is told apart: after the end of the run, of a message never sent, or a second pause within one', () => {
  const late = { kind: 'pause', node: 'A', at: 80_000_000, for: 1000 };
  const unsent = { kind: 'lose', message: 'A>store#99' };
  const clock = { kind: 'clock', node: 'lock', at: 80_000_000, by: 20_000 };
  expect(placedIn(played([0], [late, unsent, clock]))).toEqual({ count: 0, beyond: 0, idle: 3 });
  const pause = { kind: 'pause', node: 'A', at: 2000, for: 9000 };
  const sent = { kind: 'lose', message: 'A>store#1' };
  expect(placedIn(played([0], [pause, sent, unsent]))).toEqual({ count: 2, beyond: 0, idle: 1 });
});

test('a goal is reached by its own findings alone', () => {
  const corrupted = played([], []).run;
  expect(brokenBy(corrupted, 'corrupted')?.kind).toBe('stale-write-accepted');
  expect(brokenBy(corrupted, 'refused')).toBeNull();
  expect(brokenBy(played([0], []).run, 'corrupted')).toBeNull();
});
