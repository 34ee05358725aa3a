import * as v from 'valibot';
import { name } from '../schema-parts.ts';

/** A cache of a store's records, which clients read through and clear. */
export const cacheSchema = v.strictObject({
  id: v.optional(name, 'cache'),
  /** The store that it reads from; the first where it is left out. */
  of: v.optional(name),
});

/** A cache, as read. */
export type CacheDocument = v.InferOutput<typeof cacheSchema>;
