import * as v from 'valibot';
import type { RarePolicies } from '../client-extras/policies.ts';
import { clientExtras } from '../client-extras/registry.ts';
import { instant, positive } from '../schema-parts.ts';
import { lockSchema } from '../services/schemas.ts';
import { untilMore } from '../until-more.ts';

const common = {
  acquire: v.optional(
    v.variant(
      'kind',
      [
        v.strictObject({
          kind: v.literal('once'),
          /** Goes on with its script after a refusal, as an elector does. */
          goesOn: v.optional(v.boolean('must be true or false'), false),
        }),
        v.strictObject({
          /** Waits in the service's own queue, where it has one. */
          kind: v.literal('queue'),
          timeout: v.optional(instant),
          onTimeout: v.optional(
            v.picklist(['error', 'taken-for-success'], 'must be "error" or "taken-for-success"'),
            'error',
          ),
        }),
        v.strictObject({
          kind: v.literal('block'),
          retry: positive,
          /** Gives up after this; waits for ever where it is left out. */
          timeout: v.optional(instant),
          /** What giving up is: an error, or a flaw that takes it for success. */
          onTimeout: v.optional(
            v.picklist(['error', 'taken-for-success'], 'must be "error" or "taken-for-success"'),
            'error',
          ),
        }),
      ],
      'must have kind "once", "block" or "queue"',
    ),
    { kind: 'once', goesOn: false },
  ),
  renewal: v.optional(
    v.variant(
      'kind',
      [
        v.strictObject({ kind: v.literal('none') }),
        v.strictObject({ kind: v.literal('watchdog'), interval: v.optional(positive) }),
      ],
      'must have kind "none" or "watchdog"',
    ),
    { kind: 'none' },
  ),
  /** The lock module and its choices; the service's usual one where it is left out. */
  lock: v.optional(lockSchema),
};

/** The policies of a client, as read. */
export type PoliciesDocument = v.InferOutput<v.StrictObjectSchema<typeof common, undefined>> & RarePolicies;

/** The policies of a client: each an explicit choice with a name. */
export const policiesSchema: v.GenericSchema<unknown, PoliciesDocument> = v.lazy(
  untilMore(clientExtras, () => {
    const rare = clientExtras()?.policies ?? {};
    return v.strictObject({ ...common, ...rare }) as v.GenericSchema<unknown, PoliciesDocument>;
  }),
);
