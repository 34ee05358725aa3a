import { describe, expect, test } from 'vitest';
import './services/all-services.ts';
import { problemsOf, shown, small } from './testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const read = { op: 'read', store: 'cache' };
const clear = { op: 'write', store: 'cache', operation: 'clear' };
const acquire = { op: 'acquire', ttl: 10_000 };
const reader = (id: string, start: number, ...script: Fields[]) => ({ id, start, script });

/** A store with a value, a cache before it, and a writer that commits at 1 s and clears the cache. */
const cached = (readers: readonly Fields[], more: Fields = {}) =>
  small({
    service: { kind: 'lease-manager' },
    stores: [{ kind: 'fenced', records: { record: 'old' } }],
    caches: [{}],
    clients: [
      {
        id: 'W',
        start: 1000,
        script: [acquire, { op: 'write', value: 'new' }, clear, { op: 'release' }],
      },
      ...readers,
    ],
    ...more,
  });

const valuesRead = (document: Fields): readonly string[] =>
  shown(document)
    .entries.filter(({ ev, client }) => (ev === 'read' || ev === 'fill') && client !== 'W')
    .map(({ ev, actor, client, value }) => `${String(client)} ${ev} ${actor} ${String(value)}`);

describe('a cache', () => {
  test('reads what it does not hold from its store, and answers the next reader by itself', () => {
    const one = cached([reader('A', 0, read), reader('B', 100, read)]);
    expect(valuesRead(one)).toEqual(['A read store old', 'A fill cache old', 'B read cache old']);
  });

  test('that was cleared after the commit holds the new value from the next read on', () => {
    const one = cached([reader('A', 0, read), reader('B', 2000, read), reader('C', 3000, read)]);
    expect(valuesRead(one).slice(2)).toEqual(['B read store new', 'B fill cache new', 'C read cache new']);
    expect(shown(one).outcome).toBe('safe');
  });

  test('filled by a read from before the commit stays stale after the clearing: reads take no lock', () => {
    // The store answers A before W commits; the answer is on its way while W clears the cache.
    const late = { links: [{ between: ['cache', 'store'], latency: 600 }] };
    const one = cached([reader('A', 200, read), reader('B', 3000, read)], late);
    expect(valuesRead(one)).toEqual(['A read store old', 'A fill cache old', 'B read cache old']);
    const { entries, outcome } = shown(one);
    const [cleared, filled] = ['clear', 'fill'].map((kind) => entries.findIndex(({ ev }) => ev === kind));
    expect(cleared).toBeLessThan(filled ?? -1);
    expect(entries.findLast(({ ev }) => ev === 'write')?.value).toBe('new');
    // No finding: no lock property is broken, and nothing was lost.
    expect(outcome).toBe('safe');
  });

  test('says which version of its store it tells: a write computed from a stale one is a lost update', () => {
    const late = { links: [{ between: ['cache', 'store'], latency: 600 }] };
    const writer = reader('B', 3000, acquire, read, { op: 'write', value: 'from-stale' });
    const one = shown(cached([reader('A', 200, read), writer], late));
    expect(one.findings).toContain('lost-update');
    const compared = { stores: [{ kind: 'compare-and-set', records: { record: 'old' } }] };
    const first = { op: 'read' };
    const safe = cached([reader('A', 200, read), writer], {
      ...late,
      ...compared,
      clients: [
        {
          id: 'W',
          start: 1000,
          script: [acquire, first, { op: 'write', value: 'new' }, clear, { op: 'release' }],
        },
        reader('A', 200, read),
        writer,
      ],
    });
    expect(shown(safe).told('write').at(-1)).toContain('rejected');
  });

  test('is memory: a crash empties it', () => {
    const restart = { faults: [{ kind: 'restart', node: 'cache', at: 500 }] };
    const one = cached([reader('A', 0, read), reader('B', 600, read)], restart);
    expect(valuesRead(one)).toEqual([
      'A read store old',
      'A fill cache old',
      'B read store old',
      'B fill cache old',
    ]);
  });

  test('passes on that its store refuses', () => {
    const refusing = { faults: [{ kind: 'refuse', node: 'store', at: 0, for: 500 }] };
    const one = cached([reader('A', 100, read, read), reader('B', 600, read)], refusing);
    expect(valuesRead(one)).toEqual(['B read store old', 'B fill cache old']);
  });
});

describe('of caches is told:', () => {
  const wrong = (more: Fields, script: readonly Fields[] = [read]): readonly string[] =>
    problemsOf(cached([reader('A', 0, ...script)], more));
  test.each([
    [wrong({ caches: [{ of: 'cache' }] }), 'caches.0.of: "cache" is not a store; it must be one of store'],
    [wrong({ caches: [{ id: 'store' }] }), 'caches.0.id: "store" is the id of stores.0.id already'],
    [
      wrong({}, [{ op: 'write', store: 'cache', value: 'x' }]),
      'clients.1.script.0.operation: "cache" is a cache; it must be "clear"',
    ],
    [
      wrong({}, [{ ...clear, value: 'x' }]),
      'clients.1.script.0.operation: "clear" takes neither "value" nor "add"',
    ],
  ])('%j', (problems, told) => {
    expect(problems).toContain(told);
  });
});
