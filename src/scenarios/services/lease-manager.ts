import * as v from 'valibot';
import { leaseManagerModule } from '../../machines/client/modules/lease-manager.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import { name } from '../schema-parts.ts';
import type { ServiceKind } from './service-kind.ts';

/** The lease manager in a document. */
export const leaseManagerSchema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('lease-manager'),
  /** Which clock judges an expiry. */
  clock: v.optional(v.picklist(['wall', 'monotonic'], 'must be "wall" or "monotonic"'), 'wall'),
});

/** Its module has no choices of its own. */
export const leaseManagerLockSchema = v.strictObject({ kind: v.literal('lease-manager') });

/** The lease manager and the module by which a process locks at it. */
export const leaseManagerKind: ServiceKind<
  v.InferOutput<typeof leaseManagerSchema>,
  v.InferOutput<typeof leaseManagerLockSchema>
> = {
  component: ({ id, keys, raises }, { clock }) => leaseManager({ id, keys, raises, clock }),
  module: ({ server, renewal }) => leaseManagerModule({ server, renewal }),
};
