import { describe, expect, test } from 'vitest';
import { ordinaryChoice } from '../engine/choices.ts';
import type { FaultBudget } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { play, stepOfEntry, worldAtEntry } from '../engine/play.ts';
import { randomSequence } from '../engine/random.ts';
import { ORDINARY } from '../engine/schedule.ts';
import { buildModel } from './build.ts';
import { builtin, builtins } from './builtin/index.ts';
import { randomSchedule } from './random-schedule.ts';
import { resolveBody, type ParameterValues, type Scenario } from './scenario.ts';

const BUDGET: FaultBudget = { pause: 2, crash: 1, lose: 1, late: 3 };

function modelOf(
  scenario: Scenario,
  configuration: string,
  budget?: FaultBudget,
  values: ParameterValues = {},
): Model {
  const body = resolveBody(scenario, configuration, values);
  if (!body.ok) throw new Error(body.problems[0]?.what);
  return buildModel(body.value, budget).model;
}

const ALL = builtins().flatMap((scenario) => scenario.configurations.map(({ id }) => ({ scenario, id })));

describe('a run is scenario, seed and schedule', () => {
  test('1,000 random schedules give the same trace twice, to the byte, and take every pick', () => {
    for (let seed = 0; seed < 1000; seed += 1) {
      const one = ALL[seed % ALL.length];
      if (one === undefined) throw new Error('no scenario');
      const model = modelOf(one.scenario, one.id, BUDGET);
      const schedule = randomSchedule(model, seed, 120);
      const first = play(model, schedule);
      expect(first.missed, `seed ${String(seed)}`).toEqual([]);
      // A fresh model as a link would build it: nothing remembered by the run may matter.
      const again = play(
        modelOf(one.scenario, one.id, BUDGET),
        JSON.parse(JSON.stringify(schedule)) as typeof schedule,
      );
      expect(JSON.stringify(again.entries), `seed ${String(seed)}`).toBe(JSON.stringify(first.entries));
    }
  });

  test('with a watchdog too, which renews, loses and is ignored once it means nothing', () => {
    const scenario = builtin('paused-holder');
    if (scenario === undefined) throw new Error('no scenario');
    let renewing = 0;
    for (let seed = 0; seed < 300; seed += 1) {
      const model = modelOf(scenario, 'naive', BUDGET, { renewal: 'watchdog', ttl: 3000 });
      const schedule = randomSchedule(model, seed, 200);
      const { missed, entries } = play(model, schedule);
      expect(missed, `seed ${String(seed)}`).toEqual([]);
      if (entries.some((entry) => entry.ev === 'renew')) renewing += 1;
    }
    expect(renewing).toBeGreaterThan(100);
  });

  test('entries are in order of time and number, and causes lie before their effects', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const one = ALL[seed % ALL.length];
      if (one === undefined) throw new Error('no scenario');
      const model = modelOf(one.scenario, one.id, BUDGET);
      const { entries } = play(model, randomSchedule(model, seed, 120));
      entries.forEach((entry, index) => {
        expect(entry.seq).toBe(index);
        expect(entry.t).toBeGreaterThanOrEqual(entries[index - 1]?.t ?? 0);
        expect(entry.cause ?? -1).toBeLessThan(index);
      });
    }
  });

  test('a pick that is not possible is told, with what was possible', () => {
    const scenario = builtins()[0];
    if (scenario === undefined) throw new Error('no scenario');
    const { missed } = play(modelOf(scenario, 'naive'), { picks: [{ step: 1, choice: 'deliver Z>lock#9' }] });
    expect(missed).toEqual([
      { step: 1, choice: 'deliver Z>lock#9', possible: expect.arrayContaining(['run A']) },
    ]);
  });
});

describe('going back is exact', () => {
  test('after random walks of forward, back and seek the world equals the one computed from the start', () => {
    const random = randomSequence(20);
    for (const { scenario, id } of ALL) {
      const model = modelOf(scenario, id);
      const history = play(model, ORDINARY);
      let at = 0;
      for (let move = 0; move < 12; move += 1) {
        const last = history.entries.length - 1;
        const kind = Math.floor(random() * 3);
        at =
          kind === 0
            ? Math.min(at + 1, last)
            : kind === 1
              ? Math.max(at - 1, 0)
              : Math.floor(random() * (last + 1));
        const fresh = play(modelOf(scenario, id), ORDINARY, stepOfEntry(history, at));
        expect(JSON.stringify(worldAtEntry(history, at))).toBe(JSON.stringify(fresh.steps.at(-1)?.world));
      }
    }
  });

  test('a world survives JSON and goes on the same', () => {
    for (const { scenario, id } of ALL) {
      const model = modelOf(scenario, id);
      const history = play(model, ORDINARY);
      history.steps.slice(0, -1).forEach((step, index) => {
        const world = JSON.parse(JSON.stringify(step.world)) as typeof step.world;
        expect(ordinaryChoice(model, world)).toEqual(history.steps[index + 1]?.choice);
      });
    }
  });
});
