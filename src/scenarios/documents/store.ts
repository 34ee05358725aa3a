import * as v from 'valibot';
import { STORE_KINDS } from '../../machines/resource-store/stores/rule.ts';
import { instant, name, number, shortText } from '../schema-parts.ts';

const kind = v.picklist(STORE_KINDS, `must be one of ${STORE_KINDS.join(', ')}`);

/** Operations that take longer or shorter between the two steps than the others. */
const gaps = v.optional(v.record(name, instant));

/** In how many steps a store takes a write. */
const steps = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('one') }),
    /** It looks whether the write may pass, and applies it after the gap, whatever has changed since. */
    v.strictObject({ kind: v.literal('check-then-apply'), gap: instant, gaps }),
    /** Two statements: the write is applied at once, and its token becomes the fence after the gap. */
    v.strictObject({ kind: v.literal('apply-then-fence'), gap: instant, gaps }),
  ],
  'must have kind "one", "check-then-apply" or "apply-then-fence"',
);

/** A store of records and the rule by which it takes writes. */
export const storeSchema = v.strictObject({
  id: v.optional(name, 'store'),
  kind,
  /** Operations that have another rule than the store: it may fence one and not another. */
  operations: v.optional(v.record(name, kind), {}),
  steps: v.optional(steps, { kind: 'one' }),
  /** How a grant raises the fence: in its own step, or by a message that takes its time and may be lost. */
  raise: v.optional(v.picklist(['same-step', 'message'], 'must be "same-step" or "message"')),
  records: v.optional(v.record(name, shortText), {}),
  /** Fences that keys have before anybody wrote. */
  fences: v.optional(v.record(name, v.pipe(number, v.safeInteger('must be a whole number'))), {}),
  /** The one key that the rule asks the lock service for, whatever key the writer relied on. */
  leaseKey: v.optional(name),
});

/** A store, as read. */
export type StoreDocument = v.InferOutput<typeof storeSchema>;
