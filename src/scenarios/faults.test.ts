import { describe, expect, test } from 'vitest';
import './services/all-services.ts';
import type { Entry } from '../engine/trace.ts';
import { playScenario } from './play-scenario.ts';
import { readScenario } from './scenario.ts';

type Fields = { readonly [field: string]: unknown };

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
    clients: [
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
    ],
    faults,
    ...rest,
  };
}

function problems(document: Fields): readonly string[] {
  const read = readScenario(document);
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

/** Entries of the only configuration of a document that must be good. */
function played(document: Fields): readonly Entry[] {
  const read = readScenario(document);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const runs = playScenario(read.value, {});
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
