import * as v from 'valibot';
import { instant, name, number } from '../schema-parts.ts';

const chance = v.pipe(number, v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1'));

/** A link between two participants, the same in both directions. */
export const linkSchema = v.strictObject({
  between: v.strictTuple([name, name], 'must name two participants'),
  latency: instant,
  jitter: v.optional(instant, 0),
  /** How likely each message is lost, and how likely it arrives twice. */
  loss: v.optional(chance, 0),
  duplicate: v.optional(chance, 0),
  /** Messages arrive in the order in which they were sent. */
  fifo: v.optional(v.boolean('must be true or false'), false),
});
