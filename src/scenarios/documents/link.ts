import * as v from 'valibot';
import { instant, name } from '../schema-parts.ts';

/** A link between two participants, the same in both directions. */
export const linkSchema = v.strictObject({
  between: v.strictTuple([name, name], 'must name two participants'),
  latency: instant,
  jitter: v.optional(instant, 0),
});

/** A link, as read. */
export type LinkDocument = v.InferOutput<typeof linkSchema>;
