import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const LEASES = ['grant', 'renew', 'expire', 'release', 'revoke', 'forget'];
const NODES = ['redlock-1', 'redlock-2', 'redlock-3', 'redlock-4', 'redlock-5'];

const usual = { kind: 'standard', request: { timeout: 50 } };

/** A locks at once and writes 10 s later; B asks at 2 s, and writes a second later. */
function run(
  parts: Fields,
  lock: Fields = {},
  more: { readonly a?: readonly Fields[]; readonly b?: Fields; readonly service?: Fields } = {},
) {
  const script = (ms: number, value: string) => [
    { op: 'acquire', ttl: 30_000 },
    { op: 'work', for: ms },
    { op: 'write', value },
    { op: 'release' },
  ];
  return shown(
    small({
      service: { kind: 'redlock', ...more.service },
      clients: [
        { id: 'A', policies: { lock: { ...usual, ...lock } }, script: more.a ?? script(10_000, 'a') },
        { id: 'B', start: 2000, policies: { lock: usual }, script: script(1000, 'b'), ...more.b },
      ],
      ...parts,
    }),
  );
}

/** A node that one client does not reach, from a time on. */
const cut = (client: string, node: string, at = 0, ms?: number) => ({
  kind: 'partition',
  between: [client, node],
  at,
  ...(ms === undefined ? {} : { for: ms }),
});

describe('a Redlock', () => {
  test('is had by a majority, for the TTL less what has passed and the drift', () => {
    const alone = run({}, {}, { b: { script: [] } });
    expect(alone.told(...LEASES)).toEqual(['2 A grant', '10005 redlock-3 release A']);
    const grant = alone.entries.find(({ ev }) => ev === 'grant');
    // Counted from before the attempt: 30 s less 1 % and 2 ms.
    expect(grant?.expires).toBe(29_698_000);
    expect(alone.word).toBe('safe');
  });

  test('refuses a second client, whose attempt is undone on every node', () => {
    const both = run({}, {}, { b: { policies: { lock: usual, acquire: { kind: 'block', retry: 300 } } } });
    expect(both.told('grant')).toEqual(['2 A grant', expect.stringMatching(/^10\d\d\d B grant$/)]);
    expect(both.word).toBe('safe');
  });

  test('asked for at once by two leaves no overlap: each has some nodes, undoes them, and tries again', () => {
    const slow = (client: string, nodes: readonly string[]) =>
      nodes.map((node) => ({ between: [client, node], latency: 20 }));
    const contend = (start: number) =>
      run(
        { links: [...slow('A', NODES.slice(0, 2)), ...slow('B', NODES.slice(2))] },
        {},
        {
          a: [{ op: 'acquire', ttl: 5000 }, { op: 'release' }],
          b: {
            start,
            policies: { lock: usual, acquire: { kind: 'block', retry: 700 } },
            script: [{ op: 'acquire', ttl: 5000 }, { op: 'release' }],
          },
        },
      );
    const all = contend(0);
    expect(all.word).toBe('safe');
    const undone = all.entries.filter(({ op, client }) => op === 'copy-release' && client === 'B');
    expect(undone.length).toBeGreaterThan(2);
    expect(all.told('grant').map((line) => line.split(' ')[1])).toEqual(['A', 'B']);
  });

  test('is had where a minority of nodes is down, and not where a majority is', () => {
    const down = (...nodes: readonly string[]) => ({
      faults: nodes.map((node) => ({ kind: 'crash', node, at: 0 })),
    });
    expect(run(down('redlock-1', 'redlock-2')).told('grant')[0]).toBe('2 A grant');
    const dead = run(down('redlock-1', 'redlock-2', 'redlock-3'));
    expect(dead.told('grant', 'abandon')).toEqual(['50 A abandon unavailable', '2050 B abandon unavailable']);
  });

  test('is renewed by a majority', () => {
    const renewed = run(
      {
        faults: [
          { kind: 'crash', node: 'redlock-1', at: 5000 },
          { kind: 'crash', node: 'redlock-2', at: 5000 },
        ],
      },
      { renewal: { kind: 'watchdog' } },
      { a: [{ op: 'acquire', ttl: 3000 }, { op: 'work', for: 7500 }, { op: 'release' }], b: { script: [] } },
    );
    expect(renewed.told('grant', 'renew', 'release').map((line) => line.split(' ')[0])).toEqual([
      '2',
      ...[1, 2, 3, 4, 5, 6, 7].map((second) => `${String(second)}004`),
      '7503',
    ]);
    expect(renewed.word).toBe('safe');
  });

  test('whose renewal finds no majority any more tells its holder', () => {
    const restarts = ['redlock-1', 'redlock-2', 'redlock-3'].map((node) => ({
      kind: 'restart',
      node,
      at: 4500,
      data: 'lost',
    }));
    const lost = run({ faults: restarts }, { renewal: { kind: 'watchdog', interval: 1000 } });
    expect(lost.told('forget')).toEqual(['4500 redlock-3 forget A']);
    expect(lost.told('believe')).toContainEqual(
      expect.stringMatching(/^500\d A believe false renewal-refused$/),
    );
  });

  test('runs out on the nodes after its promised end', () => {
    const crashed = run(
      { faults: [{ kind: 'crash', node: 'A', at: 1000 }] },
      {},
      { b: { policies: { lock: usual, acquire: { kind: 'block', retry: 100 } } } },
    );
    expect(crashed.told('grant', 'expire', 'forget')).toEqual([
      '2 A grant',
      '30001 redlock-3 expire A',
      expect.stringMatching(/^30\d\d\d B grant$/),
    ]);
    expect(crashed.word).toBe('safe');
  });
});

describe('two majorities (S5.21)', () => {
  /** A does not reach two of the nodes, so that it has exactly three. */
  const three = [cut('A', 'redlock-4'), cut('A', 'redlock-5')];

  test('where the first holder had exactly three nodes and one restarts without its data', () => {
    const restart = { kind: 'restart', node: 'redlock-3', at: 1000, data: 'lost' };
    const lost = run({ faults: [...three, restart] });
    expect(lost.told('grant', 'forget')).toEqual(['2 A grant', '1000 redlock-3 forget A', '2002 B grant']);
    expect(lost.word).toBe('corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted');
    // With all five, one node less is still a majority.
    expect(run({ faults: [restart] }).word).toBe('safe');
    const kept = run({ faults: [...three, { ...restart, data: 'kept' }] });
    expect(kept.word).toBe('safe');
  });

  test('where the clock of one of exactly three jumps', () => {
    const jump = { kind: 'clock', node: 'redlock-3', at: 1000, by: 31_000 };
    const lost = run({ faults: [...three, jump] });
    expect(lost.told('grant', 'forget', 'expire').slice(0, 3)).toEqual([
      '2 A grant',
      '1000 redlock-3 forget A',
      '2002 B grant',
    ]);
    expect(lost.word).toBe('corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted');
    expect(run({ faults: [jump] }).word).toBe('safe');
  });

  test('where one of exactly three runs out of memory', () => {
    const evicted = { kind: 'evict', node: 'redlock-3', at: 1000 };
    expect(run({ faults: [...three, evicted] }).told('grant', 'forget')).toEqual([
      '2 A grant',
      '1000 redlock-3 forget A',
      '2002 B grant',
    ]);
    expect(run({ faults: [evicted] }).word).toBe('safe');
  });

  test('a client that pauses after the majority writes when its lease is over', () => {
    const pause = { kind: 'pause', node: 'A', at: 1000, for: 35_000 };
    const b = { start: 31_000 };
    const stale = run({ faults: [pause] }, {}, { b });
    expect(stale.word).toBe('corrupted: overlapping-beliefs, stale-write-accepted');
    // Nothing of that is the locks' fault: no two leases were good at once.
    expect(stale.findings).not.toContain('overlapping-leases');
  });

  test('a client that is paused before it counts its answers does not take what is over', () => {
    const pause = { kind: 'pause', node: 'A', at: 1, for: 35_000 };
    const late = run({ faults: [pause] }, {}, { b: { start: 31_000 } });
    expect(late.told('grant')).toEqual(['31002 B grant']);
    expect(late.told('abandon')).toEqual([expect.stringMatching(/^3500\d A abandon held$/)]);
  });
});

describe('a token for a Redlock', () => {
  const tokens = (service: Fields, faults: readonly Fields[]) =>
    run(
      { stores: [{ kind: 'fenced' }], faults },
      { token: 'counter' },
      {
        service,
        a: [{ op: 'acquire', ttl: 5000 }, { op: 'write', value: 'a' }, { op: 'release' }],
        b: { policies: { lock: { ...usual, token: 'counter' } } },
      },
    ).told('write');

  test('comes from a counter at its first node, and begins again when that has lost it', () => {
    const restart = { kind: 'restart', node: 'redlock-1', at: 1000, data: 'lost' };
    expect(tokens({}, [])).toEqual(['5 store write A accepted 1', expect.stringMatching(/B accepted 2$/)]);
    expect(tokens({}, [restart])[1]).toMatch(/B accepted 1$/);
    expect(tokens({ counter: 'own-node' }, [restart])[1]).toMatch(/B accepted 2$/);
  });
});

test('a store can look at what a majority has', () => {
  const stores = [{ kind: 'check-then-write' }];
  const seen = run({ stores }, {}, { b: { script: [] } });
  expect(seen.told('write')[0]).toMatch(/A (accepted|rejected)/);
});

describe('a client that asks whether it still holds (C07)', () => {
  /** A asks 5 s after its grant, of 8 s; the fifth node answers 10 s later. */
  const asked = (checkCounts: string) =>
    run(
      { faults: [{ kind: 'slow', node: 'redlock-5', at: 4000, for: 2000, by: 10_000 }] },
      { request: undefined },
      {
        service: { checkCounts, drift: { factor: 0, plus: 0 } },
        a: [
          { op: 'acquire', ttl: 8000 },
          { op: 'work', for: 5000 },
          { op: 'check' },
          { op: 'write', value: 'a' },
        ],
        b: { script: [] },
      },
    );

  test('has its answer as a majority agrees', () => {
    const early = asked('at-majority');
    expect(early.told('write')).toEqual(['5005 store write A accepted']);
    expect(early.word).toBe('safe');
  });

  test('or, where it waits for all of them, takes votes that are old by then', () => {
    const late = asked('when-all-answered');
    expect(late.told('write')).toEqual(['15005 store write A accepted']);
    expect(late.word).toBe('at-risk: stale-write-accepted');
  });
});

test('what does not fit is a problem', () => {
  const clients = [{ id: 'redlock', script: [] }];
  const service = { kind: 'redlock' };
  expect(problemsOf(small({ service, clients }))).toEqual([
    'clients.0.id: "redlock" is the id of service.id already',
  ]);
  const fault = { kind: 'crash', node: 'redlock', at: 1 };
  const one = [{ id: 'A', script: [] }];
  expect(problemsOf(small({ service, clients: one, faults: [fault] }))).toEqual([
    'faults.0.node: "redlock" takes no part; it must be one of redlock-1, redlock-2, redlock-3, redlock-4, redlock-5, store, A',
  ]);
  expect(problemsOf(small({ service: { ...service, nodes: 4 }, clients: one }))).toEqual([
    'service.nodes: must be 3 or 5',
  ]);
});
