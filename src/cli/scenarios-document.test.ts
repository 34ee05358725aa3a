import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CAUSES } from '../scenarios/causes.ts';
import { anyInstruction } from '../scenarios/client-extras/instructions.ts';
import { linkSchema } from '../scenarios/documents/link.ts';
import { policiesSchema } from '../scenarios/documents/policies.ts';
import { storeSchema } from '../scenarios/documents/store.ts';
import { bodySchema, frameSchema } from '../scenarios/schema.ts';
import '../scenarios/services/all-services.ts';
import { serviceKinds } from '../scenarios/services/registry.ts';
import { faultSchema, lockSchema, serviceSchema } from '../scenarios/services/schemas.ts';
import { main } from './verdict.ts';

/**
 * docs/SCENARIOS.md is what somebody reads who describes a lock of their own. Its examples are read and played
 * as a reader would play them, and it names whatever the definitions know.
 */
const ROOT = path.join(import.meta.dirname, '..', '..');
const DOCUMENT = await readFile(path.join(ROOT, 'docs', 'SCENARIOS.md'), 'utf8');
const PUBLISHED = JSON.parse(
  await readFile(path.join(ROOT, 'public', 'scenario.schema.json'), 'utf8'),
) as unknown;

interface Example {
  readonly kind: string;
  readonly text: string;
  /** The paragraph behind it. */
  readonly after: string;
}

const EXAMPLES: readonly Example[] = [
  ...DOCUMENT.matchAll(/^```json(?<kind>[^\n]*)\n(?<text>.*?)^```\n\n(?<after>[^\n]*)/gmsu),
].map(({ groups }) => ({
  kind: groups?.['kind']?.trim() ?? '',
  text: groups?.['text'] ?? '',
  after: groups?.['after'] ?? '',
}));

const scenarios = EXAMPLES.filter(({ kind }) => kind === 'scenario');

/** What each example that is only a part is read by. */
const PARTS: Readonly<Record<string, v.GenericSchema<unknown, unknown>>> = {
  parameters: frameSchema.entries.parameters,
  configurations: frameSchema.entries.configurations,
  script: v.array(v.lazy(anyInstruction)),
  policies: policiesSchema,
  lock: lockSchema,
  service: serviceSchema,
  stores: v.array(storeSchema),
  links: v.array(linkSchema),
  faults: v.array(faultSchema),
};

let folder = '';
let out = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scenarios-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** What `verdict` says of a document: its exit code and the outcome of each configuration. */
async function verdictOf(text: string) {
  out = '';
  const said: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    said.push(String(chunk));
    return true;
  });
  const file = path.join(folder, 'my-lock.json');
  await writeFile(file, text);
  const code = await main([file]);
  stderr.mockRestore();
  const printed = JSON.parse(out) as { configurations?: { configuration: string; outcome: string }[] };
  return { code, said, configurations: printed.configurations ?? [] };
}

describe('each example in docs/SCENARIOS.md', () => {
  test('is of a kind that is looked at here', () => {
    expect(scenarios.length).toBeGreaterThan(2);
    for (const { kind } of EXAMPLES) expect(['scenario', ...Object.keys(PARTS)]).toContain(kind);
    // None is passed over for the way in which it is written down.
    expect(EXAMPLES.length).toBe(DOCUMENT.split('\n```json').length - 1);
    for (const kind of Object.keys(PARTS)) expect(EXAMPLES.map((example) => example.kind)).toContain(kind);
  });

  test.each(scenarios.map((example) => [(JSON.parse(example.text) as { id: string }).id, example] as const))(
    '%s is read, shows what it expects and what the text says',
    async (_id, { text, after }) => {
      const { code, said, configurations } = await verdictOf(text);
      expect(said).toEqual([]);
      expect(code).toBe(0);
      const document = JSON.parse(text) as { expect: Record<string, unknown> };
      const told = configurations.map(
        ({ configuration, outcome }) => `\`${configuration}\` is **${outcome}**`,
      );
      expect(after).toBe(`Outcome: ${told.join(', ')}.`);
      expect(Object.keys(document.expect)).toEqual(configurations.map(({ configuration }) => configuration));
    },
  );

  test.each(
    EXAMPLES.filter(({ kind }) => kind !== 'scenario').map((example) => [example.kind, example] as const),
  )('of %s is read', (kind, { text }) => {
    const schema = PARTS[kind];
    if (schema === undefined) throw new Error(`"${kind}" has no schema`);
    expect(v.safeParse(schema, JSON.parse(text)).issues?.map(({ message }) => message)).toBeUndefined();
  });
});

describe('docs/SCENARIOS.md', () => {
  const known = namesIn(PUBLISHED);

  test('takes what there is from the definitions', () => {
    for (const name of ['redlock', 'compare-and-set', 'repeat', 'evict', 'takes-again', 'waitReplicas'])
      expect(known).toContain(name);
    expect(known.length).toBeGreaterThan(300);
    expect(Object.keys(bodySchema.entries).filter((field) => !known.includes(field))).toEqual([]);
  });

  test('names every kind, field and choice that a document may have', () => {
    expect(known.filter((name) => !isNamed(name, DOCUMENT))).toEqual([]);
  });

  test('names what may be asked of each service by hand, and what strikes it', () => {
    const unnamed: string[] = [];
    for (const { kind, operator, faults } of serviceKinds()) {
      const section = sectionOf(`### \`${kind}\``);
      const { options = [] } = (operator ?? {}) as unknown as {
        options?: { entries: { type: { literal: string } } }[];
      };
      const types = options.map(({ entries }) => entries.type.literal);
      if (operator !== undefined) expect(types.length).toBeGreaterThan(0);
      // Redlock's nodes are asked as a Redis is.
      const words = kind === 'redlock' ? section + sectionOf('### `redis`') : section;
      for (const fault of faults) if (!isNamed(fault.kind, section)) unnamed.push(`${kind}: ${fault.kind}`);
      for (const type of types) if (!isNamed(type, words)) unnamed.push(`${kind}: ${type}`);
      if (section === '') unnamed.push(kind);
    }
    expect(unnamed).toEqual([]);
  });

  test('has the cause of every root that a list can be narrowed to', () => {
    for (const cause of CAUSES) expect(isNamed(cause, DOCUMENT)).toBe(true);
  });

  test('a name that is left out would be noticed', () => {
    const without = DOCUMENT.replaceAll('takes-again', '');
    expect(known.filter((name) => !isNamed(name, without))).toEqual(['takes-again']);
  });

  test('the message that it shows is the one that is printed', async () => {
    const [first] = scenarios;
    const document = JSON.parse(first?.text ?? '') as { clients: { policies: { lock: object } }[] };
    Object.assign(document.clients[0]?.policies.lock ?? {}, { renewal: { kind: 'watchdoge' } });
    const { code, said } = await verdictOf(JSON.stringify(document));
    expect(code).toBe(2);
    const told = said.join('').replace(`${folder}/`, '').trim();
    expect(DOCUMENT).toContain(`\n${told}\n`);
  });
});

/** Every field and every choice by name in a JSON Schema, once. */
function namesIn(schema: unknown, found = new Set<string>()): readonly string[] {
  const inside = Array.isArray(schema)
    ? (schema as readonly unknown[]).entries()
    : Object.entries(schema ?? {});
  for (const [word, part] of inside) {
    if (word === 'not') continue;
    if (word === 'properties') for (const name of Object.keys(part as object)) found.add(name);
    const values: readonly unknown[] = word === 'enum' ? (part as unknown[]) : word === 'const' ? [part] : [];
    for (const value of values) if (typeof value === 'string') found.add(value);
    if (typeof part === 'object') {
      // Below these words stand names, whatever they are.
      const isNamed = word === 'properties' || word === '$defs';
      for (const inner of isNamed ? Object.values(part as object) : [part]) namesIn(inner, found);
    }
  }
  return [...found];
}

/** As code in running text, or as a text in an example. */
function isNamed(name: string, text: string): boolean {
  return text.includes(`\`${name}\``) || text.includes(`"${name}"`);
}

/** A part of the document under its heading, to the next one of the same rank or a higher one. */
function sectionOf(heading: string): string {
  const start = DOCUMENT.indexOf(`\n${heading}\n`);
  if (start < 0) return '';
  const end = DOCUMENT.slice(start + 5).search(/^#{2,3} /mu);
  return end < 0 ? DOCUMENT.slice(start) : DOCUMENT.slice(start, start + 5 + end);
}
