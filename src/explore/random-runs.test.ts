import { expect, test } from 'vitest';
import type { TimedFault } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { play } from '../engine/play.ts';
import { kindsFound, outcomeOfFound, UNREPLACED } from '../engine/random-runs/fold/found.ts';
import { RandomRuns, type RandomRun } from '../engine/random-runs/random-runs.ts';
import { NotFast } from '../engine/random-runs/not-fast.ts';
import { randomSequence } from '../engine/random.ts';
import { ORDINARY } from '../engine/schedule.ts';
import { micro } from '../engine/time.ts';
import { judge } from '../engine/verdict/judge.ts';
import { FINDING_KINDS } from '../engine/verdict/types.ts';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
import { STORE_VARIANTS } from './testing/store-variants.ts';

const SEEDS = 25;

const CASES: readonly { readonly name: string; readonly body: ScenarioBody }[] = [
  ...builtins().flatMap((scenario) =>
    scenario.configurations.map(({ id }) => {
      const body = resolveBody(scenario, id, {});
      if (!body.ok) throw new Error(JSON.stringify(body.problems));
      return { name: `${scenario.id}, ${id}`, body: body.value };
    }),
  ),
  ...STORE_VARIANTS,
];

/** Scenarios with runs that must be played in the ordinary way: deadlines travel with their messages. */
const slow = new Set<string>();

for (const { name, body } of CASES) {
  test(`${name}: random runs come out as playing them does`, () => {
    for (const loss of [0, 0.05]) {
      const links = body.links.map((link) => ({ ...link, jitter: 900, loss }));
      const { model } = buildModel({ ...body, links, faults: [] });
      const runs = fast(name, () => new RandomRuns(model));
      if (runs === null) continue;
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const timedFaults = randomFaults(model, seed);
        const where = `seed ${String(seed)}, loss ${String(loss)}, faults ${JSON.stringify(timedFaults)}`;
        const run = fast(name, () => resultOf(runs.run(seed, timedFaults)));
        if (run === null) continue;
        expect({ where, ...run }).toEqual({ where, ...played({ ...model, seed, timedFaults }) });
      }
    }
  });
}

test('few scenarios must be played in the ordinary way', () => {
  expect(slow.size).toBeGreaterThan(0);
  expect(slow.size).toBeLessThan(CASES.length / 10);
});

function fast<Made>(name: string, make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NotFast) || !error.message.includes('deadlines that travel')) throw error;
    slow.add(name);
    return null;
  }
}

function resultOf({ found, events, entries }: RandomRun) {
  const unreplaced = (found & UNREPLACED) !== 0;
  return { kinds: kindsFound(found), unreplaced, outcome: outcomeOfFound(found), events, entries };
}

/** What ordinary playback and its verdict make of the same run. */
function played(model: Model) {
  const history = play(model, ORDINARY);
  const until = history.end === 'over' ? { horizon: model.horizon } : {};
  const { findings, outcome } = judge(history.entries, { origin: 'simulated', ...until });
  return {
    kinds: FINDING_KINDS.filter((kind) => findings.some((finding) => finding.kind === kind)),
    unreplaced: findings.some((finding) => finding.unreplaced === true),
    outcome,
    events: history.steps.length - 1,
    entries: history.entries.length,
  };
}

/** Up to three faults of a process, anywhere in the first half minute. */
function randomFaults(model: Model, seed: number): readonly TimedFault[] {
  const random = randomSequence(seed + 1000);
  const nodes = model.components.map(({ id }) => id);
  return Array.from({ length: Math.floor(random() * 4) }, (): TimedFault => {
    const node = nodes[Math.floor(random() * nodes.length)] ?? '';
    const at = micro(random() * 30_000_000);
    const kind = random();
    if (kind < 0.7) return { kind: 'pause', node, at, forUs: micro(random() * 20_000_000) };
    if (kind < 0.8) return { kind: 'crash', node, at };
    return { kind: 'restart', node, at, data: random() < 0.5 ? 'kept' : 'lost' };
  });
}
