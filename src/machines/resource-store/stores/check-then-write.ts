import type { StoreKind, StoreRule } from './rule.ts';

/** How a store reads the token out of the lock service's record; null where it cannot be read. */
type Parser = (token: number) => number | null;

/**
 * Reads the lock service's token, then writes, in two steps where the request says so: it requires the very
 * token of the live lease, and refuses when there is no lease.
 */
function rule(kind: StoreKind, parse: Parser): StoreRule {
  return {
    kind,
    readsLease: true,
    raisedByGrant: false,
    raisedByWrite: false,
    judge(fence, token, lease) {
      if (lease === null || !lease.live || lease.token === null)
        return { accepted: false, fence, reason: 'no-lease' };
      const current = parse(lease.token);
      if (current === null) return { accepted: false, fence, reason: 'unreadable-token' };
      if ((token ?? 0) < current) return { accepted: false, fence, reason: 'stale-token' };
      if ((token ?? 0) > current) return { accepted: false, fence, reason: 'other-token' };
      return { accepted: true, fence };
    },
  };
}

/** Reads the token as it was written. */
export const checkThenWrite = rule('check-then-write', (token) => token);

/** A flaw: the pattern that reads the value swallows the separator, so that no token is ever found. */
export const checkThenWriteMisparsed = rule('check-then-write-misparsed', () => null);
