import * as v from 'valibot';
import { FINDING_KINDS, OUTCOMES } from '../engine/verdict/types.ts';
import { STORE_KINDS } from '../machines/resource-store/stores/rule.ts';
import { instant, name, number, positive, shortText, span, text } from './schema-parts.ts';
import { lockSchema, serviceSchema } from './services/documents.ts';

/**
 * The scenario document, version 1: everything a run needs, as JSON. Times are milliseconds, fractions
 * allowed to the microsecond. Where a value may vary, the document says `"$name"` and the parameter of
 * that name gives it.
 */
export const SCENARIO_VERSION = 1;

const parameter = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('duration'),
      id: name,
      label: v.optional(shortText),
      value: span,
      min: span,
      max: span,
      step: positive,
    }),
    v.strictObject({
      kind: v.literal('choice'),
      id: name,
      label: v.optional(shortText),
      value: name,
      options: v.pipe(v.array(name), v.minLength(1, 'must offer at least one option')),
    }),
  ],
  'must have kind "duration" or "choice"',
);

const configuration = v.strictObject({
  id: name,
  label: v.optional(shortText),
  /** Fields that differ, by JSON pointer into this document. */
  set: v.record(
    v.pipe(v.string(), v.startsWith('/', 'must be a JSON pointer such as "/stores/0/kind"')),
    v.unknown(),
  ),
});

/** What one configuration shows: the word on the badge, and every kind of finding once. */
const expectation = v.strictObject({
  outcome: v.picklist(OUTCOMES, `must be one of ${OUTCOMES.join(', ')}`),
  findings: v.array(v.picklist(FINDING_KINDS, `must be one of ${FINDING_KINDS.join(', ')}`)),
});

/** What is read before parameters are put in: the frame of the document. */
export const frameSchema = v.looseObject({
  format: v.literal('fenceline-scenario', 'must be "fenceline-scenario"'),
  version: v.literal(
    SCENARIO_VERSION,
    `must be ${String(SCENARIO_VERSION)}; a later version needs a later Fenceline`,
  ),
  id: name,
  parameters: v.optional(v.pipe(v.array(parameter), v.maxLength(20, 'must be at most 20 parameters')), []),
  configurations: v.pipe(
    v.array(configuration),
    v.minLength(1, 'must have at least one configuration'),
    v.maxLength(4, 'must have at most four configurations'),
  ),
  expect: v.optional(v.record(v.string(), expectation), {}),
});

const instruction = v.variant(
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

const client = v.strictObject({
  id: name,
  /** Clients of one process share its lock module, and pause and crash together. */
  process: v.optional(name),
  start: v.optional(instant, 0),
  policies: v.optional(
    v.strictObject({
      acquire: v.optional(
        v.variant(
          'kind',
          [
            v.strictObject({
              kind: v.literal('once'),
              /** Goes on with its script after a refusal, as an elector does. */
              goesOn: v.optional(v.boolean('must be true or false'), false),
            }),
            v.strictObject({
              kind: v.literal('block'),
              retry: positive,
              /** Gives up after this; waits for ever where it is left out. */
              timeout: v.optional(instant),
              /** What giving up is: an error, or a flaw that takes it for success. */
              onTimeout: v.optional(
                v.picklist(['error', 'taken-for-success'], 'must be "error" or "taken-for-success"'),
                'error',
              ),
            }),
          ],
          'must have kind "once" or "block"',
        ),
        { kind: 'once', goesOn: false },
      ),
      renewal: v.optional(
        v.variant(
          'kind',
          [
            v.strictObject({ kind: v.literal('none') }),
            v.strictObject({ kind: v.literal('watchdog'), interval: v.optional(positive) }),
          ],
          'must have kind "none" or "watchdog"',
        ),
        { kind: 'none' },
      ),
      /** The lock module and its choices; the service's usual one where it is left out. */
      lock: v.optional(lockSchema),
    }),
    {},
  ),
  script: v.pipe(v.array(instruction), v.maxLength(200, 'must be at most 200 instructions')),
});

const store = v.strictObject({
  id: v.optional(name, 'store'),
  kind: v.picklist(STORE_KINDS, `must be one of ${STORE_KINDS.join(', ')}`),
  records: v.optional(v.record(name, shortText), {}),
  /** Fences that keys have before anybody wrote. */
  fences: v.optional(v.record(name, v.pipe(number, v.safeInteger('must be a whole number'))), {}),
  /** The one key that the rule asks the lock service for, whatever key the writer relied on. */
  leaseKey: v.optional(name),
});

const link = v.strictObject({
  between: v.tuple([name, name], 'must name two participants'),
  latency: instant,
  jitter: v.optional(instant, 0),
});

const messageNamePattern = v.pipe(
  v.string('must be text'),
  v.regex(/^[\w-]+>[\w-]+#\d{1,6}$/, 'must name a message such as "A>store#1"'),
);

const fault = v.variant(
  'kind',
  [
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
  ],
  'must have kind pause, resume, crash, restart, clock, partition, refuse, delay or lose',
);

/** What is read once parameters and a configuration have been put in. */
export const bodySchema = v.strictObject({
  format: v.unknown(),
  version: v.unknown(),
  id: v.unknown(),
  parameters: v.optional(v.unknown()),
  configurations: v.unknown(),
  expect: v.optional(v.unknown()),
  /** Texts of a document that no catalogue knows. */
  name: v.optional(shortText),
  sentence: v.optional(text),
  tryNext: v.optional(text),
  source: v.optional(text),
  system: v.optional(shortText),
  row: v.optional(shortText),
  seed: v.optional(v.pipe(number, v.safeInteger('must be a whole number')), 1),
  horizon: positive,
  service: serviceSchema,
  stores: v.pipe(
    v.array(store),
    v.minLength(1, 'must have at least one store'),
    v.maxLength(8, 'must have at most eight stores'),
  ),
  clients: v.pipe(
    v.array(client),
    v.minLength(1, 'must have at least one client'),
    v.maxLength(8, 'must have at most eight clients'),
  ),
  links: v.optional(v.pipe(v.array(link), v.maxLength(200, 'must be at most 200 links')), []),
  latency: v.optional(instant, 0),
  faults: v.optional(v.pipe(v.array(fault), v.maxLength(200, 'must be at most 200 faults')), []),
});

/** The frame of a document, as read. */
export type ScenarioFrame = v.InferOutput<typeof frameSchema>;
/** The body of a document with parameters and configuration put in, as read. */
export type ScenarioBody = v.InferOutput<typeof bodySchema>;
/** One parameter of a document. */
export type ScenarioParameter = v.InferOutput<typeof parameter>;
/** One configuration of a document. */
export type ScenarioConfiguration = v.InferOutput<typeof configuration>;
