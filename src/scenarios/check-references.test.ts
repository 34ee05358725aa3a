import { describe, expect, test } from 'vitest';
import './services/all-services.ts';
import { playScenario } from './play-scenario.ts';
import { readScenario } from './scenario.ts';
import { serviceKinds } from './services/registry.ts';
import { storeRules } from '../machines/resource-store/stores/registry.ts';
import { STORE_KINDS } from '../machines/resource-store/stores/rule.ts';

type Fields = { readonly [field: string]: unknown };

/** A document of two clients at a service; `rest` replaces its fields. */
function documentOf(service: Fields, clients: readonly Fields[], rest: Fields = {}): Fields {
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'small',
    horizon: 1000,
    configurations: [{ id: 'only', set: {} }],
    service: { id: 'lock', ...service },
    stores: [{ kind: 'naive' }],
    clients: clients.map((client) => ({ script: [{ op: 'acquire', ttl: 100 }], ...client })),
    ...rest,
  };
}

function problems(document: Fields): readonly string[] {
  const read = readScenario(document);
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

const PAIR = [
  { id: 'A', process: 'P' },
  { id: 'B', process: 'P' },
] as const;

describe('clients of one process', () => {
  test('are struck as one, by the name of the process', () => {
    const fault = (node: string) => ({ faults: [{ kind: 'pause', node, at: 5 }] });
    const service = { kind: 'redis' };
    expect(problems(documentOf(service, PAIR, fault('P')))).toEqual([]);
    expect(problems(documentOf(service, PAIR, fault('A')))).toEqual([
      'faults.0.node: "A" is a client of the process "P"; name the process',
    ]);
  });

  test('have links and messages as one', () => {
    const rest = {
      links: [{ between: ['B', 'lock'], latency: 1 }],
      faults: [{ kind: 'lose', message: 'A>lock#1' }],
    };
    expect(problems(documentOf({ kind: 'redis' }, PAIR, rest))).toEqual([
      'links.0.between: "B" is a client of the process "P"; name the process',
      'faults.0.message: "A" is a client of the process "P"; name the process',
    ]);
  });

  test('share a lock module, which cannot be two', () => {
    const [first, second] = PAIR;
    const clients = [
      { ...first, policies: { lock: { kind: 'redis', release: 'unchecked' } } },
      { ...second, policies: { lock: { kind: 'redis' } } },
    ];
    expect(problems(documentOf({ kind: 'redis' }, clients))).toEqual([
      'clients.1.policies.lock: must be as that of "A": one process has one lock module',
    ]);
  });
});

describe('what a module does not offer is told, never passed over:', () => {
  test('waiting, by an elector', () => {
    const policies = { acquire: { kind: 'block', retry: 5 } };
    expect(problems(documentOf({ kind: 'epoch-lease' }, [{ id: 'A', policies }]))).toEqual([
      'clients.0.policies.acquire.kind: "elector" does not ask again for a key; it must be once',
    ]);
  });

  test("a client's own watchdog, by a module that has one", () => {
    const policies = { renewal: { kind: 'watchdog' } };
    expect(problems(documentOf({ kind: 'redis' }, [{ id: 'A', policies }]))).toEqual([
      'clients.0.policies.renewal.kind: "redis" does not follow it; what it renews is its own choice',
    ]);
  });

  test('a token in the grant, for a store that is raised by it', () => {
    const rest = { stores: [{ kind: 'fenced-at-takeover' }] };
    expect(problems(documentOf({ kind: 'redis' }, [{ id: 'A' }], rest))).toEqual([
      'stores.0.kind: "fenced-at-takeover" needs grants that carry a token: the standard lock with "token": "grant" at every client',
    ]);
    const counted = { id: 'A', policies: { lock: { kind: 'standard', token: 'grant' } } };
    expect(problems(documentOf({ kind: 'redis' }, [counted], rest))).toEqual([]);
    expect(problems(documentOf({ kind: 'in-process' }, [{ id: 'A' }], rest))).toEqual([
      'stores.0.kind: "fenced-at-takeover" needs grants that carry a token, which those of "in-process" do not',
    ]);
    expect(problems(documentOf({ kind: 'etcd' }, [{ id: 'A' }], rest))).toEqual([]);
  });
});

describe.each(serviceKinds().map(({ kind }) => kind))('every store that may stand beside "%s"', (kind) => {
  test.each(STORE_KINDS)('plays on to the end: %s', (store) => {
    const script = [
      { op: 'acquire', ttl: 100 },
      { op: 'work', for: 50, unit: 'job' },
      { op: 'write', value: 'a' },
      { op: 'work', for: 500 },
      { op: 'write', value: 'b' },
    ];
    const rest = { stores: [{ kind: store, leaseKey: 'other' }] };
    const read = readScenario(documentOf({ kind }, [{ id: 'A', script }], rest));
    if (!read.ok) {
      const { raisedByGrant, readsLease } = storeRules[store];
      expect(raisedByGrant || (readsLease && kind === 'in-process')).toBe(true);
      return;
    }
    const played = playScenario(read.value, {});
    expect(played.ok && played.value.map(({ history }) => history.end)).toEqual(['over']);
  });
});
