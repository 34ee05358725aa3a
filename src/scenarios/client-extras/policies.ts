import * as v from 'valibot';
import { fromMs } from '../../engine/time.ts';
import type { WorkerPolicies } from '../../machines/client/script.ts';
import { instant, number, positive } from '../schema-parts.ts';

/** A choice by name. */
function oneOf<const Names extends readonly [string, ...string[]]>(...names: Names) {
  const quoted = names.map((one) => `"${one}"`);
  return v.picklist(names, `must be ${quoted.slice(0, -1).join(', ')} or ${String(quoted.at(-1))}`);
}

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
      onUnknown: v.optional(oneOf('retry', 'fail', 'taken-for-done'), 'fail'),
    }),
  ),
  /** Before each write: asks the lock service whether it still holds the key, or (flaw) takes a fresh token. */
  beforeWrite: v.optional(oneOf('none', 'asks-service', 'fetches-token')),
  /** What it does when a write is refused: it has lost its key, it ignores it, or it tries once more. */
  refusedWrite: v.optional(oneOf('stops', 'goes-on', 'retries-with-fresh-token', 'retries-acquire')),
  /** When it acts on the news that it lost a key: it believes on until then. */
  onLoss: v.optional(
    v.variant(
      'kind',
      [
        v.strictObject({ kind: v.literal('at-once') }),
        v.strictObject({ kind: v.literal('late'), delay: positive }),
      ],
      'must have kind "at-once" or "late"',
    ),
  ),
  /** What its script does then. */
  afterLoss: v.optional(oneOf('stops', 'goes-on', 'starts-again')),
  /** What a script that ends early does with the keys that it holds. */
  finally: v.optional(oneOf('nothing', 'releases')),
};

/** The fields of a client's policies that extras add, as read. */
export type RarePolicies = v.InferOutput<v.StrictObjectSchema<typeof rarePolicies, undefined>>;

/** The policies of a worker, as its document's extras say. */
export function withRarePolicies(plain: WorkerPolicies, policies: RarePolicies): WorkerPolicies {
  const { storeRequest, onLoss, afterLoss } = policies;
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
    lossDelayUs: onLoss?.kind === 'late' ? fromMs(onLoss.delay) : plain.lossDelayUs,
    afterLoss: afterLoss ?? plain.afterLoss,
  };
}
