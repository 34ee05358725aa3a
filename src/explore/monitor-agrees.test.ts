import { expect, test } from 'vitest';
import { apply, firstWorld } from '../engine/apply.ts';
import { choices } from '../engine/choices.ts';
import { SIGHTS, sightBit, type Sight } from '../engine/explore/monitor.ts';
import { firstNoted, notedStep } from '../engine/explore/noted-step.ts';
import { withoutHorizon } from '../engine/explore/counterexample.ts';
import type { Model } from '../engine/model.ts';
import { randomSequence } from '../engine/random.ts';
import { judge } from '../engine/verdict/judge.ts';
import type { Finding } from '../engine/verdict/types.ts';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
import { STORE_VARIANTS } from './testing/store-variants.ts';

/** What the monitor and the verdict both speak of. */
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

const SEEDS = 15;

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

for (const { name, body } of CASES) {
  test(`${name}: a random run looks the same to the monitor and to the verdict`, () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const budget = { pause: seed % 3, crash: seed % 2, lose: seed % 4 === 3 ? 1 : 0, late: seed % 5 };
      const { model } = buildModel(body, budget);
      const { seen, found, names } = randomRun(withoutHorizon(model), seed);
      expect(seen, `seed ${String(seed)}: ${names.join(', ')}`).toEqual(found);
    }
  });
}

function randomRun(model: Model, seed: number) {
  const monitor = { pausedHolder: false };
  const random = randomSequence(seed);
  const first = firstWorld(model);
  const entries = [...first.entries];
  let node = firstNoted(model, monitor);
  let sights = 0;
  const names: string[] = [];
  for (let step = 0; step < 300; step += 1) {
    const possible = choices(model, node.world);
    const choice = possible[Math.floor(random() * possible.length)];
    if (choice === undefined) break;
    const after = notedStep(model, node, choice, monitor);
    if (after === null) continue;
    entries.push(...(apply(model, node.world, choice)?.entries ?? []));
    names.push(choice.name);
    sights |= after.sights;
    node = after.node;
  }
  const { findings } = judge(entries, { origin: 'simulated' });
  return {
    seen: SHARED.filter((sight) => (sights & sightBit(sight)) !== 0),
    found: SHARED.filter((sight) => findings.some((finding) => sightOf(finding) === sight)),
    names,
  };
}

function sightOf({ kind, unreplaced }: Finding): Sight | undefined {
  const name = unreplaced ? `${kind}-unreplaced` : kind;
  return SIGHTS.find((sight) => sight === name);
}
