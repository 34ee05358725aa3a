import * as v from 'valibot';
import { instant, number, positive } from '../../schema-parts.ts';

const flag = v.boolean('must be true or false');

/** A choice by name. The message says what there is, as in all problems of a document. */
function oneOf<const Names extends readonly [string, ...string[]]>(...names: Names) {
  const quoted = names.map((one) => `"${one}"`);
  const all = `${quoted.slice(0, -1).join(', ')} or ${String(quoted.at(-1))}`;
  return v.picklist(names, `must be ${all}`);
}

const fraction = v.pipe(number, v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1'));

/** How the wait between two tries grows. */
const backOff = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('constant'), jitter: v.optional(fraction, 0) }),
    v.strictObject({
      kind: v.literal('exponential'),
      factor: v.optional(
        v.pipe(number, v.minValue(1, 'must be from 1 to 10'), v.maxValue(10, 'must be from 1 to 10')),
        2,
      ),
      cap: positive,
      /** Up to this part of a wait is taken off at random. */
      jitter: v.optional(fraction, 0),
    }),
  ],
  'must have kind "constant" or "exponential"',
);
const constant = { kind: 'constant', jitter: 0 } as const;

const manner = oneOf('compared', 'two-commands', 'unchecked');

const watchdog = v.strictObject({
  kind: v.literal('watchdog'),
  /** A third of the TTL where it is left out. */
  interval: v.optional(positive),
  pace: v.optional(oneOf('steady', 'after-answer'), 'steady'),
  until: v.optional(oneOf('refused', 'deadline', 'first-error'), 'refused'),
  armed: v.optional(oneOf('always', 'only-reentrant'), 'always'),
  context: v.optional(oneOf('own', 'request'), 'own'),
  afterRelease: v.optional(oneOf('stops', 'goes-on'), 'stops'),
  how: v.optional(manner, 'compared'),
  onMissing: v.optional(oneOf('tells-loss', 'ignores', 'takes-again'), 'tells-loss'),
});

/**
 * The lock library made of named choices, the same at every service: each that is left out does nothing
 * wrong that can be done right without another choice. What they mean is told where they are followed, in
 * src/machines/client/policies/policies.ts.
 */
export const standardSchema = v.strictObject({
  kind: v.literal('standard'),
  attempt: v.optional(
    v.strictObject({
      how: v.optional(oneOf('one-step', 'two-steps', 'steals'), 'one-step'),
      unknown: v.optional(oneOf('fail', 'give-back', 'retry', 'taken-for-acquired'), 'fail'),
      /** For a client that does not wait for the key. */
      retry: v.optional(positive, 1000),
      backOff: v.optional(backOff, constant),
    }),
    {},
  ),
  /** Waits for an answer for ever where it is left out. */
  request: v.optional(
    v.strictObject({
      timeout: positive,
      retries: v.optional(
        v.pipe(
          number,
          v.integer('must be a whole number'),
          v.minValue(0, 'must be from 0 to 16'),
          v.maxValue(16, 'must be from 0 to 16'),
        ),
        0,
      ),
      pause: v.optional(instant, 0),
      backOff: v.optional(backOff, constant),
    }),
  ),
  validity: v.optional(
    v.strictObject({
      from: v.optional(oneOf('request', 'reply', 'first-attempt'), 'request'),
      checkedOnReturn: v.optional(flag, false),
    }),
    {},
  ),
  renewal: v.optional(
    v.variant(
      'kind',
      [v.strictObject({ kind: v.literal('none') }), watchdog],
      'must have kind "none" or "watchdog"',
    ),
    { kind: 'none' },
  ),
  belief: v.optional(
    v.variant(
      'kind',
      [
        v.strictObject({ kind: v.literal('until-told') }),
        v.strictObject({ kind: v.literal('until-deadline'), margin: v.optional(instant, 0) }),
      ],
      'must have kind "until-told" or "until-deadline"',
    ),
    { kind: 'until-told' },
  ),
  /** The service's usual one where it is left out. */
  token: v.optional(oneOf('grant', 'creation-revision', 'stored-value', 'counter', 'random', 'none')),
  release: v.optional(
    v.strictObject({
      /** Compared where it is left out, and never at a service that has no release. */
      how: v.optional(oneOf('compared', 'two-commands', 'unchecked', 'never')),
      afterUnknown: v.optional(oneOf('gives-up', 'retries'), 'gives-up'),
      retry: v.optional(positive, 1000),
      forgets: v.optional(oneOf('never', 'after-reply', 'before-reply'), 'never'),
      context: v.optional(oneOf('own', 'request'), 'own'),
    }),
    {},
  ),
  /** The request under which a key is acquired: it ends so long afterwards. */
  context: v.optional(v.strictObject({ ends: instant })),
  reentrancy: v.optional(oneOf('off', 'count', 'anybody-in-process'), 'off'),
  serviceDown: v.optional(oneOf('fail-closed', 'degrade'), 'fail-closed'),
  records: v.optional(oneOf('by-key', 'by-worker'), 'by-key'),
});

/** The standard lock of a document, as read. */
export type StandardDocument = v.InferOutput<typeof standardSchema>;
