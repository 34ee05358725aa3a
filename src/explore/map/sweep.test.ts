import { describe, expect, test } from 'vitest';
import { FIRST } from '../../scenarios/builtin/first.ts';
import { builtins } from '../../scenarios/builtin/index.ts';
import { readTtl, type MapAxis } from '../../scenarios/map/map-spec.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { readScenario, type Scenario } from '../../scenarios/scenario.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import type { CellResult } from './cell.ts';
import { Mapper, type FromMapper } from './protocol.ts';
import { prepareSweep, type RunInput, type Sweep, type SweepJob } from './sweep.ts';
import { takeoversIn } from './takeovers.ts';
import { ttlJob, whichTtl } from './which-ttl.ts';

const JOB: SweepJob = {
  document: FIRST.document,
  configuration: 'naive',
  values: {},
  axes: [
    { target: 'pause', from: 0, to: 30_000, cells: 4, scale: 'linear' },
    { target: 'ttl', from: 2000, to: 20_000, cells: 3, scale: 'linear' },
  ],
  draws: [{ target: 'pauseAt', from: { kind: 'uniform', from: 500, to: 9000 } }],
  runs: 12,
  seed: 1,
};

function swept(job: SweepJob): Sweep {
  const sweep = prepareSweep(job);
  if (!sweep.ok) throw new Error(JSON.stringify(sweep.problems));
  return sweep.value;
}

/** A run of a cell in ordinary playback. */
function played({ document, configuration, values, edits }: RunInput) {
  const scenario = readScenario(document);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems));
  const run = playConfiguration(scenario.value, configuration, values, ORDINARY, edits);
  if (!run.ok) throw new Error(JSON.stringify(run.problems));
  const { entries, verdict } = run.value.run;
  return { outcome: verdict.outcome, entries: entries.length, takeovers: takeoversIn(entries) };
}

/** The counts of a cell as playing each run of it gives them. */
function playedCell(sweep: Sweep, { runs }: SweepJob, cell: number) {
  const all = Array.from({ length: runs }, (_, run) => ({ run, ...played(sweep.runOf(cell, run)) }));
  const outcomes: Record<string, number> = {};
  for (const { outcome } of all) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const corrupted = all.filter(({ outcome }) => outcome === 'corrupted');
  const shortest = corrupted.toSorted((a, b) => a.entries - b.entries || a.run - b.run)[0];
  const takeovers = all.flatMap((one) => one.takeovers).toSorted((a, b) => a - b);
  return {
    outcomes,
    witness: shortest === undefined ? null : { run: shortest.run, entries: shortest.entries },
    takeovers: takeovers.length,
    longestMs: takeovers.length === 0 ? 0 : (takeovers[Math.ceil(takeovers.length * 0.95) - 1] ?? 0) / 1000,
  };
}

function compared({ outcomes, witnesses, takeover }: CellResult) {
  const { corrupted } = witnesses;
  return {
    outcomes: Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0)),
    witness: corrupted === null ? null : { run: corrupted.run, entries: corrupted.entries },
    takeovers: takeover?.count ?? 0,
    longestMs: takeover?.p95Ms ?? 0,
  };
}

describe('a sweep of the first scenario', () => {
  test('counts in each cell what playing its runs shows, and its witness replays', () => {
    const sweep = swept(JOB);
    expect(sweep.cells).toBe(12);
    const seen = new Set<string>();
    for (let cell = 0; cell < sweep.cells; cell += 1) {
      const result = sweep.cell(cell);
      expect(compared(result)).toEqual(playedCell(sweep, JOB, cell));
      for (const outcome of Object.keys(compared(result).outcomes)) seen.add(outcome);
    }
    expect([...seen].toSorted()).toEqual(['at-risk', 'corrupted', 'safe']);
  });

  test('is the same whoever plays which cell, and in any order', () => {
    const sweep = swept(JOB);
    const inOrder = Array.from({ length: sweep.cells }, (_, cell) => sweep.cell(cell));
    const other = swept(JOB);
    const backwards = inOrder.map((_, index) => other.cell(sweep.cells - 1 - index)).toReversed();
    expect(backwards).toEqual(inOrder);
    expect(byWorkers(3)).toEqual(inOrder);
    expect(byWorkers(1)).toEqual(inOrder);
    expect(swept({ ...JOB, seed: 2 }).cell(5)).not.toEqual(inOrder[5]);
  });

  test('draws links and losses too, and plays in the ordinary way what must be', () => {
    const faults = [...(FIRST.document['faults'] as readonly object[])];
    const document = {
      ...FIRST.document,
      links: [{ between: ['A', 'lock'], latency: 5, jitter: 20, loss: 0.1 }],
      faults: [...faults, { kind: 'clock', node: 'lock', at: 0, rate: 1.2 }],
    } as SweepJob['document'];
    for (const axes of [
      [axis('/links/0/jitter', 0, 400), axis('/links/0/loss', 0, 0.4)],
      [axis('/faults/0/for', 0, 20_000), axis(`/faults/${String(faults.length)}/rate`, 0.5, 2)],
    ]) {
      const job: SweepJob = { ...JOB, document, axes, draws: [], runs: 6 };
      const sweep = swept(job);
      for (let cell = 0; cell < sweep.cells; cell += 1)
        expect(compared(sweep.cell(cell))).toEqual(playedCell(sweep, job, cell));
    }
  });

  test.each([
    [{ configuration: 'nobody' }, 'configuration', 'there is no configuration "nobody"'],
    [{ axes: [axis('paws', 0, 1)] }, 'paws', 'is no parameter here'],
    [{ axes: [axis('pause', 0, 31_000)] }, 'parameter pause', 'must be a number from 0 to 30000 ms'],
    [{ axes: [axis('/faults/9/for', 0, 1)] }, '/faults/9/for', 'names no place in this scenario'],
    [{ axes: [axis('/horizon', 0, 1)] }, 'horizon', 'must be at least a microsecond'],
  ])('%o is a problem', (change, where, what) => {
    const sweep = prepareSweep({ ...JOB, draws: [], ...change });
    expect(sweep).toMatchObject({ ok: false, problems: [{ where, what }] });
  });

  test('a place in a fault that only another configuration has is a problem', () => {
    const held = builtins().find(({ id }) => id === 'held-while-renewed');
    const asked = (configuration: string) =>
      prepareSweep({
        ...JOB,
        document: held?.document ?? null,
        configuration,
        axes: [axis('/faults/0/at', 0, 1000)],
        draws: [],
      });
    expect(asked('holder-crashes').ok).toBe(true);
    expect(asked('holder-lives')).toMatchObject({
      ok: false,
      problems: [{ where: '/faults/0/at', what: 'names no place in this configuration' }],
    });
  });
});

describe('the smallest TTL', () => {
  const spec = readTtl({
    format: 'fenceline-ttl',
    version: 1,
    configuration: 'naive',
    ttl: { target: 'ttl', from: 2000, to: 30_000, cells: 15 },
    target: 0.1,
    draws: [
      { target: 'pause', from: { kind: 'measured', values: [100, 900, 2000, 4000, 7000, 12_000] } },
      { target: 'pauseAt', from: { kind: 'uniform', from: 500, to: 2500 } },
    ],
    runs: 60,
  });
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));

  test('is the first from which on no upper end exceeds the target; takeovers take longer with it', () => {
    const sweep = swept(ttlJob(FIRST.document, spec.value));
    const cells = Array.from({ length: sweep.cells }, (_, cell) => sweep.cell(cell));
    const { points, smallest } = whichTtl(spec.value, cells.toReversed());
    const at = points.findIndex((point) => point === smallest);
    expect(at).toBeGreaterThan(0);
    expect(points[at - 1]?.corrupted.upper).toBeGreaterThan(0.1);
    for (const { corrupted } of points.slice(at)) expect(corrupted.upper).toBeLessThanOrEqual(0.1);
    const takeovers = points.flatMap(({ takeover }) => (takeover === null ? [] : [takeover.medianMs]));
    expect(takeovers.length).toBeGreaterThan(2);
    expect(takeovers.at(-1)).toBeGreaterThan(takeovers[0] ?? Infinity);
  });

  test('needs runs: with too few no upper end is at the target', () => {
    const { leastRuns } = whichTtl({ ...spec.value, target: 0.01 }, []);
    expect(leastRuns).toBe(381);
    expect(whichTtl(spec.value, []).smallest).toBeNull();
  });
});

describe('runs of a sweep come out as playing them does, in every built-in scenario', () => {
  let checked = 0;
  const all = builtins().flatMap((scenario) => scenario.configurations.map(({ id }) => ({ scenario, id })));

  test.each(all.map(({ scenario, id }) => [`${scenario.id}, ${id}`, scenario, id] as const))(
    '%s',
    (_, scenario, configuration) => {
      const job: SweepJob = {
        ...JOB,
        document: scenario.document,
        configuration,
        axes: durations(scenario),
        draws: [],
        runs: 1,
      };
      const sweep = prepareSweep(job);
      // Not every parameter acts in every configuration, nor goes with every value of another.
      if (!sweep.ok) return;
      checked += 1;
      for (let cell = 0; cell < sweep.value.cells; cell += 1)
        expect(compared(sweep.value.cell(cell))).toEqual(playedCell(sweep.value, job, cell));
    },
  );

  test('and that of most of them', () => {
    expect(checked).toBeGreaterThan(all.length / 2);
  });
});

/** The first duration of a scenario, at its own value and at a higher one. */
function durations({ parameters }: Scenario): readonly MapAxis[] {
  return parameters
    .flatMap((one) => (one.kind === 'duration' ? [axis(one.id, one.value, (one.value + one.max) / 2)] : []))
    .slice(0, 1);
}

function axis(target: string, from: number, to: number): MapAxis {
  return { target, from, to, cells: 2, scale: 'linear' };
}

/** The cells as so many workers play them, in turn. */
function byWorkers(count: number): readonly CellResult[] {
  const cells: CellResult[] = [];
  let portions: (readonly number[])[] = [];
  const hear = (message: FromMapper): void => {
    if (message.type === 'ready') portions = [...message.portions];
    else if (message.type === 'cell') cells.push(message.result);
    else expect(message).toEqual({ type: 'free' });
  };
  const workers = Array.from({ length: count }, () => new Mapper(prepareSweep, hear));
  for (const worker of workers) worker.handle({ type: 'start', job: JOB });
  for (const [turn, portion] of portions.entries())
    workers[turn % count]?.handle({ type: 'portion', cells: portion });
  return cells.toSorted((a, b) => a.cell - b.cell);
}
