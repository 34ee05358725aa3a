import { describe, expect, test } from 'vitest';
import { storeRules } from './registry.ts';
import {
  NO_FENCE,
  raise,
  STORE_KINDS,
  type Fence,
  type Judgement,
  type LeaseView,
  type RowView,
  type StoreKind,
} from './rule.ts';

const at = (highest: number | null) => ({ highest });
const ROW: RowView = { isThere: true, version: 0, base: null };
const judged = (
  kind: StoreKind,
  fence: Fence,
  token: number | null,
  lease: LeaseView | null = null,
  row: Partial<RowView> = {},
): Judgement => storeRules[kind].judge(fence, token, lease, { ...ROW, ...row });
const live = (token: number | null): LeaseView => ({ live: true, token });

describe('store rules', () => {
  test('the registry has every kind under its own name', () => {
    expect(Object.keys(storeRules)).toEqual([...STORE_KINDS]);
    for (const kind of STORE_KINDS) expect(storeRules[kind].kind).toBe(kind);
  });

  test('naive accepts whatever comes and learns nothing', () => {
    expect(judged('naive', at(9), 1, null)).toEqual({ accepted: true, fence: at(9) });
  });

  test('fenced refuses a lower token and accepts an equal one', () => {
    expect(judged('fenced', at(2), 1, null)).toEqual({
      accepted: false,
      fence: at(2),
      reason: 'stale-token',
    });
    expect(judged('fenced', at(2), 2, null)).toEqual({ accepted: true, fence: at(2) });
    expect(judged('fenced', at(2), 3, null)).toEqual({ accepted: true, fence: at(3) });
  });

  test('the first token sets the fence, whatever its sign', () => {
    expect(judged('fenced', NO_FENCE, -3, null)).toEqual({ accepted: true, fence: at(-3) });
    expect(judged('strictly-fenced', NO_FENCE, 0, null)).toEqual({ accepted: true, fence: at(0) });
  });

  test('a write without a token does not ask the fence', () => {
    for (const kind of ['fenced', 'strictly-fenced', 'fenced-at-takeover'] as const) {
      expect(judged(kind, at(5), null, null)).toEqual({ accepted: true, fence: at(5) });
    }
  });

  test('strictly fenced drops the second write of one holder', () => {
    expect(judged('strictly-fenced', at(2), 2, null)).toEqual({
      accepted: false,
      fence: at(2),
      reason: 'token-not-higher',
    });
    expect(judged('strictly-fenced', at(2), 1, null).reason).toBe('stale-token');
  });

  test('authoritative asks for a live record that holds the token', () => {
    expect(judged('authoritative', NO_FENCE, 1, live(1)).accepted).toBe(true);
    expect(judged('authoritative', NO_FENCE, 1, live(2)).reason).toBe('other-token');
    expect(judged('authoritative', NO_FENCE, 1, { live: false, token: 1 }).reason).toBe('lease-not-live');
    expect(judged('authoritative', NO_FENCE, 1, null).reason).toBe('no-lease');
    expect(judged('authoritative', NO_FENCE, null, live(null)).accepted).toBe(true);
    expect(judged('authoritative', NO_FENCE, null, live(1)).accepted).toBe(false);
  });

  test('compare and set looks at the version that was read and at nothing else', () => {
    const write = (base: number | null, version: number) =>
      judged('compare-and-set', at(9), 1, null, { version, base });
    expect(write(3, 3)).toEqual({ accepted: true, fence: at(9) });
    expect(write(2, 3).reason).toBe('other-version');
    expect(write(null, 0).reason).toBe('nothing-read');
  });

  test('a conditional update says 0 rows alike for a stale token, an equal one, none, a missing row and a null fence', () => {
    const update = (highest: number | null, token: number | null, isThere = true) =>
      judged('conditional-update', at(highest), token, null, { isThere });
    expect(update(1, 2)).toEqual({ accepted: true, fence: at(2) });
    for (const refused of [update(2, 1), update(2, 2), update(2, null), update(1, 2, false), update(null, 1)])
      expect(refused).toMatchObject({ accepted: false, reason: 'no-rows' });
    expect(update(null, 1).fence).toEqual(NO_FENCE);
  });

  test('raising never lowers', () => {
    expect(raise(at(3), 2)).toEqual(at(3));
    expect(raise(at(3), 4)).toEqual(at(4));
    expect(raise(NO_FENCE, null)).toEqual(NO_FENCE);
  });
});
