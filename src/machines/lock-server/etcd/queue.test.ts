import { describe, expect, test } from 'vitest';
import type { MachineEvent } from '../../../engine/component.ts';
import type { FenceRaise } from '../../fence-raise.ts';
import { Hand } from '../testing/hand.ts';
import { etcd } from './etcd.ts';
import { transactionRequest, type Compare, type Operation } from './transaction.ts';

function hand({ unseen = false, raises = [] as readonly FenceRaise[] } = {}): Hand {
  return new Hand(
    etcd({ id: 'etcd', keys: ['lock'], raises, unseen }),
    raises.length > 0 ? 'fenced-at-takeover' : 'authoritative',
  );
}

const grant = (ttlMs: number): MachineEvent => ({ type: 'lease.grant', ttlUs: ttlMs * 1000 });
const transaction = (
  compare: readonly Compare[],
  success: readonly Operation[],
  failure: readonly Operation[] = [],
): MachineEvent => transactionRequest({ compare, success, failure });
const enqueue = (lease: number): MachineEvent =>
  transaction(
    [{ key: `lock/${String(lease)}`, target: 'create', is: '=', to: 0 }],
    [
      { op: 'put', key: `lock/${String(lease)}`, value: '', lease, under: 'lock' },
      { op: 'holder', under: 'lock' },
    ],
    [{ op: 'get', key: `lock/${String(lease)}` }],
  );

/** A is first in the queue under lease 1, B second under lease 2. */
function queued(one: Hand, ttlsMs: readonly [number, number] = [10_000, 20_000]): Hand {
  one.ask('A', grant(ttlsMs[0]));
  one.ask('B', grant(ttlsMs[1]));
  one.ask('A', enqueue(1));
  one.ask('B', enqueue(2));
  return one;
}

describe('a queue of places', () => {
  test('is held by the oldest, and says so with each put', () => {
    const one = hand();
    one.ask('A', grant(1000));
    one.ask('B', grant(1000));
    expect(one.ask('A', enqueue(1)).told).toEqual(['grant A 1']);
    expect(one.ask('B', enqueue(2))).toEqual({
      answer: {
        type: 'txn',
        succeeded: true,
        responses: [{ created: 2 }, { key: 'lock/1', created: 1 }],
      },
      told: [],
    });
    expect(one.ask('A', enqueue(1)).answer).toMatchObject({ succeeded: false, responses: [{ created: 1 }] });
  });

  test('passes the lock on in the step in which a place goes, and raises the fence with it', () => {
    const one = queued(hand({ raises: [{ store: 'store', by: 'same-step' }] }));
    expect(one.until(10_000)).toEqual(['expire A 1', 'grant B 2']);
    expect(one.write(1)).toBe('rejected');
  });

  test('shows a store who holds, not who waits', () => {
    const one = queued(hand());
    expect([one.write(2), one.write(1)]).toEqual(['rejected', 'accepted']);
  });

  test('renews for the holder alone, and tells nothing of a waiter that goes', () => {
    const one = queued(hand());
    expect(one.ask('B', { type: 'lease.keepalive', lease: 2 }).told).toEqual([]);
    expect(one.ask('A', { type: 'lease.keepalive', lease: 1 }).told).toEqual(['renew A 1']);
    expect(one.ask('B', { type: 'lease.revoke', lease: 2 }).told).toEqual([]);
  });

  test('knows the place before another', () => {
    const one = queued(hand());
    const before = (created: number) => one.ask('B', { type: 'place-before', under: 'lock', created }).answer;
    expect(before(2)).toEqual({ type: 'place', found: true, key: 'lock/1' });
    expect(before(1)).toEqual({ type: 'place', found: false, key: '' });
  });

  test('is forgotten whole, and who waits is told', () => {
    const one = queued(hand());
    one.ask('B', { type: 'watch', key: 'lock/1' });
    expect(one.strike({ type: 'restart', data: 'lost' })).toEqual(['crash', 'restart', 'forget A 1']);
    expect(one.ask('B', { type: 'get', key: 'lock/2' }).answer).toMatchObject({ found: false });
  });
});

describe('a watch', () => {
  test('is answered once when the key goes, after the answer to who deleted it', () => {
    const one = queued(hand());
    expect(one.ask('B', { type: 'watch', key: 'lock/1', ref: 'B/1' }).answer).toMatchObject({
      type: 'watching',
    });
    expect(one.sentOn('A', { type: 'delete', key: 'lock/1' })).toEqual(['A deleted', 'B watch.gone']);
    one.ask('A', enqueue(1));
    expect(one.sentUntil(10_000)).toEqual([]);
  });

  test('of a key that is not there is answered at once', () => {
    expect(hand().ask('A', { type: 'watch', key: 'lock' }).answer).toEqual({
      type: 'watch.gone',
      key: 'lock',
    });
  });

  test('is one for each call, and can be taken back', () => {
    const watchers = (requests: readonly MachineEvent[]) => {
      const one = queued(hand());
      for (const request of requests) one.ask('B', request);
      return one.sentUntil(10_000);
    };
    const watch = { type: 'watch', key: 'lock/1', ref: 'B/1' };
    expect(watchers([watch, watch])).toEqual(['10000 B watch.gone']);
    expect(watchers([watch, { ...watch, ref: 'B/2' }])).toEqual(['10000 B watch.gone', '10000 B watch.gone']);
    expect(watchers([watch, { type: 'unwatch', ref: 'B/1' }])).toEqual([]);
  });
});

describe('the lock call', () => {
  const call = (lease: number): MachineEvent => ({
    type: 'lock',
    under: 'lock',
    lease,
    ref: `call-${String(lease)}`,
  });
  /** A holds by its call until 10 s; B waits under a lease of `ttlMs`. */
  const waiting = (ttlMs: number, unseen = false): Hand => {
    const one = hand({ unseen });
    one.ask('A', grant(10_000));
    one.ask('B', grant(ttlMs));
    expect(one.ask('A', call(1)).answer).toMatchObject({ type: 'locked', created: 1 });
    expect(one.ask('B', call(2)).answer).toBeUndefined();
    return one;
  };

  test('is answered when the turn has come', () => {
    expect(waiting(20_000).sentUntil(10_000)).toEqual(['10000 B locked']);
  });

  test('made again waits on in its place', () => {
    const one = waiting(20_000);
    one.ask('B', call(2));
    expect(one.sentUntil(10_000)).toEqual(['10000 B locked']);
  });

  test('fails where the caller’s lease has ended meanwhile', () => {
    const one = waiting(5000);
    expect(one.sentUntil(10_000)).toEqual(['10000 B error lease-lost']);
  });

  test('unseen says locked although nothing is left of the caller: no lease is granted', () => {
    const one = waiting(5000, true);
    expect(one.sentUntil(9999)).toEqual([]);
    expect(one.sentUntil(10_000)).toEqual(['10000 B locked']);
    one.ask('A', grant(10_000));
    expect(one.ask('A', call(3)).told).toEqual(['grant A 5']);
  });

  test('needs a lease', () => {
    expect(hand().ask('A', call(7)).answer).toEqual({ type: 'error', reason: 'lease-lost', ref: 'call-7' });
  });
});

describe('a transaction', () => {
  const put = (key: string, value: string): Operation => ({ op: 'put', key, value, lease: 1 });
  const compared = (one: Hand, compare: Compare) =>
    one.ask('A', transaction([compare], [])).answer['succeeded'];

  test('compares value, creation and last put; a missing key has revision 0 and no value at all', () => {
    const one = hand();
    one.ask('A', grant(10_000));
    one.ask('A', transaction([], [put('k', 'a'), put('other', 'x'), put('k', 'b')]));
    expect(compared(one, { key: 'k', target: 'create', is: '=', to: 1 })).toBe(true);
    expect(compared(one, { key: 'k', target: 'mod', is: '=', to: 3 })).toBe(true);
    expect(compared(one, { key: 'other', target: 'mod', is: '<', to: 3 })).toBe(true);
    expect(compared(one, { key: 'k', target: 'mod', is: '>', to: 3 })).toBe(false);
    expect(compared(one, { key: 'k', target: 'value', is: '=', to: 'b' })).toBe(true);
    expect(compared(one, { key: 'k', target: 'value', is: '!=', to: 'b' })).toBe(false);
    expect(compared(one, { key: 'none', target: 'create', is: '=', to: 0 })).toBe(true);
    for (const is of ['=', '!=', '<', '>'] as const) {
      expect(compared(one, { key: 'none', target: 'value', is, to: '' })).toBe(false);
    }
  });

  test('does one list or the other, and nothing where a lease to bind to is gone', () => {
    const one = hand();
    one.ask('A', grant(1000));
    const request = transaction(
      [{ key: 'k', target: 'create', is: '=', to: 0 }],
      [put('k', 'a')],
      [
        { op: 'delete', key: 'k' },
        { op: 'get', key: 'k' },
      ],
    );
    expect(one.ask('A', request).told).toEqual(['grant A 1']);
    expect(one.ask('B', request)).toEqual({
      answer: { type: 'txn', succeeded: false, responses: [{ deleted: 1 }, { value: null, created: 0 }] },
      told: ['revoke A 1 B'],
    });
    one.until(1000);
    const lost = one.ask(
      'A',
      transaction([], [{ op: 'put', key: 'other', value: '', lease: 9 }, put('k', 'a')]),
    );
    expect(lost).toEqual({ answer: { type: 'error', reason: 'lease-lost' }, told: [] });
  });

  test('that means an earlier lease of its sender revokes what it hits', () => {
    const one = hand();
    one.ask('A', grant(10_000));
    one.ask('A', grant(10_000));
    one.ask('A', transaction([], [{ op: 'put', key: 'lock', value: '', lease: 2 }]));
    expect(one.ask('A', { type: 'delete', key: 'lock', meant: 1 }).told).toEqual(['revoke A 1 A']);
  });
});
