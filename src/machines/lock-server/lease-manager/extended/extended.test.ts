import { describe, expect, test } from 'vitest';
import type { Component, MachineEvent } from '../../../../engine/component.ts';
import { Hand } from '../../testing/hand.ts';
import { extendedLeaseManager } from './extended-lease-manager.ts';
import { PLAIN_EXTRAS, type LeaseExtras } from './memory.ts';

const BASE = { id: 'lock', keys: ['lock', 'other'], raises: [], clock: 'wall' } as const;

function extended(extras: Partial<LeaseExtras>): Component {
  return extendedLeaseManager({ ...BASE, extras: { ...PLAIN_EXTRAS, ...extras } });
}

function hand(extras: Partial<LeaseExtras> = {}): Hand {
  return new Hand(extended(extras));
}

const acquire = (ttlMs: number, more: object = {}): MachineEvent => ({
  type: 'acquire',
  key: 'lock',
  ttlUs: ttlMs * 1000,
  ...more,
});
const renew = (token: number, ttlMs: number): MachineEvent => ({ ...acquire(ttlMs), type: 'renew', token });
const release = (token: number): MachineEvent => ({ type: 'release', key: 'lock', token });
const waits = (from: string, ttlMs = 100): MachineEvent => acquire(ttlMs, { waits: true, ref: `${from}/1` });
const own = (event: MachineEvent): MachineEvent => ({ type: 'own', name: 'own', event });

describe('a lock delay', () => {
  test('passes between a lease that ran out and the next grant, whoever asks', () => {
    const one = hand({ lockDelayUs: 50_000 });
    one.ask('A', acquire(100));
    expect(one.until(100)).toEqual(['expire A 1']);
    expect(one.ask('B', acquire(100)).answer).toMatchObject({ type: 'refused', reason: 'lock-delay' });
    expect(one.ask('A', acquire(100)).answer).toMatchObject({ reason: 'lock-delay' });
    expect(one.until(150)).toEqual([]);
    expect(one.ask('B', acquire(100)).told).toEqual(['grant B 2']);
  });

  test('does not follow a release, not even one within it', () => {
    const one = hand({ lockDelayUs: 50_000 });
    one.ask('A', acquire(100));
    one.ask('A', release(1));
    expect(one.ask('B', acquire(100)).told).toEqual(['grant B 2']);
    one.until(100);
    one.ask('B', release(2));
    expect(one.ask('A', acquire(100)).told).toEqual(['grant A 3']);
  });

  test('is off where the clock goes back and the lease lives again', () => {
    const one = hand({ lockDelayUs: 50_000 });
    one.ask('A', acquire(100));
    one.until(110);
    expect(one.strike({ type: 'clock', byUs: -40_000 })).toEqual(['clock', 'revive A 1']);
    expect(one.ask('A', renew(1, 100)).answer).toMatchObject({ type: 'renewed' });
    expect(one.until(209)).toEqual([]);
  });
});

describe('leases without an end', () => {
  test('are promised none and never run out', () => {
    const one = hand({ endless: true });
    expect(one.ask('A', acquire(100)).answer).toEqual({
      type: 'granted',
      key: 'lock',
      token: 1,
      ttlUs: null,
    });
    expect(one.until(1_000_000)).toEqual([]);
    expect(one.ask('B', acquire(100)).answer).toMatchObject({ reason: 'held' });
    expect(one.ask('A', renew(1, 0)).answer).toMatchObject({ type: 'renewed' });
    one.ask('A', release(1));
    expect(one.ask('B', acquire(0)).told).toEqual(['grant B 2']);
  });
});

describe('stealing', () => {
  const steal: MachineEvent = { ...acquire(100), type: 'steal' };

  test('takes a live key over where it is allowed; the old token is worth nothing then', () => {
    const one = hand({ stealing: true });
    one.ask('A', acquire(100));
    expect(one.ask('B', steal).told).toEqual(['steal A 1 B', 'grant B 2']);
    expect(one.ask('A', renew(1, 100)).answer).toMatchObject({ reason: 'lease-lost' });
    expect(one.until(99)).toEqual([]);
    expect(one.until(100)).toEqual(['expire B 2']);
  });

  test('is an acquire where nobody holds the key, and refused where it is not allowed', () => {
    expect(hand({ stealing: true }).ask('A', steal).told).toEqual(['grant A 1']);
    expect(hand().ask('A', steal).answer).toMatchObject({ type: 'refused', reason: 'no-stealing' });
  });

  test('from oneself steals nothing, and a lock delay is not passed over', () => {
    const one = hand({ stealing: true, lockDelayUs: 50_000 });
    one.ask('A', acquire(100));
    expect(one.ask('A', steal).told).toEqual(['grant A 2']);
    one.until(100);
    expect(one.ask('B', steal).answer).toMatchObject({ reason: 'lock-delay' });
  });
});

describe('an owner that is known', () => {
  test('keeps its lease, its token and a TTL anew when it acquires again', () => {
    const one = hand({ owner: 'known' });
    one.ask('A', acquire(100));
    one.until(60);
    expect(one.ask('A', acquire(100))).toEqual({
      answer: { type: 'granted', key: 'lock', token: 1, ttlUs: 100_000 },
      told: ['renew A 1'],
    });
    expect(one.ask('B', acquire(100)).answer).toMatchObject({ reason: 'held' });
    expect(one.until(159)).toEqual([]);
    expect(one.until(160)).toEqual(['expire A 1']);
    expect(one.ask('A', acquire(100)).told).toEqual(['grant A 2']);
  });
});

describe('a counter', () => {
  const tokens = (counter: LeaseExtras['counter'], moves: (one: Hand) => void): readonly string[] => {
    const one = hand({ counter });
    one.ask('A', acquire(100));
    moves(one);
    return [...one.ask('A', acquire(100)).told, ...one.ask('B', { ...acquire(100), key: 'other' }).told];
  };
  const released = (one: Hand): void => void one.ask('A', release(1));

  test('that lasts is one for all keys', () => {
    expect(tokens({ kind: 'persistent' }, released)).toEqual(['grant A 2', 'grant B 3']);
  });

  test('that rises only with another holder gives the same number again to the same', () => {
    const one = hand({ counter: { kind: 'per-holder' } });
    const told = ['A', 'A', 'B', 'B', 'A'].map((from) => one.ask(from, acquire(0)).told[0]);
    expect(told).toEqual(['grant A 1', 'grant A 1', 'grant B 2', 'grant B 2', 'grant A 3']);
  });

  test('kept in the record of the lease is gone with it', () => {
    expect(tokens({ kind: 'forgotten-when-free' }, released)).toEqual(['grant A 1', 'grant B 1']);
    expect(tokens({ kind: 'forgotten-when-free' }, (one) => void one.until(100))).toEqual([
      'grant A 1',
      'grant B 1',
    ]);
    const stolen = hand({ counter: { kind: 'forgotten-when-free' }, stealing: true });
    stolen.ask('A', acquire(100));
    expect(stolen.ask('B', { ...acquire(100), type: 'steal' }).told).toEqual(['steal A 1 B', 'grant B 2']);
  });

  test('that expires starts anew so long after the last grant or renewal', () => {
    const after = (ms: number) =>
      tokens({ kind: 'expires', afterUs: 500_000 }, (one) => {
        one.until(90);
        one.ask('A', renew(1, 100));
        one.until(90 + ms);
      });
    expect(after(499)[0]).toBe('grant A 2');
    expect(after(500)[0]).toBe('grant A 1');
  });
});

describe('a service that forgets', () => {
  test('loses the record of a key: another is granted it, and who held it can do nothing', () => {
    const one = hand();
    one.ask('A', acquire(100));
    expect(one.strike(own({ type: 'forget', key: 'lock' }))).toEqual(['fault', 'forget A 1']);
    expect(one.ask('A', release(1)).answer).toMatchObject({ reason: 'lease-lost' });
    expect(one.ask('B', acquire(100)).told).toEqual(['grant B 2']);
    expect(one.until(200)).toEqual(['expire B 2']);
  });

  test('has nothing to forget where there is no record', () => {
    expect(hand().strike(own({ type: 'forget', key: 'lock' }))).toEqual([]);
  });
});

describe('a queue', () => {
  test('serves waiters in turn as leases end, by what they asked for', () => {
    const one = hand({ queue: 'seen' });
    one.ask('A', acquire(100));
    expect(one.ask('B', waits('B')).answer).toEqual({ type: 'queued', key: 'lock', ref: 'B/1' });
    expect(one.until(100)).toEqual(['expire A 1', 'grant B 2']);
    expect(one.ask('B', release(2)).told).toEqual(['release B 2']);
    expect(one.ask('B', waits('B')).told).toEqual(['grant B 3']);
  });

  test('lets go of a waiter that it has not heard of for its TTL', () => {
    const one = hand({ queue: 'seen' });
    one.ask('A', acquire(1000));
    one.ask('B', waits('B', 300));
    one.until(299);
    one.ask('B', waits('B', 300));
    expect(one.until(598)).toEqual([]);
    one.ask('A', release(1));
    expect(one.ask('A', acquire(100)).answer).toMatchObject({ type: 'refused', reason: 'held' });
    const silent = hand({ queue: 'seen' });
    silent.ask('A', acquire(1000));
    silent.ask('B', waits('B', 300));
    silent.until(300);
    expect(silent.ask('A', release(1)).told).toEqual(['release A 1']);
  });

  test('unseen serves whoever has once asked', () => {
    const one = hand({ queue: 'unseen' });
    one.ask('A', acquire(1000));
    one.ask('B', waits('B', 300));
    expect(one.until(1000)).toEqual(['expire A 1', 'grant B 2']);
    expect(one.until(1300)).toEqual(['expire B 2']);
  });

  test('tells a call once more that was granted the key while it asked again', () => {
    const one = hand({ queue: 'seen' });
    one.ask('A', waits('A'));
    expect(one.ask('A', waits('A'))).toEqual({
      answer: { type: 'granted', key: 'lock', token: 1, ttlUs: 100_000, ref: 'A/1' },
      told: [],
    });
  });

  test('can be left, and what was granted on the way is given back', () => {
    const one = hand({ queue: 'seen' });
    const leave = { type: 'leave', key: 'lock', place: 'B/1' };
    one.ask('A', acquire(100));
    one.ask('B', waits('B', 500));
    expect(one.ask('B', leave).answer).toEqual({ type: 'left', key: 'lock' });
    expect(one.until(100)).toEqual(['expire A 1']);
    one.ask('B', waits('B', 500));
    expect(one.ask('B', leave).told).toEqual(['release B 2']);
  });

  test('waits out a lock delay, and serves when a record is forgotten', () => {
    const one = hand({ queue: 'seen', lockDelayUs: 50_000 });
    one.ask('A', acquire(100));
    one.ask('B', waits('B', 500));
    expect(one.until(149)).toEqual(['expire A 1']);
    expect(one.until(150)).toEqual(['grant B 2']);
    one.ask('A', waits('A', 500));
    expect(one.strike(own({ type: 'forget', key: 'lock' }))).toEqual(['fault', 'forget B 2', 'grant A 3']);
  });

  test('is for those who ask for it, and not there where it is off', () => {
    const one = hand({ queue: 'seen' });
    one.ask('A', acquire(100));
    expect(one.ask('B', acquire(100)).answer).toMatchObject({ type: 'refused', reason: 'held' });
    const off = hand();
    off.ask('A', acquire(100));
    expect(off.ask('B', waits('B')).answer).toMatchObject({ type: 'refused', reason: 'held' });
  });
});

describe('a service that splits', () => {
  const split = (keeps = 'first'): MachineEvent => own({ type: 'split', aside: ['B'], keeps });
  const join = own({ type: 'join' });

  test('grants on either side, each with its own counter', () => {
    const one = hand();
    expect(one.strike(split())).toEqual(['fault']);
    expect(one.ask('A', acquire(100)).told).toEqual(['grant A 1']);
    expect(one.ask('B', acquire(200)).told).toEqual(['grant B 1']);
    expect(one.ask('A', acquire(100)).answer).toMatchObject({ reason: 'held' });
    expect(one.until(100)).toEqual(['expire A 1']);
    expect(one.until(200)).toEqual(['expire B 1']);
  });

  test('begins on both sides with what it knew: a lease is over when its last copy is', () => {
    const one = hand();
    one.ask('A', acquire(100));
    one.until(40);
    one.strike(split());
    expect(one.ask('B', acquire(100)).answer).toMatchObject({ reason: 'held' });
    one.ask('A', renew(1, 100));
    expect(one.until(100)).toEqual([]);
    expect(one.ask('B', acquire(100)).told).toEqual(['grant B 2']);
    expect(one.until(140)).toEqual(['expire A 1']);
  });

  test.each([
    ['first', 'forget B 1', 'A'],
    ['second', 'forget A 1', 'B'],
  ] as const)(
    'joins again: the record of the %s half stays, and the other is lost',
    (keeps, told, holder) => {
      const one = hand();
      one.strike(split(keeps));
      one.ask('A', acquire(100));
      one.ask('B', acquire(200));
      one.until(50);
      expect(one.strike(join)).toEqual(['fault', told]);
      expect(one.ask('A', { type: 'which-token', key: 'lock' }).answer).toMatchObject({ token: 1 });
      expect(one.ask(holder, renew(1, 100)).told).toEqual([`renew ${holder} 1`]);
      expect(one.until(150)).toEqual([`expire ${holder} 1`]);
      expect(one.until(400)).toEqual([]);
    },
  );

  test('joins with the deadlines of the half that stays', () => {
    const one = hand();
    one.strike(split('second'));
    one.ask('B', acquire(200));
    one.until(50);
    one.strike(join);
    expect(one.until(199)).toEqual([]);
    expect(one.until(200)).toEqual(['expire B 1']);
  });

  test('is split once, and has nothing to join where it is whole', () => {
    const one = hand();
    expect(one.strike(join)).toEqual([]);
    one.strike(split());
    expect(one.strike(split())).toEqual([]);
  });

  test('shows a store the half that it hears, and loses both halves in a restart without data', () => {
    const one = hand();
    one.strike(own({ type: 'split', aside: ['B', 'store'] }));
    one.ask('A', acquire(100));
    expect(one.write(1)).toBe('rejected');
    one.ask('B', acquire(100));
    expect(one.write(1)).toBe('accepted');
    expect(one.strike({ type: 'restart', data: 'lost' })).toEqual([
      'crash',
      'restart',
      'forget A 1',
      'forget B 1',
    ]);
    expect(one.until(500)).toEqual([]);
  });
});
