import * as v from 'valibot';
import { electorModule } from '../../machines/client/modules/elector.ts';
import { epochLease } from '../../machines/lock-server/epoch-lease/epoch-lease.ts';
import { epochLeaseProtocol } from '../../machines/client/protocols/epoch-lease.ts';
import { name } from '../schema-parts.ts';
import { expiryBy } from './expiry-by.ts';
import { standardLock } from './standard/standard.ts';
import { epochLeaseRequests } from './operators/leases.ts';
import { defineLock, defineService } from './service-kind.ts';

const schema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('epoch-lease'),
  /** Whose clock says when a term is over; the service's own where it is left out. */
  expiryBy: v.optional(expiryBy),
});

type Service = v.InferOutput<typeof schema>;

/** The elector: each `acquire` of a script is one tick. */
const elector = defineLock<Service, { readonly kind: 'elector' }>({
  kind: 'elector',
  schema: v.strictObject({ kind: v.literal('elector') }),
  offer: () => ({ operations: ['acquire'], blocks: false, queues: false, renews: false, reentrant: false }),
  module: ({ server }) => electorModule(server),
});

/** The epoch lease and the elector on it. */
export const epochLeaseKind = defineService<Service>({
  kind: 'epoch-lease',
  schema,
  locks: [elector, standardLock(({ server }) => epochLeaseProtocol(server))],
  operator: epochLeaseRequests,
  grantsTokens: true,
  faults: [],
  nodes: ({ id }) => [id],
  components: ({ id, keys, raises }, { expiryBy: by = 'server' }) => [
    epochLease({ id, keys, raises, expiryBy: by }),
  ],
});
