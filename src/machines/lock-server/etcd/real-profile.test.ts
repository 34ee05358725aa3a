import { describe, expect, test } from 'vitest';
import type { MachineEvent } from '../../../engine/component.ts';
import { Hand } from '../testing/hand.ts';
import { etcd } from './etcd.ts';
import type { RealProfile } from './memory.ts';

const REAL: RealProfile = {
  electionTimeoutUs: 1_000_000,
  deletionGapUs: 300_000,
  seed: 1,
  checkpoints: false,
  withoutQuorum: 'fail',
};

function hand(real: Partial<RealProfile> | null = {}): Hand {
  const profile = real === null ? null : { ...REAL, ...real };
  return new Hand(etcd({ id: 'etcd', keys: ['lock'], raises: [], real: profile }));
}

const grant = (ttlMs: number): MachineEvent => ({ type: 'lease.grant', ttlUs: ttlMs * 1000 });
const put = (from: string, lease: number): MachineEvent => ({
  type: 'put-if-absent',
  key: 'lock',
  value: from,
  lease,
});
const keepalive = (lease: number): MachineEvent => ({ type: 'lease.keepalive', lease });
const LOST: MachineEvent = { type: 'quorum.lost' };
const BACK: MachineEvent = { type: 'quorum.back' };
const CHANGE: MachineEvent = { type: 'leader.change' };
/** The fault entry of an engine fault is not made by hand: the event goes to the machine as it is. */
const own = (event: MachineEvent): MachineEvent => ({ type: 'own', name: 'own', event });

/** A holds the key under lease 1. */
function held(one: Hand, ttlMs = 10_000): Hand {
  one.ask('A', grant(ttlMs));
  one.ask('A', put('A', 1));
  return one;
}

describe('a TTL', () => {
  test('is at least 1.5 election timeouts, rounded up to a second', () => {
    const granted = (real: Partial<RealProfile> | null, ttlMs: number) =>
      Number(hand(real).ask('A', grant(ttlMs)).answer['ttlUs']) / 1000;
    expect(granted({}, 500)).toBe(2000);
    expect(granted({}, 2000)).toBe(2000);
    expect(granted({}, 2001)).toBe(3000);
    expect(granted({ electionTimeoutUs: 3_000_000 }, 2000)).toBe(5000);
    expect(granted(null, 500)).toBe(500);
  });

  test('of nothing is refused', () => {
    expect(hand().ask('A', grant(0)).answer).toEqual({ type: 'error', reason: 'ttl' });
  });
});

describe('a key', () => {
  test('vanishes some time after the end of its lease, never before', () => {
    const one = held(hand());
    expect(one.until(10_299)).toEqual([]);
    one.ask('B', grant(10_000));
    expect(one.ask('B', put('B', 2)).answer).toEqual({ type: 'txn', succeeded: false });
    expect(one.until(10_300)).toEqual(['expire A 1']);
    expect(one.ask('B', put('B', 2)).told).toEqual(['grant B 3']);
  });

  test('vanishes after a time of its own for each lease where none is given, the same in every run', () => {
    const gapOf = (seed: number): number => {
      const one = held(hand({ deletionGapUs: null, seed }));
      let ms = 10_000;
      while (one.until(ms).length === 0) ms += 1;
      return ms - 10_000;
    };
    const gaps = [1, 2, 3, 4, 5, 6].map(gapOf);
    expect(gaps).toEqual([1, 2, 3, 4, 5, 6].map(gapOf));
    expect(new Set(gaps).size).toBeGreaterThan(4);
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(12);
      expect(gap).toBeLessThanOrEqual(517);
    }
  });

  test('can still be put under a lease that has run out, and vanishes with it', () => {
    const one = hand();
    one.ask('A', grant(10_000));
    one.until(10_100);
    expect(one.ask('A', put('A', 1)).told).toEqual(['grant A 1']);
    expect(one.until(10_300)).toEqual(['expire A 1']);
  });

  test('in the plain profile vanishes at the very end', () => {
    expect(held(hand(null)).until(10_000)).toEqual(['expire A 1']);
  });
});

describe('a keepalive for a lease that has run out', () => {
  test('is answered when the keys are gone', () => {
    const one = held(hand());
    one.until(10_100);
    expect(one.ask('A', keepalive(1))).toEqual({ answer: undefined, told: [] });
    expect(one.sentUntil(10_300)).toEqual(['10300 A error lease-lost']);
  });

  test('is answered at once where somebody revokes the lease, and nothing is left of it', () => {
    const one = held(hand());
    one.until(10_100);
    one.ask('A', { ...keepalive(1), ref: 'session' });
    expect(one.ask('A', { type: 'lease.revoke', lease: 1 })).toEqual({
      answer: { type: 'error', reason: 'lease-lost', ref: 'session' },
      told: ['release A 1'],
    });
    expect(one.until(20_000)).toEqual([]);
  });
});

describe('a change of leader', () => {
  test('gives leases their whole TTL again, and nobody is told', () => {
    const one = held(hand());
    one.until(9000);
    expect(one.strike(own(CHANGE))).toEqual(['fault']);
    expect(one.until(19_299)).toEqual([]);
    expect(one.until(19_300)).toEqual(['expire A 1']);
  });

  test('saves a lease that has run out, and who asked is told that it goes on', () => {
    const one = held(hand());
    one.until(10_100);
    one.ask('A', keepalive(1));
    expect(one.strike(own(CHANGE))).toEqual(['fault', 'renew A 1']);
    expect(one.until(20_399)).toEqual([]);
    expect(one.until(20_400)).toEqual(['expire A 1']);
  });

  test('leaves what is left where checkpoints are on', () => {
    const one = held(hand({ checkpoints: true }));
    one.until(9000);
    one.strike(own(CHANGE));
    expect(one.until(10_300)).toEqual(['expire A 1']);
  });

  test('cannot come without a quorum, and means nothing to the plain profile', () => {
    const one = held(hand());
    one.strike(own(LOST));
    expect(one.strike(own(CHANGE))).toEqual([]);
    expect(held(hand(null)).strike(own(CHANGE))).toEqual([]);
  });
});

describe('without a quorum', () => {
  test('nothing is granted, renewed, released or expires; after it leases get their whole TTL again', () => {
    const one = held(hand());
    one.until(3000);
    one.strike(own(LOST));
    for (const request of [grant(10_000), keepalive(1), put('B', 1), { type: 'lease.revoke', lease: 1 }]) {
      expect(one.ask('B', request)).toEqual({ answer: { type: 'error', reason: 'unavailable' }, told: [] });
    }
    expect(one.until(60_000)).toEqual([]);
    one.strike(own(BACK));
    expect(one.ask('B', grant(10_000)).answer['lease']).toBe(2);
    expect(one.ask('B', put('B', 2)).answer).toEqual({ type: 'txn', succeeded: false });
    expect(one.until(70_299)).toEqual([]);
    expect(one.until(70_300)).toEqual(['expire A 1']);
  });

  test('requests get no answer where that is chosen', () => {
    const one = held(hand({ withoutQuorum: 'hang' }));
    one.strike(own(LOST));
    expect(one.ask('A', keepalive(1)).answer).toBeUndefined();
  });

  test('a store that asks is told of no lease', () => {
    const one = held(hand());
    expect(one.write(1)).toBe('accepted');
    one.strike(own(LOST));
    expect(one.write(1)).toBe('rejected');
    one.strike(own(BACK));
    expect(one.write(1)).toBe('accepted');
  });

  test('a lease that has run out stays, and a keepalive that waits fails or goes on waiting', () => {
    const failing = held(hand());
    failing.until(10_100);
    failing.ask('A', keepalive(1));
    failing.strike(own(LOST));
    expect(failing.sentUntil(30_000)).toEqual([]);
    failing.strike(own(BACK));
    expect(failing.until(40_300)).toEqual(['expire A 1']);
    const hanging = held(hand({ withoutQuorum: 'hang' }));
    hanging.until(10_100);
    hanging.ask('A', keepalive(1));
    hanging.strike(own(LOST));
    hanging.until(30_000);
    expect(hanging.strike(own(BACK))).toEqual(['fault', 'renew A 1']);
  });

  test('what is left of a lease runs on where checkpoints are on, and its keys go when the quorum is back', () => {
    const one = held(hand({ checkpoints: true }));
    one.until(9000);
    one.strike(own(LOST));
    expect(one.until(30_000)).toEqual([]);
    one.strike(own(BACK));
    expect(one.until(30_300)).toEqual(['expire A 1']);
  });

  test('is told once however often it is lost', () => {
    const one = held(hand());
    expect([LOST, LOST, BACK, BACK].map((event) => one.strike(own(event)).length)).toEqual([1, 0, 1, 0]);
  });
});

describe('a restart', () => {
  test('with the data gives leases their whole TTL again; while down nothing expires', () => {
    const one = held(hand());
    one.until(9000);
    one.strike({ type: 'crash' });
    expect(one.until(30_000)).toEqual([]);
    one.strike({ type: 'restart', data: 'kept' });
    expect(one.until(40_299)).toEqual([]);
    expect(one.until(40_300)).toEqual(['expire A 1']);
  });

  test('without the data forgets all: the end of an earlier lease does not touch a later one', () => {
    const one = held(hand());
    one.until(10_100);
    expect(one.strike({ type: 'restart', data: 'lost' })).toEqual(['crash', 'restart', 'forget A 1']);
    held(one);
    expect(one.until(20_399)).toEqual([]);
    expect(one.until(20_400)).toEqual(['expire A 1']);
  });

  test('does not bring a lost quorum back', () => {
    const one = held(hand());
    one.strike(own(LOST));
    one.strike({ type: 'restart', data: 'kept' });
    expect(one.ask('A', keepalive(1)).answer).toEqual({ type: 'error', reason: 'unavailable' });
    one.strike({ type: 'restart', data: 'lost' });
    expect(one.ask('A', grant(5000)).answer).toEqual({ type: 'error', reason: 'unavailable' });
    one.strike(own(BACK));
    expect(one.ask('A', grant(5000)).answer['lease']).toBe(1);
  });
});
