import type { StoreRule } from './rule.ts';

/**
 * Accepts a write only if the lock service's record for the key is live and holds the write's token, read
 * in the same atomic step. Where the service issues no tokens and the write presents none, only the
 * liveness is left to check: such a store cannot tell one client from another. What is read is the record,
 * which lies where the store's own data lie: it and its end are there even while the service's process is
 * paused or down.
 */
export const authoritative: StoreRule = {
  kind: 'authoritative',
  readsLease: true,
  raisedByGrant: false,
  raisedByWrite: false,
  judge(fence, token, lease) {
    if (lease === null) return { accepted: false, fence, reason: 'no-lease' };
    if (!lease.live) return { accepted: false, fence, reason: 'lease-not-live' };
    if (lease.token !== token) return { accepted: false, fence, reason: 'other-token' };
    return { accepted: true, fence };
  },
};
