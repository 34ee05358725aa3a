import type * as v from 'valibot';
import { leaseManagerModule } from '../../machines/client/modules/lease-manager.ts';
import { leaseManager } from '../../machines/lock-server/lease-manager/lease-manager.ts';
import type { leaseManagerLockSchema, leaseManagerSchema } from './documents.ts';
import type { ServiceKind } from './service-kind.ts';

/** The lease manager and the module by which a process locks at it. */
export const leaseManagerKind: ServiceKind<
  v.InferOutput<typeof leaseManagerSchema>,
  v.InferOutput<typeof leaseManagerLockSchema>
> = {
  component: ({ id, keys, raises }, { clock }) => leaseManager({ id, keys, raises, clock }),
  module: ({ server, renewal }) => leaseManagerModule({ server, renewal }),
};
