import { readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema, type JsonSchema } from '@valibot/to-json-schema';
import { Ajv } from 'ajv';
import type * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { randomSequence } from '../engine/random.ts';
import { builtins } from './builtin/index.ts';
import { instructionSchema } from './documents/instruction.ts';
import { policiesSchema } from './documents/policies.ts';
import { readScenario } from './scenario.ts';
import { name } from './schema-parts.ts';
import { bodySchema, frameSchema } from './schema.ts';
import './services/all-services.ts';
import { serviceKinds } from './services/registry.ts';
import { faultSchema, lockSchema, serviceSchema } from './services/schemas.ts';
import { FORBIDDEN_NAMES } from './shape.ts';
import { randomDocument } from './testing/random-document.ts';

/**
 * The JSON Schema of the scenario document that is served with the page, made from the definitions that read
 * documents. `npm run schema` writes it; this fails where the file is not what the definitions give.
 *
 * It says what a document looks like before a configuration and parameters are put in: any number, name or
 * choice of its body may be a parameter. What lies between the parts, such as ids that name nobody, is told by
 * the reader alone.
 */
const NAME = 'scenario.schema.json';
const FILE = new URL(`../../public/${NAME}`, import.meta.url);
const UPDATES = process.env['UPDATE_SCHEMA'] === '1';

/** Parts that get a name in the file; those that depend on what is known, with everything known. */
const DEFINITIONS = {
  name,
  service: serviceSchema.getter(undefined),
  lock: lockSchema.getter(undefined),
  instruction: (instructionSchema as ReturnType<typeof v.lazy>).getter(undefined),
  policies: (policiesSchema as ReturnType<typeof v.lazy>).getter(undefined),
  fault: faultSchema.getter(undefined),
};

type Draft = Record<string, unknown>;
type AnySchema = v.GenericSchema<unknown, unknown>;

function published(): Draft {
  const frame = converted(frameSchema);
  const body = converted(bodySchema);
  const definitions = Object.fromEntries(
    Object.entries((body['$defs'] ?? {}) as Draft).map(([id, part]) => [
      id,
      id === 'name' ? part : withParameters(part),
    ]),
  );
  const framed = frame['properties'] as Draft;
  const properties = Object.fromEntries(
    Object.entries(body['properties'] as Draft).map(([id, part]) => {
      if (Object.hasOwn(framed, id)) return [id, framed[id]];
      return [id, TEXTS.has(id) ? part : withParameters(part)];
    }),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Fenceline scenario, version 1',
    description: 'How to write one: docs/SCENARIOS.md. Times are milliseconds.',
    type: 'object',
    properties,
    required: body['required'],
    additionalProperties: false,
    $defs: {
      ...definitions,
      parameter: {
        description: 'The parameter of this name gives the value.',
        type: 'string',
        pattern: '^\\$[A-Za-z][\\w-]{0,31}$',
      },
    },
  };
}

/** Fields in which "$" is just a character. */
const TEXTS: ReadonlySet<string> = new Set(['$schema', 'name', 'sentence', 'tryNext', 'source']);

function converted(schema: AnySchema): Draft {
  const made = toJsonSchema(schema, {
    target: 'draft-07',
    typeMode: 'input',
    definitions: DEFINITIONS,
    // JSON has no other numbers.
    ignoreActions: ['finite', 'transform'],
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'check') return null;
      const { message } = valibotAction as unknown as { readonly message: string };
      return { ...jsonSchema, ...CHECKS[message] };
    },
  });
  return made as unknown as Draft;
}

/** Checks that are code, by what they say, as JSON Schema has them. Any other is made by the reader alone. */
const CHECKS: Readonly<Record<string, JsonSchema>> = {
  'must not be a name that every object has': {
    not: { enum: [...FORBIDDEN_NAMES].filter((id) => /^[a-z]/iu.test(id)).toSorted() },
  },
  'must have "by", "rate" or both': { anyOf: [{ required: ['by'] }, { required: ['rate'] }] },
};

/** The same schema, with a parameter allowed in place of every number, name and choice. */
function withParameters(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withParameters);
  if (typeof part !== 'object' || part === null) return part;
  const schema = part as Draft;
  if (isLeaf(schema)) return orParameter(schema);
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choices) && schema['properties'] === undefined) {
    const { oneOf: _oneOf, anyOf: _anyOf, ...rest } = schema;
    if (choices.every((choice) => isLeaf(choice as Draft))) return orParameter({ ...rest, anyOf: choices });
    // Where the kind is a parameter, several may fit.
    return { ...rest, anyOf: choices.map(withParameters) };
  }
  // A list of a fixed length says so twice.
  const { items } = schema;
  const length = Array.isArray(items) ? { minItems: items.length, maxItems: items.length } : {};
  return Object.fromEntries(
    Object.entries<unknown>({ ...schema, ...length }).map(([word, inner]) => {
      if (word === 'properties') {
        const fields = Object.entries(inner as Draft).map(([id, field]) => [id, withParameters(field)]);
        return [word, Object.fromEntries(fields)];
      }
      return [word, HOLDS_SCHEMAS.has(word) ? withParameters(inner) : inner];
    }),
  );
}

const HOLDS_SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalItems', 'additionalProperties']);

/** A number, a name or a choice. Free text may begin with anything, and no parameter is true or false. */
function isLeaf({ type, pattern, enum: choices, const: one, $ref: named }: Draft): boolean {
  return (
    named === '#/$defs/name' ||
    type === 'number' ||
    type === 'integer' ||
    typeof one === 'string' ||
    choices !== undefined ||
    (type === 'string' && pattern !== undefined)
  );
}

function orParameter({ default: usual, ...schema }: Draft): Draft {
  const choices = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
  const made = { anyOf: [...choices, { $ref: '#/$defs/parameter' }] };
  return usual === undefined ? made : { ...made, default: usual };
}

const text = `${JSON.stringify(published(), null, 2)}\n`;
if (UPDATES) writeFileSync(FILE, text);

describe('public/scenario.schema.json', () => {
  const schema = JSON.parse(readFileSync(FILE, 'utf8')) as Draft;
  const validate = new Ajv({ allErrors: false, strict: true, strictRequired: false }).compile(schema);

  test('is what the definitions give; `npm run schema` writes it', () => {
    expect(JSON.stringify(schema)).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('names every service, and its parts have names', () => {
    const definitions = schema['$defs'] as Record<string, { anyOf: { properties: Draft }[] }>;
    expect(Object.keys(definitions).toSorted()).toEqual(
      [...Object.keys(DEFINITIONS), 'parameter'].toSorted(),
    );
    const kinds =
      definitions['service']?.anyOf.map(({ properties }) => JSON.stringify(properties['kind'])) ?? [];
    for (const { kind } of serviceKinds())
      expect(kinds.some((known) => known.includes(`"${kind}"`))).toBe(true);
  });

  test.each(builtins().map(({ id, document }) => [id, document] as const))('accepts %s', (_id, document) => {
    expect(validate(document) ? [] : validate.errors).toEqual([]);
  });

  test('accepts documents of random choices', () => {
    const random = randomSequence(7);
    for (let number = 0; number < 60; number += 1) {
      const document = randomDocument(random)?.vary().document ?? good;
      expect(validate(document) ? [] : validate.errors, `document ${JSON.stringify(document)}`).toEqual([]);
    }
  });

  /** A good document, to be spoiled in one place. */
  const good = {
    $schema: './scenario.schema.json',
    format: 'fenceline-scenario',
    version: 1,
    id: 'small',
    horizon: '$end',
    parameters: [
      { kind: 'duration', id: 'end', value: 1000, min: 10, max: 5000, step: 10 },
      { kind: 'choice', id: 'renewal', value: 'none', options: ['none', 'watchdog'] },
      { kind: 'choice', id: 'rule', value: 'fenced', options: ['fenced', 'naive'] },
    ],
    configurations: [{ id: 'one', label: '$5 a lock', set: {} }],
    service: { kind: 'lease-manager' },
    stores: [{ kind: '$rule', records: { stock: 'free' } }],
    clients: [
      {
        id: 'A',
        policies: { renewal: { kind: '$renewal' } },
        script: [
          { op: 'acquire', ttl: '$end' },
          { op: 'write', value: 'a' },
        ],
      },
    ],
    faults: [{ kind: 'pause', node: 'A', at: '$end', for: 20 }],
  };

  test('accepts parameters in place of numbers and choices, as the reader does', () => {
    expect(validate(good) ? [] : validate.errors).toEqual([]);
    expect(readScenario(good)).toMatchObject({ ok: true });
  });

  const broken: readonly (readonly [what: string, path: string, value: unknown])[] = [
    ['another format', 'format', 'other'],
    ['a later version', 'version', 2],
    ['an id that is no name', 'id', '1st'],
    ['an id that every object has', 'id', 'constructor'],
    ['an unknown field', 'speed', 1],
    ['an unknown field inside', 'clients.0.mood', 1],
    ['no configuration', 'configurations', []],
    ['five configurations', 'configurations', ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, set: {} }))],
    ['a configuration that sets no pointer', 'configurations.0.set', { stores: 1 }],
    ['an expectation of an unknown outcome', 'expect', { one: { outcome: 'fine', findings: [] } }],
    ['a parameter of unknown kind', 'parameters.0.kind', 'colour'],
    ['a horizon of nothing', 'horizon', 0],
    ['a time beyond a day', 'horizon', 86_400_001],
    ['a text where a number belongs', 'horizon', 'soon'],
    ['a name that no parameter can have', 'horizon', '$'],
    ['a fraction where a whole number belongs', 'seed', 1.5],
    ['an unknown service', 'service', { kind: 'zoo' }],
    ['a service with a field of another one', 'service', { kind: 'redis', clock: 'wall' }],
    ['no store', 'stores', []],
    ['a store of unknown kind', 'stores.0.kind', 'magic'],
    ['a fence that is no number', 'stores.0.fences', { lock: 'high' }],
    ['an unknown instruction', 'clients.0.script.0', { op: 'steal' }],
    ['an instruction without what it needs', 'clients.0.script.0', { op: 'acquire' }],
    ['an unknown policy', 'clients.0.policies', { acquire: { kind: 'hope' } }],
    ['an unknown lock module', 'clients.0.policies', { lock: { kind: 'padlock' } }],
    ['a choice where true or false belongs', 'clients.0.script.0', { op: 'write', awaits: 'yes' }],
    ['an unknown fault', 'faults.0', { kind: 'flood' }],
    ['a clock that neither steps nor changes its rate', 'faults.0', { kind: 'clock', node: 'A', at: 1 }],
    ['a partition between three', 'faults.0', { kind: 'partition', between: ['A', 'lock', 'store'], at: 1 }],
    ['a negative instant', 'faults.0.at', -1],
    ['a message without a number', 'faults.0', { kind: 'lose', message: 'A>store' }],
    ['links that are no list', 'links', {}],
  ];
  test.each(broken)('refuses what the reader refuses: %s', (_what, path, value) => {
    const copy = structuredClone(good) as unknown as Record<string, unknown>;
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    steps.reduce((at, step) => at[step] as Record<string, unknown>, copy)[last] = value;
    expect(validate(copy)).toBe(false);
    expect(readScenario(copy)).toMatchObject({ ok: false });
  });
});
