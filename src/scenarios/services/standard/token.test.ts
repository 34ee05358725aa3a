import { describe, expect, test } from 'vitest';
import {
  acquire,
  blocking,
  pause,
  RELEASE,
  run,
  told,
  verdictOf,
  work,
  write,
  type Setting,
} from './testing/locking.ts';

/** A stalls beyond its lease and writes late; B has written in the meantime. */
const late = (service: string, token: string | undefined, store = 'fenced'): Setting => ({
  service,
  store,
  lock: token === undefined ? {} : { token },
  acquire: blocking(500),
  clients: [
    { id: 'A', script: [acquire(3000), { op: 'sleep', for: 2000 }, write('late')] },
    { id: 'B', start: 100, script: [acquire(3000), write('b'), work(1000), write('b2')] },
  ],
  faults: [pause('A', 500, 4000)],
});
const FENCED = ['fenced', 'overlapping-beliefs', 'stale-write-rejected'];
const STALE = ['corrupted', 'overlapping-beliefs', 'stale-write-accepted'];

const tokens = (setting: Setting): readonly (number | undefined)[] =>
  run(setting)
    .run.entries.filter(({ ev, held }) => ev === 'believe' && held === true)
    .map(({ token }) => token);

describe('a token that rises with each grant stops a late write at a fenced store', () => {
  test.each([
    ['lease-manager', undefined, [1, 2]],
    ['epoch-lease', 'grant', [1, 2]],
    ['etcd', 'creation-revision', [1, 2]],
    ['redis', 'counter', [1, 2]],
  ] as const)('%s, %s', (service, token, drawn) => {
    expect(verdictOf(late(service, token))).toEqual(FENCED);
    const given = tokens(late(service, token));
    expect(given.map((one) => (one ?? 0) > 0)).toEqual(drawn.map(() => true));
    expect((given[1] ?? 0) > (given[0] ?? 0)).toBe(true);
  });
});

describe('a token that does not', () => {
  test('is always the same where it is stored in a value that is gone with its key', () => {
    expect(tokens(late('etcd', 'stored-value'))).toEqual([1, 1]);
    expect(verdictOf(late('etcd', 'stored-value'))).toEqual([...STALE.slice(0, 3), 'token-regression']);
  });

  test('says nothing about order where it is random', () => {
    const given = tokens(late('redis', 'random'));
    expect(new Set(given).size).toBe(2);
    expect(tokens(late('redis', 'random'))).toEqual(given);
    // Which of the two writers is refused is a matter of chance.
    const outcomes = [1, 2, 3, 4, 5, 6].map((seed) => verdictOf({ ...late('redis', 'random'), seed })[0]);
    expect(new Set(outcomes)).toEqual(new Set(['fenced', 'corrupted']));
  });

  test('none at all: a fenced store takes what carries none', () => {
    expect(tokens(late('redis', 'none'))).toEqual([undefined, undefined]);
    expect(verdictOf(late('redis', undefined))).toEqual(STALE);
    expect(verdictOf(late('lease-manager', 'none'))).toEqual(STALE);
  });
});

describe('a token from a counter apart from the lock', () => {
  /** A has the key and stalls before it draws; B takes over and draws first. */
  const crowned = (counts: boolean): Setting => ({
    ...late('redis', counts ? 'counter' : 'none'),
    clients: [
      { id: 'A', script: [acquire(3000), write('late')] },
      { id: 'B', start: 100, script: [acquire(9000), write('b'), work(5000), write('b2'), RELEASE] },
    ],
    faults: [pause('A', 1.5, 5000)],
  });

  test('can crown the zombie', () => {
    expect(verdictOf(crowned(true))).toEqual([
      'corrupted',
      'overlapping-beliefs',
      'rightful-write-rejected',
      'stale-write-accepted',
    ]);
  });

  test('a grant that is over by then is not taken, where that is looked at', () => {
    const setting = crowned(true);
    const lock = { ...setting.lock, validity: { checkedOnReturn: true } };
    expect(verdictOf({ ...setting, lock })).toEqual(['safe']);
  });

  test('that is not answered leaves no lock behind', () => {
    const setting: Setting = {
      lock: { token: 'counter', request: { timeout: 50 } },
      clients: [
        { id: 'A', script: [acquire(3000)] },
        { id: 'B', start: 200, script: [acquire(3000)] },
      ],
      faults: [{ kind: 'lose', message: 'A>lock#2' }],
    };
    expect(told(setting, 'grant', 'abandon', 'release')).toEqual([
      '1 lock grant A',
      '53 lock release A',
      '54 A abandon timed-out',
      '201 lock grant B',
    ]);
  });
});

test('a script’s own fence asks the service for what it has now, or its counter', () => {
  const fetches = (service: string): Setting => ({
    ...late(service, undefined),
    clients: [
      {
        id: 'A',
        script: [acquire(3000), { op: 'sleep', for: 2000 }, { op: 'fence' }, write('late'), RELEASE],
      },
      { id: 'B', start: 100, script: [acquire(9000), write('b'), work(1000), write('b2')] },
    ],
  });
  // The loser presents the winner's token.
  expect(verdictOf(fetches('etcd'))).toEqual(STALE);
  expect(told(fetches('redis'), 'write').at(-1)).toBe('4503 store write A accepted 1');
});
