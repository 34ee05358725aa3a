import * as v from 'valibot';
import { instant, name, number, shortText, span } from '../schema-parts.ts';

/** Instructions of a work script that every document may use, by their op. */
export const commonInstructions = {
  acquire: v.strictObject({
    op: v.literal('acquire'),
    key: v.optional(name, 'lock'),
    ttl: span,
    reentrant: v.optional(v.boolean('must be true or false'), false),
  }),
  fence: v.strictObject({ op: v.literal('fence'), key: v.optional(name, 'lock') }),
  work: v.strictObject({ op: v.literal('work'), for: instant, unit: v.optional(shortText) }),
  sleep: v.strictObject({ op: v.literal('sleep'), for: instant }),
  read: v.strictObject({
    op: v.literal('read'),
    store: v.optional(name),
    key: v.optional(name, 'lock'),
    record: v.optional(name, 'record'),
  }),
  write: v.strictObject({
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
  renew: v.strictObject({ op: v.literal('renew'), key: v.optional(name, 'lock'), ttl: span }),
  release: v.strictObject({ op: v.literal('release'), key: v.optional(name, 'lock') }),
} as const;

/** Gives the schema for an instruction: that of its op, or where it has none that is known one of them all. */
export type SchemaByOp<Document> = (input: unknown) => v.GenericSchema<unknown, Document>;

/** Schemas of several instructions, by their op. A variant alone would look at all of them one by one. */
export function byOp<Document>(schemas: {
  readonly [op: string]: v.GenericSchema<unknown, unknown>;
}): SchemaByOp<Document> {
  const ops = Object.keys(schemas);
  const message = `must have op ${ops.slice(0, -1).join(', ')} or ${String(ops.at(-1))}`;
  const known = schemas as { readonly [op: string]: v.GenericSchema<unknown, Document> };
  // A variant reads the op that each of them states as a literal.
  const options = Object.values(schemas) as unknown as v.VariantOptions<'op'>;
  const any = v.variant('op', options, message) as unknown as v.GenericSchema<unknown, Document>;
  return (input) => {
    const op = typeof input === 'object' && input !== null && 'op' in input ? input.op : undefined;
    return (typeof op === 'string' && Object.hasOwn(known, op) ? known[op] : undefined) ?? any;
  };
}
