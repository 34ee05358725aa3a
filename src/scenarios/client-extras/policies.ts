import * as v from 'valibot';
import { fromMs } from '../../engine/time.ts';
import type { WorkerPolicies } from '../../machines/client/script.ts';
import { instant, number, positive } from '../schema-parts.ts';

/** Policies of a client that few documents name, each left out where its default is meant. */
export const rarePolicies = {
  /** How it waits for a store's answer; for ever where it is left out, and an error ends the script. */
  storeRequest: v.optional(
    v.strictObject({
      timeout: positive,
      retries: v.optional(
        v.pipe(
          number,
          v.integer('must be a whole number'),
          v.minValue(0, 'must not be negative'),
          v.maxValue(20, 'must be at most 20'),
        ),
        0,
      ),
      backoff: v.optional(instant, 0),
      /** What a write is whose result is not known. Reads are asked again as often as `retries` says. */
      onUnknown: v.optional(
        v.picklist(['retry', 'fail', 'taken-for-done'], 'must be "retry", "fail" or "taken-for-done"'),
        'fail',
      ),
    }),
  ),
};

/** The fields of a client's policies that extras add, as read. */
export type RarePolicies = v.InferOutput<v.StrictObjectSchema<typeof rarePolicies, undefined>>;

/** The policies of a worker, as its document's extras say. */
export function withRarePolicies(plain: WorkerPolicies, { storeRequest }: RarePolicies): WorkerPolicies {
  return {
    ...plain,
    storeRequest:
      storeRequest === undefined
        ? plain.storeRequest
        : {
            timeoutUs: fromMs(storeRequest.timeout),
            retries: storeRequest.retries,
            backoffUs: fromMs(storeRequest.backoff),
            onUnknown: storeRequest.onUnknown,
          },
  };
}
