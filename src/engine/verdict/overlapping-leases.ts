import type { Entry } from '../trace.ts';
import { facts, finite, type Draft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { KeyState } from './records.ts';

/**
 * Overlapping leases: two unexpired promises to different clients for a key at once. Asked when a promise
 * begins to count: at a grant, and at a renewal that brings a lease back.
 */
export function overlappingLeases(entry: Entry, key: KeyState, lease: Lease): Draft | null {
  if (!lease.promises(entry.t)) return null;
  const other = otherPromise(key.promises, lease, entry);
  if (other === null) return null;
  return {
    kind: 'overlapping-leases',
    entry,
    client: lease.client,
    key: key.key,
    because: [other.grant.seq, other.endSeq, lease.grant.seq],
    facts: facts({
      other: other.client,
      token: lease.token,
      otherToken: other.token,
      otherAt: other.grant.t,
      expires: finite(other.promised),
      leaseEndedBy: other.ended ?? undefined,
    }),
  };
}

/**
 * The newest promise of another client that still counts. Promises that are over are taken off the end of
 * the list on the way, so that each is looked at once.
 */
function otherPromise(promises: Lease[], lease: Lease, { t }: Entry): Lease | null {
  const mine = promises.pop();
  let found: Lease | null = null;
  for (let other = promises.at(-1); other !== undefined; other = promises.at(-1)) {
    if (other !== lease && other.client !== lease.client && other.promises(t)) {
      found = other;
      break;
    }
    promises.pop();
  }
  if (mine !== undefined) promises.push(mine);
  return found;
}
