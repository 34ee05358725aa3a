import type { StoreRule } from './rule.ts';

/**
 * Accepts a write only if the record's version is still the one that was read. Tokens are not looked at: it
 * stops what was computed from an old value, whoever holds the lock, and lets a stale writer pass that has read
 * again. A write of somebody who has read nothing has no version to compare, and is refused.
 */
export const compareAndSet: StoreRule = {
  kind: 'compare-and-set',
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: false,
  judge(fence, _token, _lease, { version, base }) {
    if (base === null) return { accepted: false, fence, reason: 'nothing-read' };
    if (base !== version) return { accepted: false, fence, reason: 'other-version' };
    return { accepted: true, fence };
  },
};
