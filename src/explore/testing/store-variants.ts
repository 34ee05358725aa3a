import { FIRST } from '../../scenarios/builtin/first.ts';
import { resolveBody } from '../../scenarios/scenario.ts';
import type { ScenarioBody } from '../../scenarios/schema.ts';

type Store = ScenarioBody['stores'][number];

const VARIANTS: readonly (readonly [name: string, store: Partial<Store>])[] = [
  ['check, then apply', { kind: 'check-then-write', steps: { kind: 'check-then-apply', gap: 700 } }],
  ['apply, then fence', { kind: 'fenced', steps: { kind: 'apply-then-fence', gap: 700 } }],
  ['a fence raised by message', { kind: 'fenced-at-takeover', raise: 'message' }],
  ['compare and set', { kind: 'compare-and-set' }],
];

/** The first scenario with each store that takes more than one step, or looks at more than tokens. */
export const STORE_VARIANTS: readonly { readonly name: string; readonly body: ScenarioBody }[] = VARIANTS.map(
  ([name, change]) => {
    const body = resolveBody(FIRST, 'naive', {});
    if (!body.ok) throw new Error(JSON.stringify(body.problems));
    return {
      name: `a store: ${name}`,
      body: { ...body.value, stores: body.value.stores.map((store) => ({ ...store, ...change })) },
    };
  },
);
