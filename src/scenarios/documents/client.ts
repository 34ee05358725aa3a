import * as v from 'valibot';
import { instant, name } from '../schema-parts.ts';
import { instructionSchema } from './instruction.ts';
import { policiesSchema } from './policies.ts';

/** A client: a worker of a process, with its policies and its work script. */
export const clientSchema = v.strictObject({
  id: name,
  /** Clients of one process share its lock module, and pause and crash together. */
  process: v.optional(name),
  start: v.optional(instant, 0),
  policies: v.optional(policiesSchema, {}),
  script: v.pipe(v.array(instructionSchema), v.maxLength(200, 'must be at most 200 instructions')),
});

/** A client, as read. */
export type ClientDocument = v.InferOutput<typeof clientSchema>;
