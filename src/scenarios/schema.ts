import * as v from 'valibot';
import { FINDING_KINDS, OUTCOMES } from '../engine/verdict/types.ts';
import { CAUSES } from './causes.ts';
import { cacheSchema } from './documents/cache.ts';
import { clientSchema } from './documents/client.ts';
import { linkSchema } from './documents/link.ts';
import { storeSchema } from './documents/store.ts';
import { instant, name, number, positive, shortText, span, text } from './schema-parts.ts';
import { faultSchema, serviceSchema } from './services/schemas.ts';

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

/** What is read once parameters and a configuration have been put in. */
export const bodySchema = v.strictObject({
  /** Where an editor finds the published JSON Schema; not looked at here. */
  $schema: v.optional(v.string('must be text')),
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
  /** What goes wrong, by the kind of its root: what a list can be narrowed to. */
  causes: v.optional(v.array(v.picklist(CAUSES, `must be one of ${CAUSES.join(', ')}`)), []),
  /** Other scenarios that belong to it, such as a corrected twin, by id. */
  related: v.optional(v.array(name), []),
  /** The public report that it simulates, by id. */
  report: v.optional(name),
  seed: v.optional(v.pipe(number, v.safeInteger('must be a whole number')), 1),
  horizon: positive,
  service: serviceSchema,
  stores: v.pipe(
    v.array(storeSchema),
    v.minLength(1, 'must have at least one store'),
    v.maxLength(8, 'must have at most eight stores'),
  ),
  caches: v.optional(v.pipe(v.array(cacheSchema), v.maxLength(4, 'must be at most four caches')), []),
  clients: v.pipe(
    v.array(clientSchema),
    v.minLength(1, 'must have at least one client'),
    v.maxLength(8, 'must have at most eight clients'),
  ),
  links: v.optional(v.pipe(v.array(linkSchema), v.maxLength(200, 'must be at most 200 links')), []),
  latency: v.optional(instant, 0),
  faults: v.optional(v.pipe(v.array(faultSchema), v.maxLength(200, 'must be at most 200 faults')), []),
});

/** The frame of a document, as read. */
export type ScenarioFrame = v.InferOutput<typeof frameSchema>;
/** The body of a document with parameters and configuration put in, as read. */
export type ScenarioBody = v.InferOutput<typeof bodySchema>;
/** One parameter of a document. */
export type ScenarioParameter = v.InferOutput<typeof parameter>;
/** One configuration of a document. */
export type ScenarioConfiguration = v.InferOutput<typeof configuration>;
