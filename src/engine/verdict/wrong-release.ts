import type { Entry } from '../trace.ts';
import { facts, finite, type Draft } from './draft.ts';
import type { Lease } from './lease.ts';

/**
 * Wrong release: a lease was ended by somebody, or by a request, that did not own it. Only a `revoke` tells
 * that; a `steal` is allowed by its protocol, and a `forget` is a loss of state. Nothing was ended where
 * the lease had run out before and the key had gone to somebody else.
 */
export function wrongRelease(entry: Entry, lease: Lease, passedOn: boolean): Draft | null {
  if (entry.ev !== 'revoke' || passedOn) return null;
  return {
    kind: 'wrong-release',
    entry,
    client: lease.client,
    key: lease.key,
    because: [lease.grant.seq],
    facts: facts({
      other: entry.by,
      token: lease.token,
      otherAt: lease.grant.t,
      expires: finite(lease.promised),
    }),
  };
}
