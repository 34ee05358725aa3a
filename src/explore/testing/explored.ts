import { withoutHorizon } from '../../engine/explore/counterexample.ts';
import type { FaultBudget } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { prepareJob, type ExploreReport } from '../job.ts';

const NO_FAULT: FaultBudget = { pause: 0, crash: 0, lose: 0, late: 0 };

/**
 * Explores a document to its end, within a budget and 100,000 states. What the document does not say is a lease
 * manager, a fenced store and links of 5 ms. The model is without its horizon, so that counterexamples play on.
 */
export function explored(
  document: { readonly id: string; readonly clients: readonly object[] },
  budget: Partial<FaultBudget> = {},
): { readonly model: Model; readonly report: ExploreReport } {
  const prepared = prepareJob({
    kind: 'scenario',
    document: {
      format: 'fenceline-scenario',
      version: 1,
      horizon: 10_000,
      service: { kind: 'lease-manager' },
      stores: [{ kind: 'fenced' }],
      latency: 5,
      configurations: [{ id: 'only', set: {} }],
      ...document,
    } as never,
    configuration: 'only',
    values: {},
    budget: { ...NO_FAULT, ...budget },
    keepsFaults: false,
    pausedHolder: false,
    maxStates: 100_000,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  const { exploration, model, report } = prepared.value;
  while (exploration.run(10_000));
  return { model: withoutHorizon(model), report: report() };
}

/** What was found of a property; undefined where it was not asked. */
export function statusOf({ properties }: ExploreReport, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.status;
}
