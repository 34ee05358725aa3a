import { withoutHorizon } from '../../engine/explore/counterexample.ts';
import type { Component, Step } from '../../engine/component.ts';
import type { FaultBudget } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { buildModel } from '../../scenarios/build.ts';
import { readScenario, resolveBody } from '../../scenarios/scenario.ts';

/** Clients of one kind of lock service that do the same. Times are milliseconds, as in documents. */
export interface ServiceModelOptions {
  readonly kind: string;
  readonly clients: number;
  readonly script: readonly { readonly [field: string]: unknown }[];
  readonly budget?: Partial<FaultBudget>;
  /** Faults at set times, as in documents. */
  readonly faults?: readonly object[];
  readonly store?: string;
  /** They are workers of one process. */
  readonly process?: string;
  /** How a client waits for the key; it tries once where this is left out. */
  readonly acquire?: { readonly [field: string]: unknown };
  /** Options of its lock module. */
  readonly lock?: { readonly [field: string]: unknown };
}

/** The model as it is explored: faults are chosen within the budget, and nothing is cut off by a horizon. */
export function serviceModel(options: ServiceModelOptions): Model {
  const {
    kind,
    clients,
    script,
    budget = {},
    faults = [],
    store = 'naive',
    process,
    acquire,
    lock,
  } = options;
  const scenario = readScenario({
    format: 'fenceline-scenario',
    version: 1,
    id: 'service',
    horizon: 60_000,
    service: { kind },
    stores: [{ kind: store }],
    latency: 5,
    faults,
    configurations: [{ id: 'only', set: {} }],
    clients: ['A', 'B', 'C'].slice(0, clients).map((id, index) => ({
      id,
      start: index,
      policies: {
        ...(acquire === undefined ? {} : { acquire }),
        ...(lock === undefined ? {} : { lock }),
      },
      ...(process === undefined ? {} : { process }),
      script,
    })),
  });
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems));
  const body = resolveBody(scenario.value, 'only', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  const all = { pause: 0, crash: 0, lose: 0, late: 0, ...budget };
  return withoutHorizon(buildModel(body.value, all).model);
}

/** The same model with clients that begin their script anew when they are through with it. */
export function endless(model: Model, scriptLength: number): Model {
  return {
    ...model,
    components: model.components.map((component) =>
      component.role === 'client' ? beginningAnew(component, scriptLength) : component,
    ),
  };
}

/** The same model in which nothing says that its numbers count only by their order. */
export function unranked(model: Model): Model {
  return { ...model, components: model.components.map(({ ranks: _ranks, ...component }) => component) };
}

interface Workers {
  readonly workers: { readonly [id: string]: { readonly at: number } };
}

function beginningAnew(component: Component, scriptLength: number): Component {
  const anew = (step: Step): Step => {
    const context = step.state.context as unknown as Workers;
    const workers = Object.fromEntries(
      Object.entries(context.workers).map(([id, worker]) => [
        id,
        worker.at >= scriptLength ? { ...worker, at: 0 } : worker,
      ]),
    );
    return { ...step, state: { ...step.state, context: { ...context, workers } } };
  };
  return {
    ...component,
    step: (state, event) => {
      const step = component.step(state, event);
      return step === null ? null : anew(step);
    },
  };
}
