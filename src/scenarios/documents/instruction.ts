import * as v from 'valibot';
import { instant, name, number, shortText, span } from '../schema-parts.ts';

/** One instruction of a work script. */
export const instructionSchema = v.variant(
  'op',
  [
    v.strictObject({
      op: v.literal('acquire'),
      key: v.optional(name, 'lock'),
      ttl: span,
      reentrant: v.optional(v.boolean('must be true or false'), false),
    }),
    v.strictObject({ op: v.literal('fence'), key: v.optional(name, 'lock') }),
    v.strictObject({ op: v.literal('work'), for: instant, unit: v.optional(shortText) }),
    v.strictObject({ op: v.literal('sleep'), for: instant }),
    v.strictObject({
      op: v.literal('read'),
      store: v.optional(name),
      key: v.optional(name, 'lock'),
      record: v.optional(name, 'record'),
    }),
    v.strictObject({
      op: v.literal('write'),
      store: v.optional(name),
      key: v.optional(name, 'lock'),
      record: v.optional(name, 'record'),
      value: v.optional(shortText, ''),
      /** A difference that the store adds, in place of a value. */
      add: v.optional(number),
      /** What is asked of the store: `write`, or `add` where there is a difference, unless it says otherwise. */
      operation: v.optional(name),
      token: v.optional(
        v.union(
          [v.picklist(['granted', 'none']), v.pipe(number, v.safeInteger())],
          'must be "granted", "none" or a whole number',
        ),
        'granted',
      ),
      awaits: v.optional(v.boolean('must be true or false'), true),
    }),
    v.strictObject({ op: v.literal('renew'), key: v.optional(name, 'lock'), ttl: span }),
    v.strictObject({ op: v.literal('release'), key: v.optional(name, 'lock') }),
  ],
  'must have op acquire, fence, work, sleep, read, write, renew or release',
);

/** One instruction, as read. */
export type InstructionDocument = v.InferOutput<typeof instructionSchema>;
