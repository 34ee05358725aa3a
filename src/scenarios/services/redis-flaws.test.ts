import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const acquire = { op: 'acquire', ttl: 30_000 };
const release = { op: 'release' };
const work = (ms: number) => ({ op: 'work', for: ms });
const write = (value: string) => ({ op: 'write', value });
const waits = { acquire: { kind: 'block', retry: 500 } };

/** Clients of a Redis; the lock module of each with these choices. */
function run(lock: Fields, clients: readonly Fields[], parts: Fields = {}) {
  const policies = { lock: { kind: 'redis', ...lock } };
  return shown(
    small({
      service: { kind: 'redis' },
      clients: clients.map((client) => ({
        ...client,
        policies: { ...policies, ...(client['policies'] as Fields | undefined) },
      })),
      ...parts,
    }),
  );
}

describe('lock and expiry in two commands (S5.23)', () => {
  const crash = { kind: 'crash', node: 'P1', at: 1 };
  const crashed = (how: string) =>
    run(
      { acquire: how, watchdog: 'none' },
      [
        { id: 'P1', script: [acquire, work(1000), release] },
        { id: 'P2', start: 1000, policies: waits, script: [acquire, release] },
      ],
      { faults: [crash] },
    );

  test('leave a key without an end where the holder dies between them', () => {
    expect(crashed('two-commands').told('grant', 'renew')).toEqual(['1 redis grant P1']);
    expect(crashed('two-commands').word).toBe('blocked: leaked-lease, starvation');
  });

  test('are one command otherwise: free at its end', () => {
    expect(crashed('one-command').told('grant', 'expire').slice(0, 2)).toEqual([
      '1 redis grant P1',
      '30001 redis expire P1',
    ]);
    expect(crashed('one-command').word).toBe('safe');
  });

  test('both are sent where nothing is in the way', () => {
    const alone = run({ acquire: 'two-commands' }, [{ id: 'P1', script: [acquire, work(1000), release] }]);
    expect(alone.told('grant', 'renew', 'release')).toEqual([
      '1 redis grant P1',
      '3 redis renew P1',
      '1005 redis release P1',
    ]);
  });
});

describe('records of one process (S5.9)', () => {
  const shared = (records: string) =>
    run({ records, watchdog: 'none' }, [
      { id: 'g1', process: 'P', script: [acquire, work(40_000), release] },
      { id: 'g2', process: 'P', start: 31_000, script: [acquire, work(20_000), write('g2')] },
      { id: 'Q', start: 42_000, script: [acquire, write('q')] },
    ]);

  test("that are kept by key alone let one worker delete another's lock", () => {
    expect(shared('by-key').told('revoke')).toEqual(['40003 redis revoke g2 by g1']);
    expect(shared('by-key').findings).toContain('wrong-release');
  });

  test('that are kept by worker, too, do not', () => {
    expect(shared('by-worker').told('revoke')).toEqual([]);
    expect(shared('by-worker').findings).not.toContain('wrong-release');
  });
});

describe('a renewal that finds the key gone (S5.10)', () => {
  const evicted = (loss: string) =>
    run({ loss }, [{ id: 'P1', script: [acquire, work(25_000), write('late')] }], {
      faults: [{ kind: 'evict', node: 'redis', at: 5000 }],
    });

  const renewals = ({ entries }: ReturnType<typeof evicted>): number =>
    entries.filter(({ ev, body }) => {
      const { type } = (body ?? {}) as { readonly type?: string };
      return ev === 'send' && type === 'pexpire-if';
    }).length;

  test('is ignored: the loop runs on for a lock that is lost, and the holder writes', () => {
    const ignored = evicted('ignored');
    expect(ignored.told('believe')).toEqual(['2 P1 believe true']);
    expect(renewals(ignored)).toBe(5);
    expect(ignored.told('write')).toHaveLength(1);
  });

  test('is told: the holder stops, and so does the loop', () => {
    const told = evicted('told');
    expect(told.told('believe')).toEqual(['2 P1 believe true', '10004 P1 believe false renewal-refused']);
    expect(told.told('write')).toEqual([]);
    expect(renewals(told)).toBe(1);
  });
});

describe('an owner that is the same for all of a process (S5.18)', () => {
  const nested = { ...acquire, reentrant: true };
  const both = (owner: string) =>
    run({ owner }, [
      { id: 'g1', process: 'P', script: [nested, work(5000), write('g1'), release] },
      { id: 'g2', process: 'P', start: 1000, script: [nested, work(1000), write('g2'), release] },
    ]);

  test('lets any of its workers in', () => {
    expect(both('same-for-all').told('believe').slice(0, 2)).toEqual([
      '2 g1 believe true',
      '1000 g2 believe true',
    ]);
    expect(both('same-for-all').findings).toContain('overlapping-beliefs');
    // The one who was let in was never granted the key.
    expect(both('same-for-all').outcome).toBe('corrupted');
  });

  test('is each worker by itself otherwise', () => {
    expect(both('worker').told('abandon')).toEqual(['1002 g2 abandon held']);
    expect(both('worker').word).toBe('safe');
  });
});

describe('two workers unlock at once (S5.29)', () => {
  const both = (closing: string) =>
    run({ closing, owner: 'same-for-all' }, [
      { id: 'g1', process: 'P', script: [acquire, work(5000), release, work(1000), write('on')] },
      { id: 'g2', process: 'P', start: 5002, script: [release] },
    ]);

  test('and the second closes a closed channel: the process crashes', () => {
    const crashed = both('after-the-answer');
    expect(crashed.told('crash')).toEqual(['5004 g1 crash', '5004 g2 crash']);
    expect(crashed.told('write')).toEqual([]);
  });

  test('and the second finds nothing where the record goes first', () => {
    const fine = both('first');
    expect(fine.told('crash')).toEqual([]);
    expect(fine.told('write')).toHaveLength(1);
  });
});

describe('no lock at all (S5.31)', () => {
  const both = (lock: Fields, token = 'granted') =>
    shown(
      small({
        service: { kind: 'redis' },
        stores: [{ kind: 'fenced' }],
        clients: ['A', 'B'].map((id, index) => ({
          id,
          start: index * 100,
          policies: { lock, ...waits },
          script: [
            acquire,
            ...(lock['kind'] === 'redis' ? [{ op: 'fence' }] : []),
            work(1000),
            { ...write(id), token },
            release,
          ],
        })),
      }),
    );

  test('where none was configured everybody writes, and the fence is asked nothing', () => {
    const none = both({ kind: 'null' });
    expect(none.told('grant', 'refuse')).toEqual([]);
    expect(none.told('write')).toEqual(['1001 store write A accepted', '1101 store write B accepted']);
    expect(none.findings).toContain('stale-write-accepted');
  });

  test('a caller that passes no token is never fenced', () => {
    const locked = both({ kind: 'redis' }, 'none');
    expect(locked.told('write').map((line) => line.split(' ').slice(2).join(' '))).toEqual([
      'write A accepted',
      'write B accepted',
    ]);
    expect(
      both({ kind: 'redis' })
        .told('write')
        .map((line) => line.split(' ').at(-1)),
    ).toEqual(['1', '2']);
  });
});

test('a reader who fills the cache after it was cleared leaves it stale, with no lock broken (S5.32)', () => {
  const cached = run(
    {},
    [
      {
        id: 'reader',
        script: [
          { op: 'read', store: 'database', record: 'price' },
          work(1000),
          { op: 'write', store: 'cache', record: 'cached', value: 'old', token: 'none', key: 'cache' },
        ],
      },
      {
        id: 'writer',
        start: 100,
        script: [
          acquire,
          { op: 'write', store: 'database', record: 'price', value: 'new' },
          { op: 'write', store: 'cache', record: 'cached', operation: 'delete' },
          release,
        ],
      },
    ],
    {
      stores: [
        { id: 'database', kind: 'naive', records: { price: 'old' } },
        { id: 'cache', kind: 'naive', records: { cached: 'old' } },
      ],
    },
  );
  const writes = cached.entries.filter(({ ev, store }) => ev === 'write' && store === 'cache');
  expect(writes.map(({ client, value }) => `${String(client)} ${String(value)}`).at(-1)).toBe('reader old');
});
