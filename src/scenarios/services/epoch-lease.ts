import type * as v from 'valibot';
import { electorModule } from '../../machines/client/modules/elector.ts';
import { epochLease } from '../../machines/lock-server/epoch-lease/epoch-lease.ts';
import type { electorSchema, epochLeaseSchema } from './documents.ts';
import type { ServiceKind } from './service-kind.ts';

/** The epoch lease and the elector on it. */
export const epochLeaseKind: ServiceKind<
  v.InferOutput<typeof epochLeaseSchema>,
  v.InferOutput<typeof electorSchema>
> = {
  component: (context) => epochLease(context),
  module: ({ server }) => electorModule(server),
};
