import * as v from 'valibot';
import { instant, name, number, positive, span } from '../schema-parts.ts';

const messageNamePattern = v.pipe(
  v.string('must be text'),
  v.regex(/^[\w-]+>[\w-]+#\d{1,6}$/, 'must name a message such as "A>store#1"'),
);

/** What is lost is lost without a word, or its sender is told by an error. */
const sender = v.optional(v.picklist(['not-told', 'told'], 'must be "not-told" or "told"'), 'not-told');

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
  v.pipe(
    v.strictObject({
      kind: v.literal('clock'),
      node: name,
      at: instant,
      /** Steps ahead, or back. */
      by: v.optional(span),
      /** Runs so many times as fast as true time from now on. */
      rate: v.optional(
        v.pipe(number, v.minValue(0, 'must be from 0 to 2'), v.maxValue(2, 'must be from 0 to 2')),
      ),
    }),
    v.check(({ by, rate }) => by !== undefined || rate !== undefined, 'must have "by", "rate" or both'),
  ),
  v.strictObject({
    kind: v.literal('partition'),
    between: v.strictTuple([name, name], 'must name two participants'),
    at: instant,
    for: v.optional(instant),
    /** Cut both ways, or only what the first of the two sends. */
    direction: v.optional(v.picklist(['both', 'from-first'], 'must be "both" or "from-first"'), 'both'),
    sender,
  }),
  v.strictObject({ kind: v.literal('refuse'), node: name, at: instant, for: v.optional(instant) }),
  v.strictObject({
    kind: v.literal('slow'),
    node: name,
    at: instant,
    for: v.optional(instant),
    /** Whatever comes to it is looked at this much later. */
    by: positive,
  }),
  v.strictObject({ kind: v.literal('delay'), message: messageNamePattern, by: instant }),
  v.strictObject({ kind: v.literal('lose'), message: messageNamePattern, sender }),
  /** It takes effect, and what is answered at once is lost. */
  v.strictObject({ kind: v.literal('lose-answer'), message: messageNamePattern, sender }),
  /** It arrives a second time, so much later. */
  v.strictObject({ kind: v.literal('duplicate'), message: messageNamePattern, by: v.optional(instant, 0) }),
] as const;

/** A fault that every service knows, as read. */
export type CommonFaultDocument = v.InferOutput<(typeof commonFaults)[number]>;
