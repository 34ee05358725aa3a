import * as v from 'valibot';
import { electorModule } from '../../machines/client/modules/elector.ts';
import { epochLease } from '../../machines/lock-server/epoch-lease/epoch-lease.ts';
import { name } from '../schema-parts.ts';
import type { ServiceKind } from './service-kind.ts';

/** The epoch lease in a document. */
export const epochLeaseSchema = v.strictObject({
  id: v.optional(name, 'lock'),
  kind: v.literal('epoch-lease'),
});

/** The elector: each `acquire` of a script is one tick. */
export const electorSchema = v.strictObject({ kind: v.literal('elector') });

/** The epoch lease and the elector on it. */
export const epochLeaseKind: ServiceKind<
  v.InferOutput<typeof epochLeaseSchema>,
  v.InferOutput<typeof electorSchema>
> = {
  component: (context) => epochLease(context),
  module: ({ server }) => electorModule(server),
};
