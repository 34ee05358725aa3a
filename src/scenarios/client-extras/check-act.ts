import { lockDocument, lockKind } from '../services/registry.ts';
import type { LockDocument, ServiceDocument } from '../services/service-kind.ts';
import type { ActDocument } from './acts.ts';

/** What the act of a client is looked at with. */
export interface ActSetting {
  readonly service: ServiceDocument;
  readonly stores: readonly { readonly id: string }[];
  readonly clients: readonly {
    readonly id: string;
    readonly policies: { readonly lock?: LockDocument | undefined };
  }[];
}

/** A client is made to do what its lock module offers, or to write to a store that there is. */
export function checkAct(
  { clients, service, stores }: ActSetting,
  act: ActDocument,
  tell: (field: string, what: string) => void,
): void {
  const client = clients.find(({ id }) => id === act.client);
  if (client === undefined) {
    tell(
      'client',
      `"${act.client}" is no client; it must be one of ${clients.map(({ id }) => id).join(', ')}`,
    );
    return;
  }
  if (act.do === 'write') {
    if (act.store !== undefined && !stores.some(({ id }) => id === act.store))
      tell('store', `there is no store "${act.store}"`);
    return;
  }
  const known = lockKind(service.kind, client.policies.lock);
  // That its module does not fit the service is told of the client.
  if (known === undefined) return;
  const { operations } = known.offer(lockDocument(known, client.policies.lock), service);
  if (!operations.includes(act.do))
    tell('do', `"${known.kind}" has no ${act.do}; it has ${operations.join(', ')}`);
}
