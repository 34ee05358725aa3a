import { describe, expect, test } from 'vitest';
import '../services/all-services.ts';
import { problemsOf, shown, small } from '../testing/small.ts';

type Fields = { readonly [field: string]: unknown };
type Script = readonly Fields[];

/** P1 runs this script under a Redis with the corrected module; P2 waits for the key from `start` on. */
const locked = (script: Script, start: number, lock: Fields = { kind: 'redis' }, more: Fields = {}) =>
  small({
    horizon: 120_000,
    service: { kind: 'redis' },
    clients: [
      { id: 'P1', policies: { lock }, script },
      {
        id: 'P2',
        start,
        policies: { lock, acquire: { kind: 'block', retry: 1000 } },
        script: [{ op: 'acquire', ttl: 30_000 }, { op: 'release' }],
      },
    ],
    ...more,
  });

/** When each client was granted the key, in whole seconds. */
function grants(document: Fields): readonly string[] {
  return shown(document)
    .entries.filter(({ ev }) => ev === 'grant')
    .map(({ client, t }) => `${String(client)} ${String(Math.floor(t / 1_000_000))}`);
}

/** What a record holds at the end. */
function holds(document: Fields, record: string): string {
  const writes = shown(document).entries.filter((entry) => entry.ev === 'write' && entry.record === record);
  return writes
    .map(({ client, value, base }) => `${String(client)}=${String(value)}/${String(base)}`)
    .join(' ');
}

describe('a read that expects a value', () => {
  const worker = (id: string, start: number, more: Fields = {}) => ({
    id,
    start,
    policies: { lock: { kind: 'redis' }, acquire: { kind: 'block', retry: 100 }, ...more },
    script: [
      { op: 'acquire', ttl: 9000 },
      { op: 'read', record: 'job', expects: 'waiting' },
      { op: 'work', for: 1000, unit: 'job' },
      { op: 'write', record: 'job', value: 'done' },
      { op: 'release' },
    ],
  });
  const both = (more: Fields = {}) =>
    shown(
      small({
        service: { kind: 'redis' },
        stores: [{ kind: 'naive', records: { job: 'waiting' } }],
        clients: [worker('P1', 0), worker('P2', 500, more)],
      }),
    );

  test('ends the script where there is nothing left to do', () => {
    expect(both().told('work')).toEqual(['4 P1 work start', '1004 P1 work end']);
    expect(both().told('release')).toEqual([expect.stringMatching(/release P1$/u)]);
  });

  test('and gives back what is held, where the script says so', () => {
    const given = both({ finally: 'releases' });
    expect(given.told('release').map((line) => line.split(' ').at(-1))).toEqual(['P1', 'P2']);
    expect(given.word).toBe('safe');
  });
});

describe('check', () => {
  const script = [
    { op: 'acquire', ttl: 3000 },
    { op: 'sleep', for: 5000 },
    { op: 'check' },
    { op: 'work', for: 10, unit: 'more' },
  ];

  test('goes on while the key is held', () => {
    expect(shown(locked(script, 60_000)).told('work', 'believe').slice(0, 3)).toEqual([
      '2 P1 believe true',
      '5004 P1 work start',
      '5014 P1 work end',
    ]);
  });

  test('tells its worker that it holds the key no longer, and that ends its script', () => {
    const lost = locked(script, 60_000, { kind: 'redis', watchdog: 'none' });
    expect(shown(lost).told('work', 'believe').slice(0, 2)).toEqual([
      '2 P1 believe true',
      '5004 P1 believe false check-refused',
    ]);
  });

  test('of a key that was never held, or without an answer, says nothing', () => {
    const never = [{ op: 'check' }, { op: 'work', for: 1, unit: 'more' }];
    expect(shown(locked(never, 60_000)).told('work')).toHaveLength(2);
    const down = { faults: [{ kind: 'refuse', node: 'redis', at: 4000, for: 2000 }] };
    const believes = shown(locked(script, 60_000, { kind: 'redis' }, down)).told('work', 'believe');
    expect(believes.slice(0, 2)).toEqual(['2 P1 believe true', '5004 P1 work start']);
  });
});

describe('a context', () => {
  test('that ends takes the watchdog with it', () => {
    const request = (ends: Script): Script => [
      { op: 'acquire', ttl: 30_000 },
      { op: 'work', for: 15_000 },
      ...ends,
      { op: 'work', for: 45_000 },
      { op: 'release' },
    ];
    expect(grants(locked(request([{ op: 'end-context' }]), 20_000))[1]).toBe('P2 40');
    expect(grants(locked(request([]), 20_000))[1]).toBe('P2 60');
  });

  test('that has ended fails a call: an unlock leaves the key to its end, and a second one does nothing', () => {
    const release = { op: 'release', contextEnded: true };
    const script = (...releases: Script): Script => [{ op: 'acquire', ttl: 30_000 }, ...releases];
    const plain = { kind: 'redis', watchdog: 'none' };
    expect(grants(locked(script(release, { op: 'release' }), 100, plain))[1]).toBe('P2 30');
    expect(grants(locked(script({ op: 'release' }), 100, plain))[1]).toBe('P2 0');
    const acquire = [{ op: 'acquire', ttl: 30_000, contextEnded: true }];
    expect(shown(locked(acquire, 100)).told('abandon')).toEqual(['0 P1 abandon canceled']);
  });

  test('means nothing to some modules, and a document that speaks of one there is wrong', () => {
    const script = [
      { op: 'acquire', ttl: 5, contextEnded: true },
      { op: 'end-context' },
      { op: 'release', contextEnded: true },
    ];
    const client = { id: 'A', script };
    const nowhere = '"lease-manager" looks at no context here';
    expect(problemsOf(small({ service: { kind: 'lease-manager' }, clients: [client] }))).toEqual([
      `clients.0.script.0.contextEnded: ${nowhere}`,
      `clients.0.script.1.op: ${nowhere}`,
      `clients.0.script.2.contextEnded: ${nowhere}`,
    ]);
    const etcd = { ...client, policies: { lock: { kind: 'etcd-lock' } } };
    expect(problemsOf(small({ service: { kind: 'etcd' }, clients: [etcd] }))).toEqual([
      'clients.0.script.2.contextEnded: "etcd-lock" looks at no context here',
    ]);
  });
});

describe('a write that is computed from what was read', () => {
  /** A calibration that finds 20 more than is on record, and an upload of 50, under these keys. */
  const quota = (key: string, write: Fields) =>
    small({
      service: { kind: 'lease-manager' },
      stores: [{ kind: 'naive', records: { used: '100' } }],
      clients: [
        {
          id: 'calibration',
          script: [
            { op: 'acquire', key: 'calibrate', ttl: 60_000 },
            { op: 'read', record: 'used' },
            { op: 'work', for: 100 },
            { op: 'write', key: 'calibrate', record: 'used', ...write },
            { op: 'release', key: 'calibrate' },
          ],
        },
        {
          id: 'upload',
          start: 10,
          policies: { acquire: { kind: 'block', retry: 50 } },
          script: [
            { op: 'acquire', key, ttl: 60_000 },
            { op: 'read', record: 'used' },
            { op: 'write', key, record: 'used', value: { read: 'used', plus: 50 } },
            { op: 'release', key },
          ],
        },
      ],
    });

  test('loses what another one wrote meanwhile under another key', () => {
    const absolute = { value: { read: 'used', plus: 20 } };
    const lost = quota('upload', absolute);
    expect(holds(lost, 'used')).toBe('upload=150/0 calibration=120/0');
    expect(shown(lost).word).toBe('corrupted: lost-update');
  });

  test('loses nothing if it adds a difference, or if both need one key', () => {
    expect(shown(quota('upload', { add: 20 })).outcome).toBe('safe');
    const one = quota('calibrate', { value: { read: 'used', plus: 20 } });
    expect(holds(one, 'used')).toBe('calibration=120/0 upload=170/1');
    expect(shown(one).outcome).toBe('safe');
  });

  test('needs to have read the record, of that store', () => {
    const script = [
      { op: 'read', record: 'a', store: 'other' },
      { op: 'write', record: 'b', value: { read: 'a', plus: 1 }, add: 2 },
      { op: 'write', record: 'b', store: 'other', value: { read: 'a', plus: 1 } },
      { op: 'write', value: { read: 'a' } },
    ];
    const document = (steps: Script) =>
      small({
        service: { kind: 'lease-manager' },
        stores: [{ kind: 'naive' }, { id: 'other', kind: 'naive' }],
        clients: [{ id: 'A', script: steps }],
      });
    expect(problemsOf(document(script.slice(0, 3)))).toEqual([
      'clients.0.script.1.value.read: "a" is not read before this',
      'clients.0.script.1.add: must be left out where a value is computed',
    ]);
    expect(problemsOf(document(script))).toEqual([
      'clients.0.script.3.value: must be a text of at most 200 characters, or an object with "read" and "plus"',
    ]);
  });
});

describe('repeat', () => {
  const counts = (times: number | undefined, more: Script = []) =>
    small({
      horizon: 1000,
      service: { kind: 'lease-manager' },
      stores: [{ kind: 'naive', records: { n: '0' } }],
      clients: [
        {
          id: 'A',
          script: [
            {
              op: 'repeat',
              ...(times === undefined ? {} : { times }),
              do: [
                { op: 'read', record: 'n' },
                { op: 'write', record: 'n', value: { read: 'n', plus: 1 } },
                { op: 'sleep', for: 96 },
                ...more,
              ],
            },
            { op: 'write', record: 'last', value: 'done' },
          ],
        },
      ],
    });

  test('runs its instructions so many times, then goes on', () => {
    expect(holds(counts(3), 'n')).toBe('A=1/0 A=2/1 A=3/2');
    expect(holds(counts(3), 'last')).toBe('A=done/undefined');
  });

  test('runs them to the end of the run where it says no number', () => {
    expect(holds(counts(undefined), 'n').split(' ')).toHaveLength(10);
    expect(holds(counts(undefined), 'last')).toBe('');
  });

  test('begins anew within another one', () => {
    const inner = [{ op: 'repeat', times: 2, do: [{ op: 'write', record: 'inner', value: 'x' }] }];
    expect(holds(counts(3, inner), 'inner').split(' ')).toHaveLength(6);
  });

  test('must take time if it has no end, and must not become too long', () => {
    const forever = (script: Script, times?: number) =>
      small({
        service: { kind: 'lease-manager' },
        clients: [{ id: 'A', script: [{ op: 'repeat', times, do: script }] }],
      });
    expect(problemsOf(forever([{ op: 'read' }]))).toEqual([
      'clients.0.script.0.do: must have work or sleep that takes time, for it is repeated to the end of the run',
    ]);
    expect(problemsOf(forever([{ op: 'read' }], 5))).toEqual([]);
    expect(problemsOf(forever([{ op: 'repeat', do: [{ op: 'work', for: 1 }] }]))).toEqual([]);
    expect(problemsOf(forever([], 5))).toEqual(['clients.0.script.0.do: must have at least one instruction']);
    expect(problemsOf(forever([{ op: 'read', store: 'nowhere' }], 5))).toEqual([
      'clients.0.script.0.do.0.store: "nowhere" is not a store; it must be one of store',
    ]);
    const reads = Array.from({ length: 200 }, () => ({ op: 'read' }));
    const long = Array.from({ length: 5 }, () => ({ op: 'repeat', times: 1, do: reads }));
    expect(
      problemsOf(small({ service: { kind: 'lease-manager' }, clients: [{ id: 'A', script: long }] })),
    ).toEqual(['clients.0.script: comes to more than 1000 instructions']);
  });
});

describe('wait-until', () => {
  const waits = (script: Script, more: Fields = {}) =>
    shown(small({ service: { kind: 'lease-manager' }, clients: [{ id: 'A', script }], ...more })).told(
      'work',
    );
  const unit = { op: 'work', for: 1, unit: 'u' };

  test('goes on at that time of the run, or at once when it is past', () => {
    const script = [
      { op: 'wait-until', at: 0 },
      unit,
      { op: 'wait-until', at: 50 },
      unit,
      { op: 'wait-until', at: 20 },
      unit,
      { op: 'wait-until', at: 60.5 },
      unit,
    ];
    expect(waits(script).filter((line) => line.includes('start'))).toEqual([
      '0 A work start',
      '50 A work start',
      '51 A work start',
      '60.5 A work start',
    ]);
  });

  test('is one moment for several that wait for it', () => {
    const loop = { op: 'repeat', times: 3, do: [{ op: 'wait-until', at: 30 }, unit] };
    expect(waits([loop]).filter((line) => line.includes('start'))).toEqual([
      '30 A work start',
      '31 A work start',
      '32 A work start',
    ]);
  });

  test('outlasts a pause and a crash: what passed meanwhile is past', () => {
    const script = [{ op: 'wait-until', at: 50 }, unit];
    const pause = { faults: [{ kind: 'pause', node: 'A', at: 40, for: 60 }] };
    expect(waits(script, pause)).toEqual(['100 A work start', '101 A work end']);
    const crash = (at: number) => ({
      faults: [
        { kind: 'crash', node: 'A', at: 40 },
        { kind: 'restart', node: 'A', at },
      ],
    });
    expect(waits(script, crash(45))[0]).toBe('50 A work start');
    expect(waits(script, crash(70))[0]).toBe('70 A work start');
  });

  test("goes by its process's own clock", () => {
    const fast = { faults: [{ kind: 'clock', node: 'A', at: 0, rate: 2 }] };
    expect(waits([{ op: 'wait-until', at: 50 }, unit], fast)[0]).toBe('25 A work start');
  });

  test('waits under a key that is lost meanwhile, and learns it', () => {
    const document = small({
      service: { kind: 'lease-manager' },
      clients: [
        {
          id: 'A',
          policies: { renewal: { kind: 'watchdog' } },
          script: [{ op: 'acquire', ttl: 30 }, { op: 'wait-until', at: 500 }, unit],
        },
      ],
      faults: [{ kind: 'restart', node: 'lock', at: 100, data: 'lost' }],
    });
    expect(shown(document).told('believe', 'work')).toEqual([
      '2 A believe true 1',
      '104 A believe false 1 renewal-refused',
    ]);
  });
});

test('what there is no instruction for is told with those that there are', () => {
  const document = small({
    service: { kind: 'lease-manager' },
    clients: [{ id: 'A', script: [{ op: 'pray' }] }],
  });
  expect(problemsOf(document)).toEqual([
    'clients.0.script.0.op: must have op acquire, fence, work, sleep, read, write, renew, release, check, end-context, wait-until, operate or repeat',
  ]);
});
