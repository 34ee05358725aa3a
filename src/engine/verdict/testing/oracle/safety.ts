import type { Entry, Trace } from '../../../trace.ts';
import { claimAt, type Claim } from './claim.ts';
import { believes } from './clients.ts';
import { deliveryOf } from './deliveries.ts';
import {
  isGrantedAfter,
  isLive,
  isPromised,
  isRevival,
  keyOf,
  leasesOf,
  spokenOf,
  standingBefore,
  wentToAnother,
  type Lease,
} from './leases.ts';

/** The findings about what must never happen, each straight from its definition. */
export function safetyClaims(trace: Trace): readonly Claim[] {
  return trace.flatMap((entry) => [
    ...overlappingLeases(trace, entry),
    ...overlappingBeliefs(trace, entry),
    ...writes(trace, entry),
    ...lostUpdate(trace, entry),
    ...wrongRelease(trace, entry),
    ...tokenRegression(trace, entry),
  ]);
}

/** Two unexpired promises to different clients for a key at once: shown where the second begins to count, or again. */
function overlappingLeases(trace: Trace, entry: Entry): readonly Claim[] {
  if (entry.ev !== 'grant' && entry.ev !== 'renew') return [];
  const leases = leasesOf(trace).filter(({ key }) => key === keyOf(entry));
  const own =
    leases.find(({ from }) => from === entry.seq) ??
    [spokenOf(trace, entry)].find((lease) => lease !== undefined && isRevival(trace, lease, entry));
  const runs = (lease: Lease) => isPromised(trace, lease, entry.seq + 1, entry.t);
  if (own === undefined || !runs(own)) return [];
  return leases.some((other) => other.client !== own.client && runs(other))
    ? [claimAt(entry, 'overlapping-leases')]
    : [];
}

/** Two clients believe they hold the key at once: the second, where it begins to believe. */
function overlappingBeliefs(trace: Trace, entry: Entry): readonly Claim[] {
  if (entry.ev !== 'believe' || entry.held !== true) return [];
  const client = entry.client ?? '';
  if (believes(trace, client, keyOf(entry), entry.seq)) return [];
  const others = new Set(trace.flatMap((other) => other.client ?? []));
  others.delete(client);
  return [...others].some((other) => believes(trace, other, keyOf(entry), entry.seq))
    ? [claimAt(entry, 'overlapping-beliefs')]
    : [];
}

/** Stale writes accepted and rejected, rightful writes rejected. */
function writes(trace: Trace, write: Entry): readonly Claim[] {
  if (write.ev !== 'write') return [];
  const { seq: at, t: now, outcome } = write;
  const stale = (unreplaced: boolean): readonly Claim[] =>
    outcome === 'accepted'
      ? [{ ...claimAt(write, 'stale-write-accepted'), ...(unreplaced ? { unreplaced } : {}) }]
      : [claimAt(write, 'stale-write-rejected')];
  const leases = leasesOf(trace).filter(({ key, from }) => key === keyOf(write) && from < at);
  const own = leases.filter(({ client }) => client === write.client);
  const known = leaseOfWrite(trace, own, write);
  // The words leave room for a client that was granted the key and had not learned of it: it relies on its last grant,
  // and a store that refuses it refuses nothing that it could have relied on.
  const lease = known ?? own.at(-1);
  if (lease === undefined) return stale(leases.length === 0);
  if (isLive(trace, lease, at)) {
    return outcome === 'rejected' && known !== undefined ? [claimAt(write, 'rightful-write-rejected')] : [];
  }
  const again = leases.some((other) => isGrantedAfter(other, lease));
  return again || now >= standingBefore(trace, lease, at).promised ? stale(!again) : [];
}

/** Of the grants delivered to its client before the write was sent, the last with the write's token, else the last. */
function leaseOfWrite(trace: Trace, own: readonly Lease[], write: Entry): Lease | undefined {
  const delivered = own
    .map((lease) => ({ lease, at: deliveryOf(trace, lease) ?? Infinity }))
    .filter(({ at }) => isBeforeSent(trace, trace[at], write))
    .toSorted((one, two) => one.at - two.at);
  const named = delivered.filter(({ lease }) => lease.token !== undefined && lease.token === write.token);
  return (named.at(-1) ?? delivered.at(-1))?.lease;
}

function isBeforeSent(trace: Trace, delivery: Entry | undefined, write: Entry): boolean {
  if (delivery === undefined || delivery.seq >= write.seq) return false;
  const send = trace.find(({ ev, seq }) => ev === 'send' && seq === write.cause);
  if (send !== undefined) return delivery.seq < send.seq;
  return delivery.t <= (write.sent ?? write.t);
}

/** An accepted write from a version that was no longer current: a record has as many as writes were accepted. */
function lostUpdate(trace: Trace, write: Entry): readonly Claim[] {
  if (write.ev !== 'write' || write.outcome !== 'accepted' || write.base === undefined) return [];
  const version = trace.filter(
    ({ seq, ev, outcome, store, record }) =>
      seq < write.seq &&
      ev === 'write' &&
      outcome === 'accepted' &&
      store === write.store &&
      record === write.record,
  ).length;
  return write.base < version ? [claimAt(write, 'lost-update')] : [];
}

/**
 * A revocation of a lease that had not ended. One that had run out, though no entry told of it, and whose key had gone to
 * somebody else has ended too.
 */
function wrongRelease(trace: Trace, entry: Entry): readonly Claim[] {
  const lease = entry.ev === 'revoke' ? spokenOf(trace, entry) : undefined;
  if (lease === undefined) return [];
  const { promised, end } = standingBefore(trace, lease, entry.seq);
  if (end !== undefined || (entry.t >= promised && wentToAnother(trace, lease, entry.seq))) return [];
  return [claimAt(entry, 'wrong-release')];
}

/** A grant whose token is not higher than an earlier grant's for that key. */
function tokenRegression(trace: Trace, grant: Entry): readonly Claim[] {
  const { token } = grant;
  if (grant.ev !== 'grant' || token === undefined) return [];
  const isRegression = trace.some(
    (earlier) =>
      earlier.ev === 'grant' &&
      earlier.seq < grant.seq &&
      keyOf(earlier) === keyOf(grant) &&
      earlier.token !== undefined &&
      earlier.token >= token,
  );
  return isRegression ? [claimAt(grant, 'token-regression')] : [];
}
