import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.ts';
import type { FaultBudget } from '../engine/faults.ts';
import { ORDINARY } from '../engine/schedule.ts';
import type { Micros } from '../engine/time.ts';
import { judge } from '../engine/verdict/judge.ts';
import { withFaults } from '../engine/explore/shrink.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { prepareJob, type ExploreReport } from './job.ts';

const NONE: FaultBudget = { pause: 0, crash: 0, lose: 0, late: 0 };
const document = builtins().find(({ id }) => id === 'paused-holder')?.document ?? {};

function explore(configuration: string, budget: Partial<FaultBudget>, pausedHolder = false) {
  const prepared = prepareJob({
    kind: 'scenario',
    document,
    configuration,
    values: {},
    budget: { ...NONE, ...budget },
    keepsFaults: false,
    pausedHolder,
    maxStates: null,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  while (prepared.value.exploration.run(10_000));
  return { model: prepared.value.model, report: prepared.value.report() };
}

const statusOf = (report: ExploreReport, name: string) =>
  report.properties.find((property) => property.name === name)?.status;

const staleWrite = (entries: Parameters<typeof judge>[0]) =>
  judge(entries, { origin: 'simulated' }).findings.find(
    ({ kind, unreplaced }) => kind === 'stale-write-accepted' && !unreplaced,
  );

describe('the paused holder', () => {
  test.each([
    ['one late message, no pause', { late: 1 }, false],
    ['one pause, no late message', { pause: 1 }, false],
    ['a pause across the end of the lease is asked for', { pause: 1, late: 1 }, true],
  ] as const)('is unsafe on the naive store: %s', (_, budget, pausedHolder) => {
    const { model, report } = explore('naive', budget, pausedHolder);
    expect(report.complete).toBe(true);
    expect(statusOf(report, 'no-stale-write')).toBe('fails');
    const { counterexample } = report;
    expect(counterexample?.property).toBe('no-stale-write');

    // Ordinary playback of the schedule shows the finding, at its very last step.
    const horizon = Math.max(model.horizon, counterexample?.endsAtUs ?? 0) as Micros;
    const history = play({ ...model, horizon }, counterexample?.schedule ?? ORDINARY);
    expect(history.missed).toEqual([]);
    const finding = staleWrite(history.entries);
    const last = history.steps[counterexample?.length ?? 0];
    expect(finding?.entry).toBeGreaterThanOrEqual(last?.firstSeq ?? Infinity);
    expect(finding?.entry).toBeLessThan(last?.world.nextSeq ?? 0);
    if (pausedHolder) expect(counterexample?.actions).toContain('pause A');

    // And so do the faults that were made of it, without a schedule.
    expect(counterexample?.faults).not.toBeNull();
    const byFaults = withFaults(
      { ...model, horizon },
      counterexample?.faults ?? { timedFaults: [], messageFaults: [] },
    );
    expect(staleWrite(play(byFaults, ORDINARY).entries)).toBeDefined();
  });

  test('a pause of its holder is cut down to what is needed', () => {
    const { report } = explore('naive', { pause: 1 });
    expect(report.counterexample?.faults?.messageFaults).toEqual([]);
    const [pause] = report.counterexample?.faults?.timedFaults ?? [];
    expect(pause).toMatchObject({ kind: 'pause', node: 'A' });
  });

  test('is safe on the store fenced at takeover, completely, though zombies do write', () => {
    const { report } = explore('fenced-at-takeover', { pause: 2, late: 1 });
    expect(report).toMatchObject({ complete: true, cutBy: null, counterexample: null });
    expect(report.bounds.faults).toEqual({ pause: 2, crash: 0, lose: 0, late: 1 });
    expect(statusOf(report, 'no-stale-write')).toBe('holds');
    expect(statusOf(report, 'zombie-writes')).toBe('holds');
  });

  test('on the merely fenced store the zombie writes before the first write of the new holder', () => {
    const { model, report } = explore('fenced', { pause: 1 });
    expect(statusOf(report, 'no-stale-write')).toBe('fails');
    const history = play(model, report.counterexample?.schedule ?? ORDINARY);
    const finding = staleWrite(history.entries);
    expect(finding?.client).toBe('A');
    const writes = history.entries.filter(({ ev, outcome }) => ev === 'write' && outcome === 'accepted');
    expect(writes[0]?.seq).toBe(finding?.entry);
  });

  test('without faults nothing happens and no zombie is seen: an empty proof says so', () => {
    const { report } = explore('naive', {});
    expect(report).toMatchObject({ complete: true, counterexample: null });
    expect(statusOf(report, 'no-stale-write')).toBe('holds');
    expect(statusOf(report, 'zombie-writes')).toBe('never-reached');
  });
});
