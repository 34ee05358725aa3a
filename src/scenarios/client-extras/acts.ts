import * as v from 'valibot';
import { instant, name, shortText, span } from '../schema-parts.ts';
import type { InstructionDocument } from './instructions.ts';

/** What a client can be made to do at a time. */
export const ACTS = ['acquire', 'renew', 'write', 'release'] as const;

/**
 * A client is made to do something at a time, beside its script: as if somebody called it from outside. It is
 * not taken while the client waits for an answer, and not while its process is paused or down.
 */
export const actSchema = v.pipe(
  v.strictObject({
    kind: v.literal('act'),
    /** A client, not its process. */
    client: name,
    at: instant,
    do: v.picklist(ACTS, `must be one of ${ACTS.join(', ')}`),
    key: v.optional(name, 'lock'),
    /** Of an acquire or a renewal. */
    ttl: v.optional(span),
    /** Of a write; the first store where it is left out. */
    store: v.optional(name),
    record: v.optional(name, 'record'),
    value: v.optional(shortText, ''),
  }),
  v.check(
    ({ do: what, ttl }) => ttl !== undefined || (what !== 'acquire' && what !== 'renew'),
    'must have "ttl" to acquire or renew',
  ),
);

/** An act, as read. */
export type ActDocument = v.InferOutput<typeof actSchema>;

/** The instruction that an act is. */
export function instructionOfAct(act: ActDocument): InstructionDocument {
  const { do: op, key, ttl = 0, store, record, value } = act;
  switch (op) {
    case 'acquire':
      return { op, key, ttl, reentrant: false, contextEnded: false };
    case 'renew':
      return { op, key, ttl };
    case 'write': {
      const at = store === undefined ? {} : { store };
      return { op, ...at, key, record, value, token: 'granted', awaits: true };
    }
    case 'release':
      return { op, key, contextEnded: false };
  }
}
