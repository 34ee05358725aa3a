import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import { withFaults, type FaultScript } from '../engine/explore/shrink.ts';
import type { FaultBudget } from '../engine/faults.ts';
import { play } from '../engine/play.ts';
import { ORDINARY, type Schedule } from '../engine/schedule.ts';
import { judge } from '../engine/verdict/judge.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { prepareJob } from './job.ts';

/** A counterexample that was found once: it must be found again, no longer, and play to the same finding. */
interface Regression {
  readonly scenario: string;
  readonly configuration: string;
  readonly budget: FaultBudget;
  readonly pausedHolder: boolean;
  readonly property: string;
  readonly length: number;
  readonly actions: readonly string[];
  readonly schedule: Schedule;
  readonly faults: FaultScript;
}

const folder = path.join(import.meta.dirname, 'regressions');

test.each(readdirSync(folder))('%s', (file) => {
  const kept = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Regression;
  const { configuration, budget, pausedHolder } = kept;
  const prepared = prepareJob({
    kind: 'scenario',
    document: builtins().find(({ id }) => id === kept.scenario)?.document ?? {},
    configuration,
    values: {},
    budget,
    keepsFaults: false,
    pausedHolder,
    maxStates: null,
    maxBytes: 512e6,
    stopAtFirst: true,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  const { exploration, model, report } = prepared.value;
  while (exploration.run(1000));
  expect(report().counterexample).toMatchObject({ property: kept.property, length: kept.length });

  const history = play(model, kept.schedule);
  expect(history.missed).toEqual([]);
  expect(history.steps.slice(1, kept.length + 1).map(({ choice }) => choice?.name)).toEqual(kept.actions);
  const isStale = (entries: Parameters<typeof judge>[0]) =>
    judge(entries, { origin: 'simulated' }).findings.some(
      ({ kind, unreplaced }) => kind === 'stale-write-accepted' && !unreplaced,
    );
  expect(isStale(history.entries)).toBe(true);
  expect(isStale(play(withFaults(model, kept.faults), ORDINARY).entries)).toBe(true);
});
