import { expect, test } from 'vitest';
import { buildModel } from '../scenarios/build.ts';
import { builtins } from '../scenarios/builtin/index.ts';
import { resolveBody } from '../scenarios/scenario.ts';
import type { ScenarioBody } from '../scenarios/schema.ts';
import { seenAndFound } from './testing/monitor-agreement.ts';
import { STORE_VARIANTS } from './testing/store-variants.ts';

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
      const { seen, found, names } = seenAndFound((budget) => buildModel(body, budget).model, seed);
      expect(seen, `seed ${String(seed)}: ${names.join(', ')}`).toEqual(found);
    }
  });
}
