import type { ScenarioBody } from '../../../scenarios/schema.ts';
import { serviceKind } from '../../../scenarios/services/registry.ts';
import type { Speaker } from './wire-format.ts';

/** Who speaks at one of two ends of a link: the receiver, unless that is a client. */
export function speakerOf(body: ScenarioBody, to: string, from: string): Speaker | null {
  return partOf(body, to) ?? partOf(body, from);
}

function partOf({ service, stores, caches }: ScenarioBody, id: string): Speaker | null {
  const store = stores.find((one) => one.id === id);
  if (store !== undefined)
    return { part: 'store', kind: store.kind, operations: store.operations, leaseKey: store.leaseKey };
  if (caches.some((one) => one.id === id)) return { part: 'cache' };
  const isNode = serviceKind(service.kind).nodes(service).includes(id);
  return isNode ? { part: 'service', kind: service.kind } : null;
}
