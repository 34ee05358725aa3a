import * as v from 'valibot';
import { leaseManagerModule } from '../../machines/client/modules/lease-manager.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import { name } from '../schema-parts.ts';
import { defineLock, defineService } from './service-kind.ts';

/** Its fields. */
export const leaseManagerSchema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('lease-manager'),
  /** Which clock judges an expiry. */
  clock: v.optional(v.picklist(['wall', 'monotonic'], 'must be "wall" or "monotonic"'), 'wall'),
});

type Service = v.InferOutput<typeof leaseManagerSchema>;

const lock = defineLock<Service, { readonly kind: 'lease-manager' }>({
  kind: 'lease-manager',
  schema: v.strictObject({ kind: v.literal('lease-manager') }),
  offer: () => ({
    operations: ['acquire', 'renew', 'release', 'check'],
    blocks: true,
    queues: false,
    renews: true,
    reentrant: false,
  }),
  module: ({ server, renewal }) => leaseManagerModule({ server, renewal }),
});

/** The lease manager and the module by which a process locks at it. */
export const leaseManagerKind = defineService<Service>({
  kind: 'lease-manager',
  schema: leaseManagerSchema,
  locks: [lock],
  grantsTokens: true,
  faults: [],
  nodes: ({ id }) => [id],
  components: ({ id, keys, raises }, { clock }) => [leaseManager({ id, keys, raises, clock })],
});
