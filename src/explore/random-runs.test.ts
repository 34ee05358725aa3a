import { expect, test } from 'vitest';
import { sightBit, type Sight } from '../engine/explore/monitor.ts';
import type { TimedFault } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { play } from '../engine/play.ts';
import { RandomRuns } from '../engine/random-runs/random-runs.ts';
import { randomSequence } from '../engine/random.ts';
import { ORDINARY } from '../engine/schedule.ts';
import { micro } from '../engine/time.ts';
import { judge } from '../engine/verdict/judge.ts';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
import { isJudgedApart } from './testing/judged-apart.ts';
import { STORE_VARIANTS } from './testing/store-variants.ts';

const SEEDS = 25;

const SHARED: readonly Sight[] = [
  'stale-write-accepted',
  'stale-write-accepted-unreplaced',
  'stale-write-rejected',
  'rightful-write-rejected',
  'lost-update',
  'overlapping-leases',
  'overlapping-beliefs',
  'wrong-release',
  'token-regression',
];

const CASES: readonly { readonly name: string; readonly body: ScenarioBody }[] = [
  ...builtins().flatMap((scenario) =>
    scenario.configurations.map(({ id }) => {
      const body = resolveBody(scenario, id, {});
      if (!body.ok) throw new Error(JSON.stringify(body.problems));
      return { name: `${scenario.id}, ${id}`, body: body.value };
    }),
  ),
  ...STORE_VARIANTS,
].filter(({ body }) => !isJudgedApart(body));

for (const { name, body } of CASES) {
  test(`${name}: random runs come out as playing them does`, () => {
    const links = body.links.map((link) => ({ ...link, jitter: 900 }));
    const { model } = buildModel({ ...body, links, faults: [] });
    const runs = new RandomRuns(model);
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const timedFaults = randomFaults(model, seed);
      const run = runs.run(seed, timedFaults);
      const history = play({ ...model, seed, timedFaults }, ORDINARY);
      const { findings } = judge(history.entries, { origin: 'simulated', horizon: model.horizon });
      const found = new Set(
        findings.map(({ kind, unreplaced }) => (unreplaced ? `${kind}-unreplaced` : kind)),
      );
      const where = `seed ${String(seed)}, faults ${JSON.stringify(timedFaults)}`;
      const shown = SHARED.filter((sight) => (run.sights & sightBit(sight)) !== 0);
      expect({ where, events: run.events, shown }).toEqual({
        where,
        events: history.steps.length - 1,
        shown: SHARED.filter((sight) => found.has(sight)),
      });
    }
  });
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
