import { describe, expect, test } from 'vitest';
import type { Component, Effect } from '../engine/component.ts';
import { Exploration } from '../engine/explore/exploration.ts';
import { LOCK_PROPERTIES } from '../engine/explore/properties.ts';
import type { Model } from '../engine/model.ts';
import { buildModel } from '../scenarios/build.ts';
import { readScenario, resolveBody } from '../scenarios/scenario.ts';

/** Two clients that each read, write and release; B asks again until it gets the key. */
function modelWith(store: string, budget = { pause: 1, crash: 0, lose: 0, late: 1 }): Model {
  const script = [
    { op: 'acquire', ttl: 100 },
    { op: 'read' },
    { op: 'work', for: 20 },
    { op: 'write', value: 'x' },
    { op: 'release' },
  ];
  const document = {
    format: 'fenceline-scenario',
    version: 1,
    id: 'two-writers',
    horizon: 1000,
    service: { kind: 'lease-manager' },
    stores: [{ kind: store }],
    latency: 5,
    configurations: [{ id: 'only', set: {} }],
    clients: [
      { id: 'A', script },
      { id: 'B', start: 1, policies: { acquire: { kind: 'block', retry: 60 } }, script },
    ],
  };
  const scenario = readScenario(document);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems));
  const body = resolveBody(scenario.value, 'only', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return buildModel(body.value, budget).model;
}

/** The same model with one machine spoilt: what it asks for is changed. */
function spoilt(model: Model, id: string, change: (effect: Effect) => readonly Effect[]): Model {
  const spoil = (component: Component): Component => ({
    ...component,
    step: (state, event) => {
      const step = component.step(state, event);
      return step === null ? null : { ...step, effects: step.effects.flatMap(change) };
    },
  });
  return {
    ...model,
    components: model.components.map((component) => (component.id === id ? spoil(component) : component)),
  };
}

function statuses(model: Model) {
  const exploration = new Exploration({
    model,
    properties: LOCK_PROPERTIES,
    maxStates: 200_000,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  while (exploration.run(10_000));
  const { properties, complete } = exploration.result();
  return { complete, ...Object.fromEntries(properties.map(({ name, status }) => [name, status])) };
}

const SAFE = {
  complete: true,
  'no-stale-write': 'holds',
  'no-lost-update': 'holds',
  'no-rightful-write-rejected': 'holds',
  'tokens-rise': 'holds',
  'leases-disjoint': 'holds',
  'only-owners-release': 'holds',
  'zombie-writes': 'holds',
  'write-accepted': 'holds',
  'waiter-served': 'holds',
  'no-leaked-lease': 'holds',
};

const inTrace = (change: (entry: Extract<Effect, { type: 'trace' }>) => Effect) => (effect: Effect) =>
  effect.type === 'trace' ? [change(effect)] : [effect];

describe('each property holds on a sound model and fails on a spoilt machine', () => {
  test('a store fenced at takeover: all hold', () => {
    expect(statuses(modelWith('fenced-at-takeover'))).toEqual(SAFE);
  });

  test('a store without a fence: stale writes and lost updates', () => {
    expect(statuses(modelWith('naive'))).toMatchObject({
      'no-stale-write': 'fails',
      'no-lost-update': 'fails',
    });
  });

  test('a store that refuses whom it should not', () => {
    const model = spoilt(
      modelWith('fenced-at-takeover'),
      'store',
      inTrace((effect) =>
        effect.entry.ev === 'write' ? { ...effect, entry: { ...effect.entry, outcome: 'rejected' } } : effect,
      ),
    );
    expect(statuses(model)).toMatchObject({
      'no-rightful-write-rejected': 'fails',
      'write-accepted': 'never-reached',
    });
  });

  test('a service whose tokens stand still', () => {
    const model = spoilt(
      modelWith('fenced-at-takeover'),
      'lock',
      inTrace((effect) =>
        effect.entry.ev === 'grant' ? { ...effect, entry: { ...effect.entry, token: 1 } } : effect,
      ),
    );
    expect(statuses(model)).toMatchObject({ 'tokens-rise': 'fails' });
  });

  test('a service that promises more than it keeps', () => {
    const model = spoilt(
      modelWith('fenced-at-takeover'),
      'lock',
      inTrace((effect) => {
        // Ends the lease as if its owner were not the holder, long before the promised end.
        if (effect.entry.ev === 'grant') return { ...effect, expiresAfterUs: 10_000_000 };
        if (effect.entry.ev === 'expire')
          return { ...effect, entry: { ...effect.entry, ev: 'revoke', by: 'B' } };
        return effect;
      }),
    );
    expect(statuses(model)).toMatchObject({
      'leases-disjoint': 'fails',
      'only-owners-release': 'fails',
    });
  });

  test('a service that does not answer a second time: the waiter waits for ever', () => {
    const model = spoilt(modelWith('fenced-at-takeover'), 'B', (effect) =>
      effect.type === 'timer' ? [] : [effect],
    );
    expect(statuses(model)).toMatchObject({ 'waiter-served': 'fails' });
  });

  test('no fault, no zombie', () => {
    const model = modelWith('fenced-at-takeover', { pause: 0, crash: 0, lose: 0, late: 0 });
    expect(statuses(model)).toEqual({ ...SAFE, 'zombie-writes': 'never-reached' });
  });
});

test('a search that is cut off says by what, and leaves open what it did not see', () => {
  const exploration = new Exploration({
    model: modelWith('fenced-at-takeover'),
    properties: LOCK_PROPERTIES,
    maxStates: 100,
    maxBytes: 512e6,
    stopAtFirst: false,
  });
  while (exploration.run(50));
  const result = exploration.result();
  expect(result).toMatchObject({ complete: false, cutBy: 'states', bounds: { maxStates: 100 } });
  expect(result.properties[0]).toEqual({ name: 'no-stale-write', kind: 'always', status: 'open' });
  expect(result.frontier).toBeGreaterThan(0);
});

test('a memory limit ends a search with what it found so far, and so does cancelling it', () => {
  const options = { model: modelWith('naive'), properties: LOCK_PROPERTIES, stopAtFirst: false };
  const small = new Exploration({ ...options, maxStates: Infinity, maxBytes: 3_000_000 });
  while (small.run(1000));
  expect(small.result()).toMatchObject({ complete: false, cutBy: 'memory' });
  expect(small.result().states).toBeGreaterThan(100);

  const cancelled = new Exploration({ ...options, maxStates: Infinity, maxBytes: 512e6 });
  expect(cancelled.run(10)).toBe(true);
  cancelled.cancel();
  expect(cancelled.run(10)).toBe(false);
  expect(cancelled.result()).toMatchObject({ complete: false, cutBy: 'cancelled' });
});
