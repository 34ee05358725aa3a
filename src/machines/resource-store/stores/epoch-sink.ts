import type { StoreRule } from './rule.ts';

/**
 * Reads the latest epoch ever granted for one fixed key and refuses what is lower. Expiry and the key that
 * the writer relied on are not looked at; an epoch that nobody granted passes if it is not lower.
 */
export const epochSink: StoreRule = {
  kind: 'epoch-sink',
  readsLease: true,
  raisedByGrant: false,
  raisedByWrite: false,
  judge(fence, token, lease) {
    const latest = lease?.token ?? 0;
    return (token ?? 0) < latest
      ? { accepted: false, fence, reason: 'stale-token' }
      : { accepted: true, fence };
  },
};
