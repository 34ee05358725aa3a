import { describe, expect, test } from 'vitest';
import type { Entry } from '../engine/trace.ts';
import { playConfiguration, type PlayedRun } from './play-scenario.ts';
import { readScenario } from './scenario.ts';
import './services/all-services.ts';

/** Small scenarios around one store, each with what goes wrong and, where there is one, its corrected twin. */
type Json = Readonly<Record<string, unknown>>;

const TTL = 10_000;
const acquire = { op: 'acquire', ttl: TTL };
const sleep = (ms: number) => ({ op: 'sleep', for: ms });
const work = (ms: number) => ({ op: 'work', for: ms });
const write = (value: string, more: Json = {}) => ({ op: 'write', value, ...more });
const read = { op: 'read' };
const release = { op: 'release' };

function documentOf(store: Json, clients: Readonly<Record<string, readonly unknown[]>>, more: Json = {}) {
  return {
    format: 'fenceline-scenario',
    version: 1,
    id: 'stores',
    horizon: 60_000,
    configurations: [{ id: 'one', set: {} }],
    service: { kind: 'lease-manager' },
    stores: [store],
    clients: Object.entries(clients).map(([id, [start, ...script]]) => ({ id, start, script })),
    ...more,
  };
}

function played(...of: Parameters<typeof documentOf>): PlayedRun {
  const read = readScenario(documentOf(...of));
  const run = read.ok ? playConfiguration(read.value, 'one', {}) : read;
  if (!run.ok) throw new Error(JSON.stringify(run.problems));
  return run.value;
}

function problems(...of: Parameters<typeof documentOf>): readonly string[] {
  const read = readScenario(documentOf(...of));
  return read.ok ? [] : read.problems.map(({ where, what }) => `${where}: ${what}`);
}

const outcome = ({ run }: PlayedRun): string => run.verdict.outcome;
const kinds = ({ run }: PlayedRun): readonly string[] => run.verdict.findings.map(({ kind }) => kind);
const entries = ({ run }: PlayedRun, ev: string): readonly Entry[] =>
  run.entries.filter((entry) => entry.ev === ev);
const writes = (one: PlayedRun): readonly string[] =>
  entries(one, 'write').map((entry) =>
    [entry.client, entry.op, entry.value, entry.outcome, entry.reason]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  );
/** The value that a record was left with, as the trace tells it. */
const finalValue = (one: PlayedRun): string | undefined =>
  entries(one, 'write').findLast((entry) => entry.outcome === 'accepted')?.value;

describe('check, then apply, with time between the two', () => {
  const crossing = {
    A: [0, acquire, work(9800), write('by-a')],
    B: [10_000, acquire, write('by-b'), release],
  } as const;
  const inTwo = { steps: { kind: 'check-then-apply', gap: 600 } };

  test.each(['check-then-write', 'epoch-sink', 'authoritative', 'fenced-at-takeover', 'strictly-fenced'])(
    '%s: a write that passed its check lands after the takeover',
    (kind) => {
      const one = played({ kind, ...inTwo }, crossing);
      expect(entries(one, 'check').map(({ client, t }) => `${String(client)} ${String(t)}`)).toContain(
        'A 9800000',
      );
      const late = entries(one, 'write').find(({ client }) => client === 'A');
      expect(late).toMatchObject({
        t: 10_400_000,
        outcome: 'accepted',
        message: 'A>store#1',
        sent: 9_800_000,
      });
      expect(kinds(one)).toContain('stale-write-accepted');
      expect(outcome(one)).toBe('corrupted');
    },
  );

  test.each(['check-then-write', 'authoritative', 'fenced-at-takeover'])(
    '%s: in one step it is right',
    (kind) => {
      const one = played({ kind }, crossing);
      expect(writes(one)).toEqual(['A by-a accepted', 'B by-b accepted']);
      expect(outcome(one)).toBe('safe');
    },
  );

  test('what is refused at the check is refused at once', () => {
    const one = played(
      { kind: 'check-then-write', ...inTwo },
      { A: [0, acquire, sleep(10_100), write('by-a')], B: [10_000, acquire, work(2000), write('by-b')] },
    );
    expect(entries(one, 'write').map(({ client, t, outcome }) => [client, t, outcome])).toEqual([
      ['A', 10_100_000, 'rejected'],
      ['B', 12_600_000, 'accepted'],
    ]);
    expect(outcome(one)).toBe('fenced');
  });

  test('the check counts the version too: of two that read one version both pass', () => {
    const clients = {
      A: [0, read, sleep(200), write('by-a', { token: 'none' })],
      B: [100, read, sleep(200), write('by-b', { token: 'none' })],
    } as const;
    const free = { service: { kind: 'lease-manager' } };
    expect(kinds(played({ kind: 'compare-and-set', ...inTwo }, clients, free))).toContain('lost-update');
    const one = played({ kind: 'compare-and-set' }, clients, free);
    expect(writes(one)).toEqual(['A by-a accepted', 'B by-b rejected other-version']);
    expect(kinds(one)).not.toContain('lost-update');
  });

  test('operations may take their own time between the two: one that is checked first is applied last', () => {
    const slow = {
      A: [0, acquire, sleep(9000), write('by-a', { operation: 'import' })],
      B: [10_200, acquire, sleep(500), write('by-b')],
    } as const;
    const kind = 'check-then-write';
    const operations = { import: kind };
    const store = (gaps: Json) => ({ kind, operations, steps: { ...inTwo.steps, gap: 100, gaps } });
    const gaps = (ms: number) => played(store({ import: ms }), slow);
    expect(writes(gaps(3000))).toEqual(['B by-b accepted', 'A import by-a accepted']);
    expect(writes(gaps(500))).toEqual(['A import by-a accepted', 'B by-b accepted']);
    expect(problems(store({ export: 1 }), slow)).toEqual([
      'stores.0.steps.gaps.export: "export" is not an operation of "store"; it must be one of write, add, delete, import',
    ]);
  });

  test('a store that crashes between the two loses the write', () => {
    const one = played(
      { kind: 'check-then-write', ...inTwo },
      { A: [0, acquire, write('by-a')] },
      { faults: [{ kind: 'crash', node: 'store', at: 300 }] },
    );
    expect(writes(one)).toEqual([]);
    expect(entries(one, 'lose')).toMatchObject([
      { actor: 'store', message: 'A>store#1', reason: 'unfinished' },
    ]);
  });

  test('the second step waits while the store is paused', () => {
    const one = played(
      { kind: 'check-then-write', ...inTwo },
      { A: [0, acquire, write('by-a')] },
      { faults: [{ kind: 'pause', node: 'store', at: 300, for: 2000 }] },
    );
    expect(entries(one, 'write')).toMatchObject([{ t: 2_300_000, outcome: 'accepted' }]);
  });
});

describe('two statements: the write, then the fence', () => {
  const store = (gap: number | null) => ({
    kind: 'conditional-update',
    records: { used: '100' },
    fences: { lock: 0 },
    ...(gap === null ? {} : { steps: { kind: 'apply-then-fence', gap } }),
  });
  const add = { op: 'write', record: 'used', add: 10 };
  // B has taken the key over; A comes back between B's two statements.
  const clients = { A: [0, acquire, sleep(11_300), add], B: [10_000, acquire, sleep(1000), add] } as const;

  test('between them an older token still passes', () => {
    const one = played(store(500), clients);
    expect(writes(one)).toEqual(['B add 110 accepted', 'A add 120 accepted']);
    // The older token leaves the fence where the newer one has put it.
    expect(entries(one, 'fence').map(({ client, token, fence, t }) => [client, token, fence, t])).toEqual([
      ['B', 2, 2, 11_500_000],
    ]);
    expect(outcome(one)).toBe('corrupted');
  });

  test('in one statement it does not', () => {
    const one = played(store(null), clients);
    expect(writes(one)).toEqual(['B add 110 accepted', 'A add rejected no-rows']);
    expect(outcome(one)).toBe('fenced');
  });

  test('the second can fail after the first took effect', () => {
    const restart = (at: number) => ({
      faults: [{ kind: 'restart', node: 'store', at }],
    });
    // A restart between the two: the difference is there, the fence is not.
    const between = played(store(500), clients, restart(11_100));
    expect(writes(between)).toEqual(['B add 110 accepted', 'A add 120 accepted']);
    expect(entries(between, 'fence')).toMatchObject([{ client: 'A', fence: 1 }]);
    expect(outcome(played(store(null), clients, restart(11_100)))).toBe('fenced');
  });
});

describe('a fence that is raised by a message of its own', () => {
  const clients = {
    A: [0, acquire, sleep(10_300), write('by-a')],
    B: [10_000, acquire, work(2000), write('by-b')],
  } as const;
  const links = { links: [{ between: ['lock', 'store'], latency: 500 }] };

  test('leaves a gap after the grant', () => {
    const one = played({ kind: 'fenced-at-takeover', raise: 'message' }, clients, links);
    expect(entries(one, 'fence').map(({ t, fence, message }) => [t, fence, message])).toEqual([
      [500_000, 1, 'lock>store#1'],
      [10_500_000, 2, 'lock>store#2'],
    ]);
    expect(writes(one)).toEqual(['A by-a accepted', 'B by-b accepted']);
    expect(outcome(one)).toBe('corrupted');
  });

  test('is never raised where the message is lost, and nobody takes that for a lost grant', () => {
    const lost = { ...links, faults: [{ kind: 'lose', message: 'lock>store#2' }] };
    const one = played({ kind: 'fenced-at-takeover', raise: 'message' }, clients, lost);
    expect(entries(one, 'fence').map(({ fence }) => fence)).toEqual([1]);
    expect(outcome(one)).toBe('corrupted');
    expect(kinds(one)).not.toContain('leaked-lease');
  });

  test('in the step of the grant there is no gap', () => {
    const one = played({ kind: 'fenced-at-takeover', raise: 'same-step' }, clients, links);
    expect(writes(one)).toEqual(['A by-a rejected stale-token', 'B by-b accepted']);
    expect(outcome(one)).toBe('fenced');
  });
});

describe('compare and set', () => {
  test('stops a write that was computed from an old value', () => {
    const clients = {
      A: [0, acquire, read, sleep(11_000), write('by-a')],
      B: [10_000, acquire, read, write('by-b')],
    } as const;
    const one = played({ kind: 'compare-and-set' }, clients);
    expect(writes(one)).toEqual(['B by-b accepted', 'A by-a rejected other-version']);
    expect(outcome(one)).toBe('fenced');
    expect(kinds(played({ kind: 'naive' }, clients))).toContain('lost-update');
  });

  test('lets a stale writer pass that has read again', () => {
    const one = played(
      { kind: 'compare-and-set' },
      {
        A: [0, acquire, sleep(11_000), read, write('by-a')],
        B: [10_000, acquire, read, write('by-b')],
      },
    );
    expect(finalValue(one)).toBe('by-a');
    expect(outcome(one)).toBe('corrupted');
  });

  test('has nothing to compare for who has read nothing', () => {
    expect(writes(played({ kind: 'compare-and-set' }, { A: [0, acquire, write('by-a')] }))).toEqual([
      'A by-a rejected nothing-read',
    ]);
  });
});

describe('a conditional update', () => {
  const clients = {
    A: [0, acquire, write('a1', { record: 'row' }), write('a2', { record: 'row' })],
  } as const;

  test("drops the holder's own second write", () => {
    const one = played({ kind: 'conditional-update', records: { row: '' }, fences: { lock: 0 } }, clients);
    expect(writes(one)).toEqual(['A a1 accepted', 'A a2 rejected no-rows']);
    expect(outcome(one)).toBe('refused');
  });

  test.each([
    ['a row that is not there', { fences: { lock: 0 } }],
    ['a fence that is null', { records: { row: '' } }],
  ])('says the same of %s', (_what, more) => {
    expect(writes(played({ kind: 'conditional-update', ...more }, clients))[0]).toBe('A a1 rejected no-rows');
  });

  test('says the same of a row that was deleted', () => {
    const script = [
      0,
      acquire,
      { op: 'write', record: 'row', operation: 'delete' },
      write('a', { record: 'row', token: 2 }),
    ];
    const one = played(
      { kind: 'conditional-update', records: { row: 'x' }, fences: { lock: 0 } },
      { A: script },
    );
    expect(writes(one)).toEqual(['A delete accepted', 'A a rejected no-rows']);
  });
});

describe('fencing belongs to an operation', () => {
  const clients = (operation: string) => ({
    A: [0, acquire, sleep(12_000), { op: 'write', operation }],
    B: [10_000, acquire, write('by-b')],
  });

  test('a store that fences its writes and not its deletes loses the record to a zombie', () => {
    const one = played({ kind: 'fenced', operations: { delete: 'naive' } }, clients('delete'));
    expect(writes(one)).toEqual(['B by-b accepted', 'A delete accepted']);
    expect(outcome(one)).toBe('corrupted');
    const fenced = played({ kind: 'fenced' }, clients('delete'));
    expect(writes(fenced)).toEqual(['B by-b accepted', 'A delete rejected stale-token']);
    expect(outcome(fenced)).toBe('fenced');
  });

  test('an operation may have a name of its own', () => {
    const store = { kind: 'naive', operations: { append: 'authoritative' } };
    expect(writes(played(store, clients('append')))).toEqual([
      'B by-b accepted',
      'A append rejected other-token',
    ]);
  });

  test('an operation raised by grants raises the fence of its store', () => {
    const store = { kind: 'naive', operations: { append: 'fenced-at-takeover' } };
    expect(writes(played(store, clients('append')))).toEqual([
      'B by-b accepted',
      'A append rejected stale-token',
    ]);
  });
});

describe('what does not fit is told:', () => {
  const plain = { A: [0, acquire, write('a')] };
  const doing = (step: Json) => ({ A: [0, acquire, { op: 'write', ...step }] });
  test.each([
    [
      { kind: 'naive', raise: 'message' },
      plain,
      'stores.0.raise: grants do not raise a fence that is "naive"',
    ],
    [
      { kind: 'naive', steps: { kind: 'check-then-apply', gap: 1 } },
      plain,
      'stores.0.steps.kind: a "naive" store has nothing to check before it writes',
    ],
    [
      { kind: 'authoritative', steps: { kind: 'apply-then-fence', gap: 1 } },
      plain,
      'stores.0.steps.kind: "authoritative" writes no fence in a second statement',
    ],
    [
      { kind: 'naive', steps: { kind: 'three' } },
      plain,
      'stores.0.steps.kind: must have kind "one", "check-then-apply" or "apply-then-fence"',
    ],
    [
      { kind: 'naive', operations: { append: 'fenced' } },
      doing({ operation: 'prepend' }),
      'clients.0.script.1.operation: "prepend" is not an operation of "store"; it must be one of write, add, delete, append',
    ],
    [
      { kind: 'naive' },
      doing({ operation: 'add', value: 'x' }),
      'clients.0.script.1.operation: "add" needs a difference in "add"',
    ],
    [
      { kind: 'naive' },
      doing({ operation: 'write', add: 1 }),
      'clients.0.script.1.operation: "write" sets a value and takes no "add"',
    ],
    [
      { kind: 'naive' },
      doing({ operation: 'delete', value: 'x' }),
      'clients.0.script.1.operation: "delete" takes neither "value" nor "add"',
    ],
    [
      { kind: 'compare-and-set' },
      doing({ add: 1 }),
      'clients.0.script.1.add: a difference is computed from no version, which "compare-and-set" compares',
    ],
  ])('%j %j', (store, clients, problem) => {
    expect(problems(store, clients)).toEqual([problem]);
  });

  test('an operation that needs tokens at a service whose grants carry none', () => {
    const store = { kind: 'naive', operations: { append: 'fenced-at-takeover' } };
    expect(problems(store, plain, { service: { kind: 'redis' } })).toEqual([
      'stores.0.operations.append: "fenced-at-takeover" needs grants that carry a token: the standard lock with "token": "grant" at every client',
    ]);
  });
});

test('versions of one record in two stores are kept apart', () => {
  const stores = [
    { id: 'first', kind: 'naive' },
    { id: 'second', kind: 'naive' },
  ];
  const at = (store: string, value: string) => ({ op: 'write', store, value });
  const script = [
    0,
    acquire,
    at('first', '1'),
    at('first', '2'),
    { op: 'read', store: 'second' },
    at('second', 'x'),
    at('first', '3'),
  ];
  const one = played({ kind: 'naive' }, { A: script }, { stores });
  expect(entries(one, 'write').map(({ store, base }) => [store, base])).toEqual([
    ['first', undefined],
    ['first', 1],
    ['second', 0],
    ['first', 2],
  ]);
  expect(kinds(one)).toEqual([]);
});
