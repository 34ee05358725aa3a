import { describe, expect, test } from 'vitest';
import { storeRules } from './registry.ts';
import { NO_FENCE, raise, STORE_KINDS, type LeaseView } from './rule.ts';

const at = (highest: number | null) => ({ highest });
const live = (token: number | null): LeaseView => ({ live: true, token });

describe('store rules', () => {
  test('the registry has every kind under its own name', () => {
    expect(Object.keys(storeRules)).toEqual([...STORE_KINDS]);
    for (const kind of STORE_KINDS) expect(storeRules[kind].kind).toBe(kind);
  });

  test('naive accepts whatever comes and learns nothing', () => {
    expect(storeRules.naive.judge(at(9), 1, null)).toEqual({ accepted: true, fence: at(9) });
  });

  test('fenced refuses a lower token and accepts an equal one', () => {
    expect(storeRules.fenced.judge(at(2), 1, null)).toEqual({
      accepted: false,
      fence: at(2),
      reason: 'stale-token',
    });
    expect(storeRules.fenced.judge(at(2), 2, null)).toEqual({ accepted: true, fence: at(2) });
    expect(storeRules.fenced.judge(at(2), 3, null)).toEqual({ accepted: true, fence: at(3) });
  });

  test('the first token sets the fence, whatever its sign', () => {
    expect(storeRules.fenced.judge(NO_FENCE, -3, null)).toEqual({ accepted: true, fence: at(-3) });
    expect(storeRules['strictly-fenced'].judge(NO_FENCE, 0, null)).toEqual({ accepted: true, fence: at(0) });
  });

  test('a write without a token does not ask the fence', () => {
    for (const kind of ['fenced', 'strictly-fenced', 'fenced-at-takeover'] as const) {
      expect(storeRules[kind].judge(at(5), null, null)).toEqual({ accepted: true, fence: at(5) });
    }
  });

  test('strictly fenced drops the second write of one holder', () => {
    expect(storeRules['strictly-fenced'].judge(at(2), 2, null)).toEqual({
      accepted: false,
      fence: at(2),
      reason: 'token-not-higher',
    });
    expect(storeRules['strictly-fenced'].judge(at(2), 1, null).reason).toBe('stale-token');
  });

  test('authoritative asks for a live record that holds the token', () => {
    const { judge } = storeRules.authoritative;
    expect(judge(NO_FENCE, 1, live(1)).accepted).toBe(true);
    expect(judge(NO_FENCE, 1, live(2)).reason).toBe('other-token');
    expect(judge(NO_FENCE, 1, { live: false, token: 1 }).reason).toBe('lease-not-live');
    expect(judge(NO_FENCE, 1, null).reason).toBe('no-lease');
    expect(judge(NO_FENCE, null, live(null)).accepted).toBe(true);
    expect(judge(NO_FENCE, null, live(1)).accepted).toBe(false);
  });

  test('raising never lowers', () => {
    expect(raise(at(3), 2)).toEqual(at(3));
    expect(raise(at(3), 4)).toEqual(at(4));
    expect(raise(NO_FENCE, null)).toEqual(NO_FENCE);
  });
});
