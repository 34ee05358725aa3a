import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const LEASES = ['grant', 'renew', 'expire', 'release', 'forget'];

/** A locks at once and works for 10 s; B asks from 5 s on. Neither renews unless it is said. */
function failover(
  replica: Fields,
  faults: readonly Fields[],
  {
    more = {},
    watchdog = 'none',
    work = 10_000,
    start = 5000,
  }: {
    readonly more?: Fields;
    readonly watchdog?: string;
    readonly work?: number;
    readonly start?: number;
  } = {},
) {
  const lock = { kind: 'redis', watchdog };
  const script = (forMs: number, value: string) => [
    { op: 'acquire', ttl: 30_000 },
    { op: 'fence' },
    { op: 'work', for: forMs },
    { op: 'write', value },
    { op: 'release' },
  ];
  return shown(
    small({
      service: { kind: 'redis', replica },
      latency: 1,
      clients: [
        { id: 'A', policies: { lock }, script: script(work, 'a') },
        {
          id: 'B',
          start,
          policies: { lock, acquire: { kind: 'block', retry: 500 } },
          script: script(2000, 'b'),
        },
      ],
      faults,
      ...more,
    }),
  );
}

const crash = (at: number) => ({ kind: 'crash', node: 'redis', at });
const promotion = (at: number) => ({ kind: 'failover', node: 'redis-replica', at });

describe('a failover to a replica', () => {
  test('that has the grant loses nothing: B waits for A', () => {
    const run = failover({}, [crash(3000), promotion(4000)]);
    expect(run.told(...LEASES)).toEqual([
      '1 redis grant A',
      // A's release went to the new primary, which had taken over its record and its deadline.
      '10007 redis-replica release A',
      expect.stringMatching(/^10\d\d\d redis-replica grant B$/),
      expect.stringMatching(/redis-replica release B$/),
    ]);
    expect(run.word).toBe('safe');
  });

  test('that is slow and catches up loses nothing either', () => {
    const slow = { kind: 'pause', node: 'redis-replica', at: 0, for: 4500 };
    const run = failover({}, [slow, crash(3000), promotion(4000)]);
    expect(run.told('forget')).toEqual([]);
    expect(run.told('note')).toEqual(['4500 redis-replica note promote']);
    expect(run.word).toBe('safe');
  });

  const TWO_HOLDERS = {
    forgotten: ['4000 redis forget A'],
    granted: ['1 redis grant A', '5001 redis-replica grant B'],
    word: 'corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted',
  };
  const holdersOf = (run: ReturnType<typeof failover>) => ({
    forgotten: run.told('forget'),
    granted: run.told('grant'),
    word: run.word,
  });

  test('that had stopped replicating before the grant makes two holders', () => {
    const stopped = { kind: 'replica-stops', node: 'redis-replica', at: 0 };
    expect(holdersOf(failover({}, [stopped, crash(3000), promotion(4000)]))).toEqual(TWO_HOLDERS);
  });

  test('that was cut off before the grant makes two holders', () => {
    const cut = { kind: 'partition', between: ['redis', 'redis-replica'], at: 0 };
    expect(holdersOf(failover({}, [cut, crash(3000), promotion(4000)]))).toEqual(TWO_HOLDERS);
  });

  test('of a primary that died before it sent the grant makes two holders', () => {
    expect(holdersOf(failover({ lag: 500 }, [crash(400), promotion(4000)]))).toEqual(TWO_HOLDERS);
    expect(failover({ lag: 500 }, [crash(600), promotion(4000)]).word).toBe('safe');
  });

  test('that stopped and caught up before has everything', () => {
    const stopped = { kind: 'replica-stops', node: 'redis-replica', at: 0, for: 2000 };
    const run = failover({}, [stopped, crash(3000), promotion(4000)]);
    expect(run.told('forget')).toEqual([]);
    expect(run.word).toBe('safe');
  });

  test('whose link is slow loses what is still under way', () => {
    const links = [{ between: ['redis', 'redis-replica'], latency: 2000 }];
    const at = (time: number) => failover({}, [crash(100), promotion(time)], { more: { links } });
    expect(at(1900).told('forget')).toEqual(['1900 redis forget A']);
    expect(at(2500).told('forget')).toEqual([]);
  });

  test('loses the counter: the next token is 1 again, and a fence at 5 refuses the rightful holder', () => {
    const lock = { kind: 'redis', watchdog: 'none' };
    const count = { op: 'fence' };
    const run = shown(
      small({
        service: { kind: 'redis', replica: {} },
        latency: 0,
        stores: [{ kind: 'fenced' }],
        clients: [
          {
            id: 'A',
            policies: { lock },
            script: [
              { op: 'acquire', ttl: 30_000 },
              count,
              count,
              count,
              count,
              count,
              { op: 'write', value: 'a' },
              { op: 'release' },
            ],
          },
          {
            id: 'B',
            start: 31_000,
            policies: { lock },
            script: [{ op: 'acquire', ttl: 30_000 }, count, { op: 'write', value: 'b' }],
          },
        ],
        faults: [{ kind: 'replica-stops', node: 'redis-replica', at: 0 }, crash(3000), promotion(4000)],
      }),
    );
    expect(run.told('write')).toEqual([
      '0 store write A accepted 5',
      '31000 store write B rejected 1 stale-token',
    ]);
    expect(run.word).toBe('refused: rightful-write-rejected');
  });

  test('takes place once the replica is up', () => {
    const down = [
      { kind: 'crash', node: 'redis-replica', at: 1000 },
      { kind: 'restart', node: 'redis-replica', at: 6000 },
    ];
    expect(failover({}, [...down, crash(3000), promotion(4000)]).told('note')).toEqual([
      '6000 redis-replica note promote',
    ]);
  });

  test('can be named at the primary as well, and happens once', () => {
    const run = failover({}, [crash(3000), { ...promotion(4000), node: 'redis' }, promotion(4500)]);
    expect(run.told('note')).toEqual(['4000 redis-replica note promote']);
  });
});

describe('after a failover', () => {
  test('a lease whose renewal was lost is forgotten before its promised end, and two hold', () => {
    const stopped = { kind: 'replica-stops', node: 'redis-replica', at: 9000 };
    const paused = { kind: 'pause', node: 'A', at: 11_500, for: 25_000 };
    const run = failover({}, [stopped, crash(11_000), paused, promotion(12_000)], {
      watchdog: 'always',
      work: 40_000,
      start: 25_000,
    });
    expect(run.told('grant', 'renew', 'forget', 'expire').slice(0, 4)).toEqual([
      '1 redis grant A',
      '10003 redis renew A',
      '30001 redis-replica forget A',
      expect.stringMatching(/^30\d\d\d redis-replica grant B$/),
    ]);
    expect(run.word).toContain('overlapping-leases');
  });

  test('a replica whose clock is ahead lets the lease go before its time', () => {
    const ahead = { kind: 'clock', node: 'redis-replica', at: 0, by: 28_000 };
    const run = failover({}, [ahead, crash(1000), promotion(1500)]);
    expect(run.told('grant', 'expire', 'forget')).toEqual([
      '1 redis grant A',
      '2001 redis-replica expire A',
      '5001 redis-replica grant B',
    ]);
    expect(run.outcome).toBe('corrupted');
    const less = failover({}, [{ ...ahead, by: 20_000 }, crash(1000), promotion(1500)]);
    expect(less.told('expire')).toEqual(['10001 redis-replica expire A']);
  });

  test('an old primary that serves on whoever has not heard splits the brain', () => {
    const stores = [{ kind: 'naive' }];
    const lock = { kind: 'redis', watchdog: 'always' };
    const split = (oldPrimary: string) =>
      shown(
        small({
          service: { kind: 'redis', replica: { oldPrimary } },
          stores,
          latency: 1,
          clients: [
            {
              id: 'A',
              start: 6000,
              policies: { lock },
              script: [
                { op: 'acquire', ttl: 9000 },
                { op: 'work', for: 9000 },
                { op: 'write', value: 'a' },
              ],
            },
            {
              id: 'B',
              start: 7000,
              policies: { lock },
              script: [
                { op: 'acquire', ttl: 9000 },
                { op: 'work', for: 4000 },
                { op: 'write', value: 'b' },
              ],
            },
          ],
          faults: [{ kind: 'partition', between: ['A', 'redis-replica'], at: 0 }, promotion(4000)],
        }),
      );
    expect(split('serves').told('grant')).toEqual(['6001 redis grant A', '7001 redis-replica grant B']);
    expect(split('serves').word).toBe('at-risk: overlapping-beliefs, overlapping-leases');
    // Who asks one that is out is told where to ask, and cannot get there.
    expect(split('out').told('grant')).toEqual(['7001 redis-replica grant B']);
  });

  test('whoever asks the old primary, which is out, is sent on to the new one', () => {
    const faults = [{ kind: 'partition', between: ['A', 'redis-replica'], at: 0, for: 1000 }, promotion(500)];
    const run = failover({}, faults, {
      more: {
        clients: [{ id: 'A', start: 2000, script: [{ op: 'acquire', ttl: 5000 }, { op: 'release' }] }],
      },
    });
    expect(run.told('grant', 'release')).toEqual([
      '2003 redis-replica grant A',
      '2005 redis-replica release A',
    ]);
  });

  test('what was under way to the old primary fails, its effect unknown', () => {
    const run = failover({}, [crash(4990), promotion(5010)], {
      more: { clients: [{ id: 'B', start: 5000, script: [{ op: 'acquire', ttl: 5000 }] }] },
    });
    expect(run.told('abandon')).toEqual(['5011 B abandon unavailable']);
  });

  test('a process that was down meanwhile asks the new primary', () => {
    const run = failover({}, [crash(3000), promotion(4000)], {
      more: {
        clients: [
          {
            id: 'A',
            script: [
              { op: 'acquire', ttl: 2000 },
              { op: 'work', for: 9000 },
            ],
          },
        ],
        faults: [
          crash(3000),
          promotion(4000),
          { kind: 'crash', node: 'A', at: 3500 },
          { kind: 'restart', node: 'A', at: 6000 },
        ],
      },
    });
    expect(run.told('grant')).toEqual(['1 redis grant A', '6001 redis-replica grant A']);
  });
});

describe('an answer that waits for the replica', () => {
  const waits = { waitReplicas: 1 };
  const quiet = { latency: 100 };

  test('comes when the replica has the write, and no later failover loses it', () => {
    const run = failover(waits, [crash(3000), promotion(4000)], { more: quiet });
    expect(run.told('believe')[0]).toBe('400 A believe true');
    expect(run.told('forget')).toEqual([]);
    expect(run.outcome).toBe('safe');
  });

  test('never comes where the write was lost: nobody believes in it', () => {
    const run = failover({ ...waits, lag: 50 }, [crash(120), promotion(4000)], { more: quiet });
    expect(run.told('grant', 'forget', 'believe').slice(0, 3)).toEqual([
      '100 redis grant A',
      '4000 redis forget A',
      expect.stringMatching(/redis-replica grant B$/),
    ]);
    expect(run.told('believe').filter((line) => line.includes(' A '))).toEqual([]);
  });

  test('that takes too long is an error, and the key is there all the same', () => {
    const stopped = { kind: 'replica-stops', node: 'redis', at: 0 };
    const run = failover({ ...waits, waitTimeout: 300 }, [stopped], { more: quiet });
    expect(run.told('abandon', 'expire').slice(0, 2)).toEqual([
      '500 A abandon not-replicated',
      '30100 redis expire A',
    ]);
  });
});

describe('two replicas (C06)', () => {
  const two = { count: 2 };
  const cut = (replica: string) => ({ kind: 'partition', between: ['redis', replica], at: 0 });
  const promoted = (node: string, at = 4000) => ({ kind: 'failover', node, at });

  test('both have what was written, and either can be promoted', () => {
    for (const node of ['redis-replica', 'redis-replica-2']) {
      const run = failover(two, [crash(3000), promoted(node)]);
      expect(run.told('grant', 'forget')).toEqual([
        '1 redis grant A',
        expect.stringMatching(new RegExp(`^10\\d\\d\\d ${node} grant B$`, 'u')),
      ]);
      expect(run.word).toBe('safe');
    }
  });

  test('the answer waits for one of them, whichever; promoted is the other, and two hold', () => {
    const run = failover({ ...two, waitReplicas: 1 }, [
      cut('redis-replica'),
      crash(3000),
      promoted('redis-replica'),
    ]);
    expect(run.told('believe', 'forget', 'grant').slice(0, 4)).toEqual([
      '1 redis grant A',
      '4 A believe true',
      '4000 redis forget A',
      '5001 redis-replica grant B',
    ]);
    expect(run.word).toBe('corrupted: overlapping-beliefs, overlapping-leases, stale-write-accepted');
    const right = failover({ ...two, waitReplicas: 1 }, [
      cut('redis-replica'),
      crash(3000),
      promoted('redis-replica-2'),
    ]);
    expect(right.word).toBe('safe');
  });

  test('the answer waits for both: it never comes where one is cut off', () => {
    const waits = { ...two, waitReplicas: 2, waitTimeout: 500 };
    const run = failover(waits, [cut('redis-replica'), crash(3000), promoted('redis-replica')]);
    expect(run.told('abandon')).toEqual(['502 A abandon not-replicated']);
    expect(failover(waits, [crash(3000), promoted('redis-replica')]).told('believe')[0]).toBe(
      '4 A believe true',
    );
  });

  test('what was written while one was cut off reaches it when it is back', () => {
    const cutFor = { ...cut('redis-replica-2'), for: 2000 };
    const run = failover(two, [cutFor, crash(4000), promoted('redis-replica-2', 4500)]);
    expect(run.told('forget')).toEqual([]);
    expect(run.word).toBe('safe');
  });

  test('what does not fit is a problem', () => {
    const clients = [{ id: 'A', script: [] }];
    const problems = (replica: Fields, faults: readonly Fields[]) =>
      problemsOf(small({ service: { kind: 'redis', replica }, clients, faults }));
    expect(problems(two, [promoted('redis-replica'), promoted('redis-replica-2')])).toEqual([
      'faults.0.kind: must name one replica: no two are promoted',
      'faults.1.kind: must name one replica: no two are promoted',
    ]);
    expect(problems(two, [promoted('redis'), promoted('redis-replica')])).toEqual([]);
    expect(problems(two, [{ kind: 'replica-stops', node: 'redis-replica', at: 1 }])).toEqual([
      'faults.0.kind: "replica-stops" needs a single replica; cut one of two off by a partition',
    ]);
    expect(problems({ count: 3 }, [])).toEqual(['service.replica.count: must be 1 or 2']);
  });
});

test('a replica is asked for by the faults that need it', () => {
  const service = { kind: 'redis' };
  const clients = [{ id: 'A', script: [] }];
  expect(
    problemsOf(small({ service, clients, faults: [{ kind: 'failover', node: 'redis', at: 1 }] })),
  ).toEqual(['faults.0.kind: "failover" needs a "replica"']);
  expect(problemsOf(small({ service: { ...service, replica: { waitReplicas: 2 } }, clients }))).toEqual([
    'service.replica.waitReplicas: must be at most 1, as "count" says',
  ]);
});
