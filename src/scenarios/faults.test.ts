import { describe, expect, test } from 'vitest';
import './services/all-services.ts';
import type { Model } from '../engine/model.ts';
import { RandomRuns } from '../engine/random-runs/random-runs.ts';
import type { Entry } from '../engine/trace.ts';
import { buildModel } from './build.ts';
import { playScenario } from './play-scenario.ts';
import { readScenario, resolveBody, type Scenario } from './scenario.ts';

type Fields = { readonly [field: string]: unknown };

const DOCUMENT_CLIENTS = [
  {
    id: 'A',
    script: [
      { op: 'acquire', ttl: 500 },
      { op: 'work', for: 100 },
      { op: 'write', value: 'a' },
    ],
  },
  {
    id: 'B',
    start: 40,
    script: [
      { op: 'acquire', ttl: 500 },
      { op: 'write', value: 'b' },
    ],
  },
];

/** A document of two clients that want one key of a service, with these faults; `rest` replaces its fields. */
function documentOf(kind: string, faults: readonly Fields[], rest: Fields = {}): Fields {
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'struck',
    horizon: 1000,
    latency: 1,
    configurations: [{ id: 'only', set: {} }],
    service: { id: 'lock', kind },
    stores: [{ kind: 'naive' }],
    clients: DOCUMENT_CLIENTS,
    faults,
    ...rest,
  };
}

function problems(document: Fields): readonly string[] {
  const read = readScenario(document);
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

function scenarioOf(document: Fields): Scenario {
  const read = readScenario(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

function bodyModel(document: Fields): Model {
  const body = resolveBody(scenarioOf(document), 'only', {});
  if (!body.ok) throw new Error(JSON.stringify(body.problems));
  return buildModel(body.value).model;
}

/** Entries of the only configuration of a document that must be good. */
function played(document: Fields): readonly Entry[] {
  const runs = playScenario(scenarioOf(document), {});
  if (!runs.ok) throw new Error(JSON.stringify(runs.problems));
  return runs.value[0]?.run.entries ?? [];
}

/** Entries as lines, without messages and beliefs. */
function told(document: Fields): readonly string[] {
  return played(document)
    .filter(({ ev }) => !['send', 'deliver', 'believe', 'work'].includes(ev))
    .map(({ t, actor, ev, client, op, phase, outcome }) =>
      [t / 1000, actor, ev, client, op, phase, outcome].filter((part) => part !== undefined).join(' '),
    );
}

describe('a fault that only some services know', () => {
  test('strikes one that does: Redis evicts a lock, and another is granted it', () => {
    expect(told(documentOf('redis', [{ kind: 'evict', node: 'lock', at: 30 }]))).toEqual([
      '1 lock grant A',
      '30 lock fault evict',
      '30 lock forget A',
      '41 lock grant B',
      '43 store write B accepted',
      '103 store write A accepted',
    ]);
  });

  test('is not told where it changed nothing', () => {
    const lines = told(documentOf('redis', [{ kind: 'evict', node: 'lock', at: 30, key: 'other' }]));
    expect(lines.filter((line) => line.includes('fault'))).toEqual([]);
  });

  test('is a problem for one that does not, which says what it takes', () => {
    expect(problems(documentOf('epoch-lease', [{ kind: 'evict', node: 'lock', at: 30 }]))).toEqual([
      'faults.0.kind: "epoch-lease" does not know "evict"; it takes none of its own',
    ]);
    expect(problems(documentOf('redis', [{ kind: 'evict', node: 'store', at: 30 }]))).toEqual([
      'faults.0.node: "evict" strikes the lock service; it must be lock',
    ]);
    expect(problems(documentOf('redis', [{ kind: 'evict', node: 'lock', at: 30, all: true }]))).toEqual([
      'faults.0.all: is not a field known here',
    ]);
  });
});

describe('a pause of a lock service', () => {
  const pause = { kind: 'pause', node: 'lock', at: 10, for: 60 };

  test.each(['lease-manager', 'epoch-lease'])('keeps what comes, and leases end in it: %s', (kind) => {
    const [, second] = DOCUMENT_CLIENTS;
    const first = { id: 'A', script: [{ op: 'acquire', ttl: 30 }] };
    const lines = told(documentOf(kind, [pause], { clients: [first, second], horizon: 500 }));
    expect(lines).toEqual([
      '1 lock grant A',
      '10 lock pause',
      '31 lock expire A',
      '70 lock resume',
      '70 lock grant B',
      '72 store write B accepted',
    ]);
  });
});

test('a pause of a store keeps the writes that come to it', () => {
  const pause = { kind: 'pause', node: 'store', at: 90, for: 60 };
  const lines = told(documentOf('lease-manager', [pause]));
  expect(lines.filter((line) => line.includes('store'))).toEqual([
    '90 store pause',
    '150 store resume',
    '150 store write A accepted',
  ]);
});

describe('a node that refuses', () => {
  test.each(['lease-manager', 'epoch-lease', 'etcd', 'redis'])('may be any lock service: %s', (kind) => {
    const refuse = { kind: 'refuse', node: 'lock', at: 30, for: 30 };
    const lines = told(documentOf(kind, [refuse]));
    expect(lines).toContain('30 lock fault refuse start');
    expect(lines).toContain('60 lock fault refuse end');
    // B asks at 41 and is told that there is nobody, not that A holds.
    expect(lines.filter((line) => line.startsWith('41 '))).toEqual([]);
    expect(lines.filter((line) => line.includes('refuse B'))).toEqual([]);
    expect(lines.find((line) => line.includes('abandon'))).toMatch(/^42 B abandon B/u);
  });

  test('may be a store: nothing is written, and the writer is told', () => {
    const entries = played(documentOf('lease-manager', [{ kind: 'refuse', node: 'store', at: 90, for: 30 }]));
    expect(entries.filter(({ ev }) => ev === 'write')).toEqual([]);
    const answers = entries.filter(({ ev, actor }) => ev === 'send' && actor === 'store');
    expect(answers).toMatchObject([{ to: 'A', body: { type: 'error', reason: 'unavailable' } }]);
  });
});

test('a slow store applies late what was sent in time', () => {
  const slow = { kind: 'slow', node: 'store', at: 50, for: 100, by: 600 };
  expect(told(documentOf('lease-manager', [slow]))).toEqual([
    '1 lock grant A',
    '41 lock refuse B acquire',
    '42 B abandon B',
    '50 store fault slow start',
    '150 store fault slow end',
    '501 lock expire A',
    '703 store write A accepted',
  ]);
});

describe("a node's clock", () => {
  test('that runs at half speed lets a lease last twice as long', () => {
    const lines = told(documentOf('lease-manager', [{ kind: 'clock', node: 'lock', at: 101, rate: 0.5 }]));
    expect(lines).toContain('901 lock expire A');
  });

  test("lets a client's watchdog ring late when it is slow, and its lease run out", () => {
    const clients = [
      {
        id: 'A',
        policies: { renewal: { kind: 'watchdog' } },
        script: [
          { op: 'acquire', ttl: 30 },
          { op: 'work', for: 100 },
        ],
      },
    ];
    const run = (faults: readonly Fields[]) =>
      told(documentOf('lease-manager', faults, { clients, horizon: 100 })).filter((line) =>
        line.includes('lock'),
      );
    expect(run([]).filter((line) => line.includes('expire'))).toEqual([]);
    expect(run([{ kind: 'clock', node: 'A', at: 0, rate: 0.25 }])).toContain('31 lock expire A');
  });
});

describe('a partition', () => {
  const between = ['A', 'store'];

  test('from the first named alone lets answers through, and nothing that is asked', () => {
    const cut = { kind: 'partition', between, at: 50, for: 100, direction: 'from-first' };
    const lines = told(documentOf('lease-manager', [cut]));
    expect(lines).toContain('102 store lose');
    expect(lines.filter((line) => line.includes('write'))).toEqual([]);
    const other = { ...cut, between: ['store', 'A'] };
    expect(told(documentOf('lease-manager', [other]))).toEqual(
      expect.arrayContaining(['103 store write A accepted', '103 A lose']),
    );
  });

  test('may be told to who sends', () => {
    const cut = { kind: 'partition', between: ['B', 'lock'], at: 20, for: 100 };
    expect(told(documentOf('lease-manager', [cut]))).not.toContain('41 B abandon B');
    expect(told(documentOf('lease-manager', [{ ...cut, sender: 'told' }]))).toContain('41 B abandon B');
  });
});

describe('a message named in a document', () => {
  const script = (value: string) => [{ op: 'acquire', ttl: 500 }, { op: 'write', value }, { op: 'release' }];
  const clients = [{ id: 'A', script: script('a') }];
  const lines = (fault: Fields) => told(documentOf('lease-manager', [fault], { clients, horizon: 400 }));

  test('may arrive twice: a write is applied twice', () => {
    const twice = lines({ kind: 'duplicate', message: 'A>store#1', by: 50 });
    expect(twice.filter((line) => line.includes('store write'))).toEqual([
      '3 store write A accepted',
      '53 store write A accepted',
    ]);
    expect(twice).toContain('2 A duplicate');
  });

  test('may be applied and its answer lost, with or without an error', () => {
    const silent = lines({ kind: 'lose-answer', message: 'A>store#1' });
    expect(silent).toEqual(['1 lock grant A', '3 store write A accepted', '3 A lose']);
    const told = lines({ kind: 'lose-answer', message: 'A>store#1', sender: 'told' });
    expect(told.slice(0, 2)).toEqual(['1 lock grant A', '3 store write A accepted']);
    expect(told.filter((line) => line.includes('lose'))).toEqual([]);
  });

  test('may be lost and its sender told', () => {
    const asked = lines({ kind: 'lose', message: 'A>lock#1', sender: 'told' });
    expect(asked).toEqual(['0 lock lose', '1 A abandon A']);
  });
});

describe('a link in a document', () => {
  const links = (how: Fields) => ({ links: [{ between: ['A', 'lock'], latency: 1, ...how }] });

  test('may lose messages and double them', () => {
    expect(told(documentOf('lease-manager', [], links({ loss: 1 })))).toContain('0 lock lose');
    expect(told(documentOf('lease-manager', [], links({ duplicate: 1 })))).toEqual(
      expect.arrayContaining(['0 A duplicate', '1 lock grant A', '1 lock refuse A acquire']),
    );
  });

  test('may keep the order of its messages', () => {
    expect(problems(documentOf('lease-manager', [], links({ jitter: 20, fifo: true })))).toEqual([]);
  });

  test.each([
    [{ loss: 1.5 }, 'links.0.loss: must be from 0 to 1'],
    [{ duplicate: -0.1 }, 'links.0.duplicate: must be from 0 to 1'],
    [{ fifo: 'yes' }, 'links.0.fifo: must be true or false'],
  ])('has no other values: %o', (how, told) => {
    expect(problems(documentOf('lease-manager', [], links(how)))).toEqual([told]);
  });
});

test('random runs refuse what they do not know, by name', () => {
  const faults = (list: readonly Fields[]) => bodyModel(documentOf('lease-manager', list));
  const run = (model: Model) => new RandomRuns(model).run(1, model.timedFaults, model.messageFaults);
  expect(() => run(faults([{ kind: 'slow', node: 'A', at: 1, by: 1 }]))).toThrow(
    'random runs know no fault "slow"',
  );
  expect(() => run(faults([{ kind: 'clock', node: 'lock', at: 1, by: 5 }]))).toThrow(
    'random runs know no fault "clock"',
  );
  expect(() => run(faults([{ kind: 'duplicate', message: 'A>lock#1', by: 1 }]))).toThrow(
    'random runs know no fault "duplicate" of a message',
  );
  const links = [{ between: ['A', 'lock'], latency: 1, duplicate: 0.5 }];
  expect(() => run(bodyModel(documentOf('lease-manager', [], { links })))).toThrow(
    'random runs know no links that double or order messages',
  );
  expect(run(faults([])).events).toBeGreaterThan(5);
});
