import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.ts';
import { ORDINARY } from '../engine/schedule.ts';
import { buildModel } from './build.ts';
import { builtins } from './builtin/index.ts';
import { STORE_KINDS } from '../machines/resource-store/stores/rule.ts';
import { checkValues, defaultValues, readScenario, resolveBody, type Scenario } from './scenario.ts';
import { DEEPEST } from './shape.ts';

/** A small good document, to be spoiled in one place. */
const DOCUMENT = {
  format: 'fenceline-scenario',
  version: 1,
  id: 'small',
  horizon: 1000,
  parameters: [
    { kind: 'duration', id: 'ttl', value: 100, min: 10, max: 500, step: 10 },
    { kind: 'choice', id: 'renewal', value: 'none', options: ['none', 'watchdog'] },
  ],
  configurations: [{ id: 'naive', set: { '/stores/0/kind': 'naive' } }],
  service: { kind: 'lease-manager' },
  stores: [{ kind: 'naive' }],
  clients: [
    {
      id: 'A',
      policies: { renewal: { kind: '$renewal' } },
      script: [
        { op: 'acquire', ttl: '$ttl' },
        { op: 'write', value: 'a' },
      ],
    },
  ],
  faults: [{ kind: 'pause', node: 'A', at: 10, for: 20 }],
};

/** The document with the value at a path replaced, as JSON text would bring it. */
function spoiled(path: string, value: unknown): unknown {
  const copy = structuredClone(DOCUMENT) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const at = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, copy);
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
  return JSON.parse(JSON.stringify(copy));
}

function problems(document: unknown): readonly string[] {
  const read = readScenario(document);
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

function good(document: unknown): Scenario {
  const read = readScenario(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

describe('a good document', () => {
  test('is read, and what it leaves out has its default', () => {
    const body = resolveBody(good(DOCUMENT), 'naive', {});
    expect(body).toMatchObject({
      ok: true,
      value: { seed: 1, latency: 0, service: { id: 'lock', clock: 'wall' }, stores: [{ id: 'store' }] },
    });
  });

  test('keeps its texts', () => {
    expect(good({ ...DOCUMENT, name: 'Small', sentence: 'One.' })).toMatchObject({
      name: 'Small',
      sentence: 'One.',
    });
  });

  test('takes parameter values within their range', () => {
    expect(resolveBody(good(DOCUMENT), 'naive', { ttl: 500, renewal: 'watchdog' })).toMatchObject({
      ok: true,
      value: { clients: [{ policies: { renewal: { kind: 'watchdog' } }, script: [{ ttl: 500 }, {}] }] },
    });
  });

  test('is not changed by reading or resolving it', () => {
    const before = JSON.stringify(DOCUMENT);
    resolveBody(good(DOCUMENT), 'naive', { ttl: 50 });
    expect(JSON.stringify(DOCUMENT)).toBe(before);
  });
});

describe('a bad document is told by path and by what was expected:', () => {
  const cases: readonly (readonly [string, string, unknown, string])[] = [
    ['another format', 'format', 'other', 'format: must be "fenceline-scenario"'],
    ['a later version', 'version', 2, 'version: must be 1; a later version needs a later Fenceline'],
    ['an unknown field', 'speed', 1, 'speed: is not a field known here'],
    ['an unknown field inside', 'clients.0.mood', 1, 'clients.0.mood: is not a field known here'],
    [
      'an unknown policy',
      'clients.0.policies',
      { acquire: { kind: 'hope' } },
      'clients.0.policies.acquire.kind: must have kind "once", "block" or "queue"',
    ],
    [
      'an unknown instruction',
      'clients.0.script.0',
      { op: 'steal' },
      'clients.0.script.0.op: must have op acquire, fence, work, sleep, read, write, renew, release, check, end-context, wait-until, operate or repeat',
    ],
    [
      'an unknown store kind',
      'configurations.0.set',
      { '/stores/0/kind': 'magic' },
      `stores.0.kind: must be one of ${STORE_KINDS.join(', ')}`,
    ],
    [
      'an unknown service',
      'service',
      { kind: 'zoo' },
      'service.kind: must have kind "lease-manager", "epoch-lease", "etcd", "redis", "redlock" or "in-process"',
    ],
    [
      'a module that does not lock at the service',
      'clients.0.policies',
      { lock: { kind: 'redis' } },
      'clients.0.policies.lock.kind: "redis" does not lock at "lease-manager"; it must be one of lease-manager, standard',
    ],
    ['a negative instant', 'faults.0.at', -1, 'faults.0.at: must not be negative'],
    ['a horizon of nothing', 'horizon', 0, 'horizon: must be at least a microsecond'],
    ['a time beyond a day', 'horizon', 86_400_001, 'horizon: must be at most 24 hours'],
    ['a text where a number belongs', 'horizon', 'soon', 'horizon: must be a number'],
    ['a fraction where a whole number belongs', 'seed', 1.5, 'seed: must be a whole number'],
    [
      'a parameter beyond its range',
      'parameters.0.value',
      501,
      'parameters.0: value must lie between min and max',
    ],
    [
      'an option that is not offered',
      'parameters.1.value',
      'maybe',
      'parameters.1: value must be one of its options',
    ],
    [
      'a parameter of unknown kind',
      'parameters.0.kind',
      'colour',
      'parameters.0.kind: must have kind "duration" or "choice"',
    ],
    ['a missing parameter', 'horizon', '$end', 'horizon: "$end" names no parameter'],
    [
      'a missing parameter with the name of a property',
      'horizon',
      '$constructor',
      'horizon: "$constructor" names no parameter',
    ],
    [
      'a parameter of the wrong kind',
      'clients.0.script.0.ttl',
      '$renewal',
      'clients.0.script.0.ttl: must be a number',
    ],
    ['a parameter that occurs twice', 'parameters.1.id', 'ttl', 'parameters: "ttl" occurs twice'],
    [
      'a configuration that occurs twice',
      'configurations',
      [
        { id: 'x', set: {} },
        { id: 'x', set: {} },
      ],
      'configurations: "x" occurs twice',
    ],
    ['no configuration', 'configurations', [], 'configurations: must have at least one configuration'],
    [
      'a client called like the store',
      'clients.0.id',
      'store',
      'clients.0.id: "store" is the id of stores.0.id already',
    ],
    [
      'a fault that strikes nobody',
      'faults.0.node',
      'Z',
      'faults.0.node: "Z" takes no part; it must be one of lock, store, A',
    ],
    [
      'a message of nobody',
      'faults.0',
      { kind: 'lose', message: 'Z>store#1' },
      'faults.0.message: "Z" takes no part; it must be one of lock, store, A',
    ],
    [
      'a message without a number',
      'faults.0',
      { kind: 'lose', message: 'A>store' },
      'faults.0.message: must name a message such as "A>store#1"',
    ],
    [
      'a link to nobody',
      'links',
      [{ between: ['A', 'Z'], latency: 1 }],
      'links.0.between: "Z" takes no part; it must be one of lock, store, A',
    ],
    [
      'a write to no store',
      'clients.0.script.1.store',
      'lock',
      'clients.0.script.1.store: "lock" is not a store; it must be one of store',
    ],
    [
      'an operation that the module does not have',
      'clients.0.script.1',
      { op: 'fence' },
      'clients.0.script.1.op: "lease-manager" has no fence; it has acquire, renew, release, check',
    ],
    [
      'a re-entrant acquire of a lock that is not',
      'clients.0.script.0.reentrant',
      true,
      'clients.0.script.0.reentrant: "lease-manager" is not re-entrant',
    ],
    [
      'a client that refuses',
      'faults.0',
      { kind: 'refuse', node: 'A', at: 5 },
      'faults.0.node: "A" is no service and no store: nobody asks it for anything',
    ],
    [
      'a clock that neither steps nor runs at another rate',
      'faults.0',
      { kind: 'clock', node: 'A', at: 5 },
      'faults.0: must have "by", "rate" or both',
    ],
    [
      'a clock that runs too fast',
      'faults.0',
      { kind: 'clock', node: 'A', at: 5, rate: 2.5 },
      'faults.0.rate: must be from 0 to 2',
    ],
    [
      'a partition in an unknown direction',
      'faults.0',
      { kind: 'partition', between: ['A', 'lock'], at: 5, direction: 'up' },
      'faults.0.direction: must be "both" or "from-first"',
    ],
    [
      'a fault that makes slow by nothing',
      'faults.0',
      { kind: 'slow', node: 'A', at: 5, by: 0 },
      'faults.0.by: must be at least a microsecond',
    ],
    [
      'a pointer into nothing',
      'configurations.0.set',
      { '/shops/0/kind': 'naive' },
      'configurations naive /shops/0/kind: names no place in this document',
    ],
    [
      'a pointer past the end of a list',
      'configurations.0.set',
      { '/stores/1': {} },
      'configurations naive /stores/1: names no place in this document',
    ],
    [
      'a pointer that is none',
      'configurations.0.set',
      { stores: 1 },
      'configurations.0.set.stores: must be a JSON pointer such as "/stores/0/kind"',
    ],
    [
      'a pointer to a field that is not known',
      'configurations.0.set',
      { '/service/mood': 1 },
      'service.mood: is not a field known here',
    ],
    [
      'an expectation for no configuration',
      'expect',
      { fenced: { outcome: 'safe', findings: [] } },
      'expect.fenced: there is no configuration "fenced"',
    ],
    [
      'an expected word that no badge has',
      'expect',
      { naive: { outcome: 'fine', findings: [] } },
      'expect.naive.outcome: must be one of corrupted, refused, blocked, at-risk, fenced, safe, no-finding',
    ],
    [
      'an id with a space',
      'clients.0.id',
      'A B',
      'clients.0.id: must be a name: a letter, then up to 31 letters, digits, "-" or "_"',
    ],
    [
      'an id that every object has',
      'clients.0.id',
      'constructor',
      'clients.0.id: must not be a name that every object has',
    ],
    [
      'a key that every object has',
      'clients.0.script.0.key',
      'toString',
      'clients.0.script.0.key: must not be a name that every object has',
    ],
  ];
  test.each(cases)('%s', (_what, path, value, told) => {
    expect(problems(spoiled(path, value))).toContain(told);
  });

  test('an unknown fault, with all that some service knows', () => {
    const told = problems(spoiled('faults.0', { kind: 'flood' }));
    expect(told).toEqual([
      expect.stringMatching(
        /^faults\.0\.kind: must have kind "pause", "resume", "crash", "restart", "clock",[^:]+ or "[\w-]+"$/u,
      ),
    ]);
    expect(told[0]).toContain('"evict"');
    expect(told[0]).toContain('"quorum-lost"');
  });

  test('all of them at once, each once', () => {
    const document = spoiled('faults', [
      { kind: 'pause', node: 'Z', at: 1 },
      { kind: 'pause', node: 'Y', at: 1 },
    ]);
    const twice = {
      ...(document as object),
      configurations: [
        { id: 'x', set: {} },
        { id: 'y', set: {} },
      ],
    };
    expect(problems(twice)).toHaveLength(2);
  });

  test.each([null, 5, 'text', [], true, undefined])('not even an object: %j', (document) => {
    expect(problems(document)).not.toEqual([]);
  });
});

describe('a document that reaches for what every object has', () => {
  const paths = [
    '',
    'clients.0.',
    'clients.0.policies.',
    'parameters.0.',
    'configurations.0.set.',
    'faults.0.',
    'service.',
  ];
  const names = ['__proto__', 'constructor', 'prototype', 'toString'];
  const places = paths.flatMap((path) => names.map((name) => `${path}${name}`));

  test.each(places)('is refused at %s, and nothing is polluted', (place) => {
    expect(problems(spoiled(place, { polluted: true }))).toEqual([`${place}: is not a field known here`]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each([
    '/__proto__/polluted',
    '/clients/0/__proto__/polluted',
    '/constructor/prototype/polluted',
    '/service/__proto__',
    '/faults/length',
  ])('is refused for the pointer %s', (pointer) => {
    expect(problems(spoiled('configurations.0.set', { [pointer]: true }))).toEqual([
      `configurations naive ${pointer}: names no place in this document`,
    ]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test.each([
  ['links', Array.from({ length: 500_000 }, () => 1)],
  ['service', Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`f${String(index)}`, 1]))],
])('a document with a huge %s is refused before its fields are looked at', (field, huge) => {
  expect(problems({ ...DOCUMENT, [field]: huge })).toEqual(['document: holds more than 20,000 values']);
});

test('what a document holds does not make a message endless', () => {
  const told = problems({ ...DOCUMENT, ['x'.repeat(100_000)]: 1, service: '$'.repeat(100_000) }).join('');
  expect(told.length).toBeLessThan(2000);
});

test('a run with thousands of messages under way is cut', () => {
  const writes = Array.from({ length: 199 }, () => ({ op: 'write', awaits: false }));
  const clients = Array.from({ length: 8 }, (_, index) => ({
    id: `C${String(index)}`,
    script: [{ op: 'acquire', key: `k${String(index)}`, ttl: 1000 }, ...writes],
  }));
  const body = resolveBody(
    good({ ...DOCUMENT, parameters: [], faults: [], clients, latency: 1000, horizon: 60_000 }),
    'naive',
    {},
  );
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  const { end, steps } = play(buildModel(body.value).model, ORDINARY);
  expect(end).toBe('step-limit');
  expect(steps.length).toBeLessThan(10_000);
});

test('a document that is nested without end is refused before anything looks into it', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(problems({ ...DOCUMENT, service: deep })[0]).toMatch(
    `is nested deeper than ${String(DEEPEST)} levels`,
  );
});

describe('values from outside', () => {
  const scenario = good(DOCUMENT);

  test('are refused by name and range', () => {
    expect(checkValues(scenario, { ttl: 9, renewal: 'maybe', speed: 1 })).toEqual([
      { where: 'parameter ttl', what: 'must be a number from 10 to 500 ms' },
      { where: 'parameter renewal', what: 'must be one of none, watchdog' },
      { where: 'parameter speed', what: 'is not a parameter of "small"' },
    ]);
    expect(checkValues(scenario, { ttl: Number.NaN })).toHaveLength(1);
    expect(checkValues(scenario, { ttl: '100' })).toHaveLength(1);
    expect(checkValues(scenario, defaultValues(scenario))).toEqual([]);
  });

  test('and a configuration that does not exist', () => {
    expect(resolveBody(scenario, 'gold', {})).toEqual({
      ok: false,
      problems: [{ where: 'configurations', what: 'there is no configuration "gold"' }],
    });
  });
});

describe('whatever comes', () => {
  test('random JSON never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (document) => {
        expect(readScenario(document).ok).toBe(false);
      }),
      { numRuns: 500, seed: 6 },
    );
  });

  test('a document with one place spoiled never throws, and what is read can be played', () => {
    const places = builtins().flatMap(({ document }) =>
      pathsIn(document).map((path) => ({ document, path })),
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('A', 'B', 'lock', 'store', '$ttl', 'A>store#1', 'B>lock#2', 'lock>A#1', 'process'),
      fc.integer({ min: -20_000, max: 20_000 }),
      fc.constantFrom(0, -0, 1e-9, 0.001, 1e9, 1e300, -1e300),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), value, ({ document, path }, value) => {
        const read = readScenario(replaced(document, path, value));
        if (!read.ok) {
          for (const { where, what } of read.problems)
            expect([where, what].every((part) => part !== '')).toBe(true);
          return;
        }
        for (const { id } of read.value.configurations) {
          const body = resolveBody(read.value, id, {});
          if (body.ok) play(buildModel(body.value).model, ORDINARY, 150);
        }
      }),
      { numRuns: 1500, seed: 7 },
    );
  });
});

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([field, inside]) =>
    pathsIn(inside, [...path, Array.isArray(value) ? Number(field) : field]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(document: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(document);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1) ?? ''] = value;
  return copy;
}
