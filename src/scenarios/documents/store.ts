import * as v from 'valibot';
import { STORE_KINDS } from '../../machines/resource-store/stores/rule.ts';
import { name, number, shortText } from '../schema-parts.ts';

/** A store of records and the rule by which it takes writes. */
export const storeSchema = v.strictObject({
  id: v.optional(name, 'store'),
  kind: v.picklist(STORE_KINDS, `must be one of ${STORE_KINDS.join(', ')}`),
  records: v.optional(v.record(name, shortText), {}),
  /** Fences that keys have before anybody wrote. */
  fences: v.optional(v.record(name, v.pipe(number, v.safeInteger('must be a whole number'))), {}),
  /** The one key that the rule asks the lock service for, whatever key the writer relied on. */
  leaseKey: v.optional(name),
});

/** A store, as read. */
export type StoreDocument = v.InferOutput<typeof storeSchema>;
