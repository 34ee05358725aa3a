import * as v from 'valibot';
import { instant, name, span } from '../schema-parts.ts';

const messageNamePattern = v.pipe(
  v.string('must be text'),
  v.regex(/^[\w-]+>[\w-]+#\d{1,6}$/, 'must name a message such as "A>store#1"'),
);

/** Faults that every service knows: what strikes a node or a link at a time, or a message by its name. */
export const commonFaults = [
  v.strictObject({ kind: v.literal('pause'), node: name, at: instant, for: v.optional(instant) }),
  v.strictObject({ kind: v.literal('resume'), node: name, at: instant }),
  v.strictObject({ kind: v.literal('crash'), node: name, at: instant }),
  v.strictObject({
    kind: v.literal('restart'),
    node: name,
    at: instant,
    data: v.optional(v.picklist(['kept', 'lost']), 'kept'),
  }),
  v.strictObject({ kind: v.literal('clock'), node: name, at: instant, by: span }),
  v.strictObject({
    kind: v.literal('partition'),
    between: v.tuple([name, name]),
    at: instant,
    for: v.optional(instant),
  }),
  v.strictObject({ kind: v.literal('refuse'), node: name, at: instant, for: v.optional(instant) }),
  v.strictObject({ kind: v.literal('delay'), message: messageNamePattern, by: instant }),
  v.strictObject({ kind: v.literal('lose'), message: messageNamePattern }),
] as const;

/** A fault that every service knows, as read. */
export type CommonFaultDocument = v.InferOutput<(typeof commonFaults)[number]>;
