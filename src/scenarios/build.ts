import { NO_FAULTS, type FaultBudget } from '../engine/faults.ts';
import type { Model } from '../engine/model.ts';
import { fromMs } from '../engine/time.ts';
import { cacheComponent } from './build/caches.ts';
import { processComponent, processesOf } from './build/clients.ts';
import { splitFaults } from './build/faults.ts';
import { latencyOf } from './build/links.ts';
import { remembered } from './build/remembered.ts';
import { raisesOf, storeComponent } from './build/stores.ts';
import { allSteps } from './documents/steps.ts';
import type { Lane } from './run.ts';
import type { ScenarioBody } from './schema.ts';
import { serviceComponents, serviceKind } from './services/registry.ts';
import type { ServiceContext } from './services/service-kind.ts';

/** A model made from a document, and the lanes of its picture. */
export interface Built {
  readonly model: Model;
  readonly lanes: readonly Lane[];
}

/** Makes the model that a document's body describes. The body has been checked: nothing here can fail. */
export function buildModel(body: ScenarioBody, budget: FaultBudget = NO_FAULTS): Built {
  const { service } = body;
  const processes = processesOf(body);
  const context: ServiceContext = {
    id: service.id,
    keys: keysOf(body),
    raises: raisesOf(body.stores),
    processes: processes.map(({ id }) => id),
    seed: body.seed,
    struckBy: [
      ...new Set(body.faults.flatMap((fault) => (fault.kind === 'own' ? [fault.name] : []))),
    ].toSorted(),
  };
  return {
    model: {
      components: [
        ...processes.map((process) => processComponent(body, process)),
        ...remembered('service', { context, service }, (options) =>
          serviceComponents(options.context, options.service),
        ),
        ...body.stores.map((store) => storeComponent(store, service.id)),
        ...body.caches.map((cache) => cacheComponent(cache, body.stores[0]?.id ?? 'store')),
      ],
      seed: body.seed,
      latency: latencyOf(body),
      ...splitFaults(body),
      budget,
      horizon: fromMs(body.horizon),
    },
    lanes: [
      ...body.clients.map(({ id }): Lane => ({ id, role: 'client', label: id })),
      ...serviceKind(service.kind)
        .nodes(service)
        .map((id): Lane => ({ id, role: 'service', label: id })),
      ...[...body.stores, ...body.caches].map(({ id }): Lane => ({ id, role: 'store', label: id })),
    ],
  };
}

function keysOf(body: ScenarioBody): readonly string[] {
  const keys = new Set<string>();
  for (const { leaseKey } of body.stores) if (leaseKey !== undefined) keys.add(leaseKey);
  for (const { script } of body.clients) {
    for (const step of allSteps(script)) {
      const key = 'request' in step ? step.request['key'] : 'key' in step ? step.key : undefined;
      if (typeof key === 'string') keys.add(key);
    }
  }
  return [...keys].toSorted();
}
