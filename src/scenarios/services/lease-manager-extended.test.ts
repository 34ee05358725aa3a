import { describe, expect, test } from 'vitest';
import './all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };

const standard = (more: Fields = {}): Fields => ({ kind: 'standard', ...more });
const block = { kind: 'block', retry: 500 };

function client(id: string, start: number, script: readonly Fields[], policies: Fields = {}): Fields {
  return { id, start, script, policies };
}

const acquire = (ttl: number): Fields => ({ op: 'acquire', ttl });
const work = (ms: number): Fields => ({ op: 'work', for: ms });
const write = (value: string): Fields => ({ op: 'write', value });
const READ: Fields = { op: 'read' };
const RELEASE: Fields = { op: 'release' };

function run(service: Fields, clients: readonly Fields[], more: Fields = {}) {
  return shown(small({ service: { kind: 'lease-manager', ...service }, clients, ...more }));
}

/** The holders in the order of their grants, with their tokens. */
function grants({ told }: ReturnType<typeof run>): readonly string[] {
  return told('grant').map((line) => line.split(' ').slice(3, 5).join(' '));
}

test('C36: a lock delay puts the takeover off, and does not stop a holder that is told of nothing', () => {
  const clients = [
    client('A', 0, [acquire(30_000), work(50_000), write('a')]),
    client('B', 1000, [acquire(30_000), work(20_000), write('b')], { acquire: block }),
  ];
  const delayed = run({ lockDelay: 15_000 }, clients, { horizon: 120_000 });
  expect(delayed.told('grant').map((line) => line.split(' ')[0])).toEqual(['1', '45177']);
  expect(delayed).toMatchObject({
    outcome: 'corrupted',
    findings: ['overlapping-beliefs', 'stale-write-accepted'],
  });
  // A holder that stops by its own reckoning has all of the delay to come to an end.
  const stops = { lock: standard({ belief: { kind: 'until-deadline' } }) };
  const wary = [{ ...clients[0], policies: stops }, clients[1] ?? {}];
  expect(run({ lockDelay: 15_000 }, wary, { horizon: 120_000 })).toMatchObject({
    outcome: 'safe',
    findings: [],
  });
});

describe('C44: a service that splits', () => {
  const clients = [
    client('A', 1000, [acquire(10_000), READ, work(1000), write('a'), work(6000), RELEASE]),
    client('B', 2000, [acquire(10_000), READ, work(1500), write('b'), work(6000), RELEASE]),
  ];
  const split = { kind: 'split', node: 'lock', at: 500, for: 9000, aside: ['B'] };
  const found = {
    outcome: 'corrupted',
    findings: ['lost-update', 'overlapping-beliefs', 'overlapping-leases', 'token-regression'],
  };

  test('grants on either side', () => {
    const both = run({ leases: 'endless' }, clients, { faults: [split] });
    expect(grants(both)).toEqual(['A 1', 'B 1']);
    expect(both).toMatchObject(found);
  });

  test('keeps the record of one half when it joins; of the other nothing is left but its number', () => {
    const joined = (keeps: string) => {
      const { told } = run({ leases: 'endless' }, clients, { faults: [{ ...split, for: 4000, keeps }] });
      return told('forget', 'release', 'revoke', 'refuse').map((line) => line.split(' ').slice(2).join(' '));
    };
    expect(joined('first')).toEqual(['forget B 1', 'release A 1', 'refuse B release lease-lost']);
    // Both were given 1: A's release ends what B holds.
    expect(joined('second')).toEqual(['forget A 1', 'revoke B 1 by A', 'refuse B release lease-lost']);
  });

  test('whole, it grants once', () => {
    expect(run({ leases: 'endless' }, clients)).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('is told who takes part, and who does not', () => {
    const faults = [{ ...split, aside: ['B', 'Z'] }];
    expect(problemsOf(small({ service: { kind: 'lease-manager' }, clients, faults }))).toEqual([
      'faults.0.aside: "Z" is no process and no store; it must be one of A, B, store',
    ]);
  });
});

describe('C50: a counter that expires', () => {
  const clients = [
    client('A', 0, [acquire(100), RELEASE, acquire(100), RELEASE, acquire(10_000), work(72_000), write('a')]),
    client('B', 65_000, [acquire(30_000), work(900), write('b')]),
  ];
  const faults = [{ kind: 'pause', node: 'A', at: 2000, for: 73_000 }];
  const store = { stores: [{ kind: 'fenced', fences: { lock: 3 } }], horizon: 160_000, faults };

  test('starts again below the fence: the rightful holder is refused, the zombie is not', () => {
    const expiring = run({ counter: { kind: 'expires', after: 60_000 } }, clients, store);
    expect(grants(expiring)).toEqual(['A 1', 'A 2', 'A 3', 'B 1']);
    expect(expiring.outcome).toBe('corrupted');
    expect(expiring.findings).toEqual([
      'overlapping-beliefs',
      'rightful-write-rejected',
      'stale-write-accepted',
      'token-regression',
    ]);
  });

  test('that lasts is fenced by', () => {
    const lasting = run({ counter: { kind: 'persistent' } }, clients, store);
    expect(grants(lasting).at(-1)).toBe('B 4');
    expect(lasting.outcome).toBe('fenced');
  });
});

test('C53: a token for each holder, not for each acquisition, lets a late message of the last one in', () => {
  const clients = [
    client('A', 0, [
      acquire(30_000),
      { ...write('m1'), awaits: false },
      work(2000),
      RELEASE,
      work(500),
      acquire(30_000),
      work(5000),
      RELEASE,
    ]),
  ];
  const more = { stores: [{ kind: 'fenced' }], faults: [{ kind: 'delay', message: 'A>store#1', by: 4000 }] };
  const late = run({ counter: { kind: 'per-holder' } }, clients, more);
  expect(grants(late)).toEqual(['A 1', 'A 1']);
  expect(late).toMatchObject({
    outcome: 'corrupted',
    findings: ['stale-write-accepted', 'token-regression'],
  });
  expect(late.told('write')).toEqual(['4003 store write A accepted 1']);
  const fresh = run({}, clients, { ...more, stores: [{ kind: 'fenced-at-takeover' }] });
  expect(grants(fresh)).toEqual(['A 1', 'A 2']);
  expect(fresh).toMatchObject({ outcome: 'fenced', findings: ['stale-write-rejected'] });
});

describe('C49: a lease that is stolen', () => {
  const clients = (beforeWrite?: string) => [
    client('B', 0, [acquire(30_000), READ, work(14_000), write('480')], {
      lock: standard(),
      ...(beforeWrite === undefined ? {} : { beforeWrite }),
    }),
    client('A', 10_000, [acquire(30_000), READ, work(1000), write('500')], {
      lock: standard({ attempt: { how: 'steals' } }),
    }),
  ];
  const more = { stores: [{ kind: 'fenced' }], horizon: 80_000 };

  test('is written under by its loser, who presents the winner’s token', () => {
    const fetched = run({ stealing: true }, clients('fetches-token'), more);
    expect(fetched.told('steal')).toEqual(['10001 lock steal B 1 by A']);
    expect(fetched.findings).toEqual([
      'lost-update',
      'overlapping-beliefs',
      'overlapping-leases',
      'stale-write-accepted',
    ]);
  });

  test('with the token of the acquisition the loser is fenced off', () => {
    const bound = run({ stealing: true }, clients(), more);
    expect(bound.told('write').at(-1)).toMatch(/rejected 1/u);
    expect(bound.findings).toEqual(['overlapping-beliefs', 'overlapping-leases', 'stale-write-rejected']);
  });

  test('where the service does not allow it, the document is told', () => {
    expect(problemsOf(small({ service: { kind: 'lease-manager' }, clients: clients() }))).toEqual([
      'clients.1.policies.lock.attempt.how: "steals" cannot be had at "lease-manager"; it must be one of one-step',
    ]);
  });
});

describe('C18: ends that are written and judged by clocks of clients', () => {
  const clients = [
    client('A', 0, [acquire(120_000), work(1000), write('a'), work(60_000)]),
    client('B', 200, [acquire(120_000), work(900), write('b')], { acquire: block }),
  ];
  const ahead = (node: string, by: number) => [{ kind: 'clock', node, at: 0, by }];
  const more = { horizon: 400_000 };
  const taken = {
    findings: ['overlapping-beliefs', 'overlapping-leases', 'stale-write-accepted'],
    outcome: 'corrupted',
  };

  test('a challenger whose clock is ahead finds a fresh lock over', () => {
    const judged = run({ expiryBy: 'challenger-clock' }, clients, { ...more, faults: ahead('B', 180_000) });
    expect(judged.told('forget', 'grant').map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      '1 lock grant A',
      '201 lock forget A',
      '201 lock grant B',
    ]);
    expect(judged).toMatchObject(taken);
  });

  test('one whose clock is behind waits longer than it would have to', () => {
    const judged = run({ expiryBy: 'challenger-clock' }, clients, { ...more, faults: ahead('B', -30_000) });
    const [, second = ''] = judged.told('grant');
    expect(Number(second.split(' ')[0])).toBeGreaterThan(150_000);
    expect(judged.told('forget')).toEqual([]);
  });

  test('with true clocks, or judged by the service of its own end, nothing goes wrong', () => {
    expect(run({ expiryBy: 'challenger-clock' }, clients, more)).toMatchObject({ outcome: 'safe' });
    expect(run({}, clients, { ...more, faults: ahead('B', 180_000) })).toMatchObject({ outcome: 'safe' });
  });

  test('a holder whose clock is behind writes an end that comes early', () => {
    const written = run({ expiryBy: 'writer-clock' }, clients, { ...more, faults: ahead('A', -119_500) });
    expect(written.told('expire')[0]).toBe('500 lock expire A 1');
    expect(written).toMatchObject({
      outcome: 'corrupted',
      findings: ['overlapping-beliefs', 'stale-write-accepted'],
    });
  });
});

test('C46: a token kept in a record that expires starts again: the latecomer’s is no higher', () => {
  const clients = [
    client('A', 5000, [READ, acquire(200), write('n+1'), RELEASE]),
    client('B', 0, [READ, work(60_000), acquire(1000), write('n+1 again')]),
  ];
  const guard = run({ counter: { kind: 'forgotten-when-free' } }, clients, { horizon: 120_000 });
  expect(grants(guard)).toEqual(['A 1', 'B 1']);
  expect(guard).toMatchObject({ outcome: 'corrupted', findings: ['lost-update', 'token-regression'] });
});

describe('S1.9: a holder that restarts', () => {
  const clients = [client('A', 0, [acquire(10_000), work(1500), write('a'), RELEASE], { acquire: block })];
  const faults = [
    { kind: 'crash', node: 'A', at: 600 },
    { kind: 'restart', node: 'A', at: 1000 },
  ];

  test('waits for its own lease to end where owners are not known', () => {
    expect(
      run({}, clients, { faults })
        .told('grant')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['1', '10037']);
  });

  test('has it at once where they are', () => {
    const known = run({ owner: 'known' }, clients, { faults });
    const told = known.told('grant', 'renew', 'release');
    expect(told.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      '1 lock grant A',
      '1001 lock renew A',
      '2505 lock release A',
    ]);
    expect(known.outcome).toBe('safe');
  });
});

test('a lease without an end leaks when its holder crashes, and whoever waits starves', () => {
  const clients = [
    client('A', 0, [acquire(10_000), work(5000)]),
    client('B', 1000, [acquire(10_000), write('b')], { acquire: block }),
  ];
  const faults = [{ kind: 'crash', node: 'A', at: 2000 }];
  expect(run({ leases: 'endless' }, clients, { faults })).toMatchObject({
    outcome: 'blocked',
    findings: ['leaked-lease', 'starvation'],
  });
  expect(run({}, clients, { faults })).toMatchObject({ outcome: 'safe', findings: [] });
});

describe('a queue', () => {
  const queued = (more: Fields = {}) => ({ lock: standard(), acquire: { kind: 'queue', ...more } });
  const three = [
    client('A', 0, [acquire(3000), work(1000), RELEASE], queued()),
    client('B', 100, [acquire(3000), work(1000), RELEASE], queued()),
    client('C', 200, [acquire(3000), work(1000), RELEASE], queued()),
  ];

  test('serves in the order of asking, at once when the lock is free', () => {
    const fair = run({ queue: true }, three);
    expect(fair.told('grant').map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      '1 lock grant A',
      '1003 lock grant B',
      '2005 lock grant C',
    ]);
    expect(fair).toMatchObject({ outcome: 'safe', findings: [] });
  });

  test('goes past who is gone; unseen it does not, and who waits behind waits for a lease that nobody holds', () => {
    const clients = [
      client('A', 0, [acquire(9000), work(8000), RELEASE], queued()),
      client('B', 100, [acquire(3000), work(1000), RELEASE], queued()),
      client('C', 200, [acquire(3000), work(1000), RELEASE], queued()),
    ];
    const faults = [{ kind: 'crash', node: 'B', at: 500 }];
    expect(grants(run({ queue: true }, clients, { faults }))).toEqual(['A 1', 'C 2']);
    const unseen = run({ queue: true, unseen: true }, clients, { faults });
    expect(grants(unseen)).toEqual(['A 1', 'B 2', 'C 3']);
    expect(unseen.told('expire')).toEqual(['11003 lock expire B 2']);
  });

  test('a waiter that was stopped is granted unseen, and writes with a lease long over when it goes on', () => {
    const clients = [
      client('A', 0, [acquire(9000), work(4000), RELEASE], queued()),
      client('B', 100, [READ, acquire(2000), work(300), write('b')], queued()),
      client('C', 7000, [READ, acquire(3000), work(300), write('c')], queued()),
    ];
    const faults = [{ kind: 'pause', node: 'B', at: 500, for: 7500 }];
    const found = (unseen: boolean) =>
      run({ queue: true, ...(unseen ? { unseen } : {}) }, clients, { faults });
    expect(grants(found(true))).toEqual(['A 1', 'B 2', 'C 3']);
    expect(found(true)).toMatchObject({ outcome: 'corrupted' });
    expect(found(true).findings).toContain('stale-write-accepted');
    expect(grants(found(false)).slice(0, 2)).toEqual(['A 1', 'C 2']);
    expect(found(false)).toMatchObject({ findings: expect.not.arrayContaining(['stale-write-accepted']) });
  });

  test('is left at a time-out', () => {
    const clients = [
      client('A', 0, [acquire(9000), work(5000), RELEASE], queued()),
      client('B', 100, [acquire(9000)], queued({ timeout: 1000 })),
      client('C', 200, [acquire(3000), work(10)], queued()),
    ];
    const left = run({ queue: true }, clients);
    expect(left.told('abandon').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'B abandon timeout',
    ]);
    expect(grants(left)).toEqual(['A 1', 'C 2']);
  });

  test('is a problem where the service has none', () => {
    expect(problemsOf(small({ service: { kind: 'lease-manager' }, clients: three.slice(0, 1) }))).toEqual([
      'clients.0.policies.acquire.kind: "standard" has no queue at "lease-manager"; it must be once or block',
    ]);
  });
});

test('choices that say nothing beside one another are told', () => {
  const problems = (service: Fields) =>
    problemsOf(small({ service: { kind: 'lease-manager', ...service }, clients: [client('A', 0, [])] }));
  expect(problems({ leases: 'endless', lockDelay: 5, expiryBy: 'writer-clock' })).toEqual([
    'service.lockDelay: begins when a lease runs out at the service, which it does not with leases that are endless',
    'service.expiryBy: needs leases that have an end',
  ]);
  expect(problems({ expiryBy: 'challenger-clock', queue: true, lockDelay: 5, clock: 'monotonic' })).toEqual([
    'service.lockDelay: begins when a lease runs out at the service, which it does not with ends that challengers judge',
    'service.queue: needs a service that knows when a lease is over',
    'service.clock: must be "wall": an end that clients write is a date',
  ]);
  expect(problems({ unseen: true })).toEqual(['service.unseen: needs "queue": true']);
  expect(problems({ counter: { kind: 'expires' } })).toHaveLength(1);
  expect(problems({ counter: { kind: 'moody' } })).toEqual([
    'service.counter.kind: must have kind "persistent", "per-holder", "forgotten-when-free" or "expires"',
  ]);
  expect(problems({ lockDelay: 5, stealing: true, owner: 'known', counter: { kind: 'per-holder' } })).toEqual(
    [],
  );
});
