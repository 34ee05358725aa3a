import type { Entry, Trace } from '../../../trace.ts';

/**
 * The words about leases, said of a whole trace and a place in it. Nothing is kept from one entry to the next, and
 * nothing is fast: each question looks again at every entry that its definition speaks of.
 */

/** One lease, which began at entry `from`. */
export interface Lease {
  readonly client: string;
  readonly key: string;
  readonly token: number | undefined;
  readonly from: number;
  /** What is heard of it first is its end: it was granted before the trace began. */
  readonly isOlder: boolean;
}

/** How a lease stands before an entry: its promised end, and the entry that ended it, unless a renewal revived it. */
interface Standing {
  readonly promised: number;
  readonly end: Entry | undefined;
}

const ENDS: ReadonlySet<string> = new Set(['expire', 'release', 'revoke', 'steal', 'forget']);

/** The key of an entry. */
export function keyOf(entry: Entry): string {
  return entry.key ?? 'lock';
}

/**
 * Every lease of a trace: one of each grant. The words leave room for a log that begins in the middle: what is told
 * first of a client that was granted nothing before, its renewal or its end, tells of a lease as well.
 */
export function leasesOf(trace: Trace): readonly Lease[] {
  return trace
    .filter((entry) => entry.ev === 'grant' || isFirstHeard(trace, entry))
    .map((entry) => ({
      client: entry.client ?? '',
      key: keyOf(entry),
      token: entry.token,
      from: entry.seq,
      isOlder: ENDS.has(entry.ev),
    }));
}

function isFirstHeard(trace: Trace, entry: Entry): boolean {
  if (entry.ev !== 'renew' && !ENDS.has(entry.ev)) return false;
  return !trace.some(
    ({ seq, ev, client, key }) =>
      seq < entry.seq &&
      (ev === 'grant' || ev === 'renew' || ENDS.has(ev)) &&
      client === entry.client &&
      key === entry.key,
  );
}

/** The leases of one client under one key. */
export function leasesOfClient(trace: Trace, client: string, key: string): readonly Lease[] {
  return leasesOf(trace).filter((lease) => lease.client === client && lease.key === key);
}

/** The last lease of a client under a key that began before entry `at`. */
export function lastLeaseBefore(trace: Trace, client: string, key: string, at: number): Lease | undefined {
  return leasesOfClient(trace, client, key).findLast(({ from }) => from < at);
}

/** The lease that a renewal or an end speaks of: of its client's, the last with its token, else the last. */
export function spokenOf(trace: Trace, entry: Entry): Lease | undefined {
  const own = leasesOfClient(trace, entry.client ?? '', keyOf(entry)).filter(({ from }) => from <= entry.seq);
  const named = own.filter(({ token }) => token !== undefined && token === entry.token);
  return named.at(-1) ?? own.at(-1);
}

/** What is told of a lease after it began: its renewals and ends, and the later grants to its client. */
export function toldOf(trace: Trace, lease: Lease): readonly Entry[] {
  return trace.filter((entry) => {
    if (entry.seq < lease.from || (entry.seq === lease.from && !lease.isOlder)) return false;
    if (entry.ev === 'renew' || ENDS.has(entry.ev)) return spokenOf(trace, entry)?.from === lease.from;
    return entry.ev === 'grant' && entry.client === lease.client && keyOf(entry) === lease.key;
  });
}

/**
 * How a lease stands before entry `at`. A renewal moves its promised end, also after an expiry, which it revives, but
 * after no other end. A grant to its client ends it. What is told of a lease that has ended changes nothing.
 */
export function standingBefore(trace: Trace, lease: Lease, at: number): Standing {
  const last = toldOf(trace, lease).findLast(({ seq }) => seq < at);
  if (last === undefined) {
    // Of a lease that is told of by its end alone nobody knows what had been promised.
    return { promised: lease.isOlder ? Infinity : (trace[lease.from]?.expires ?? Infinity), end: undefined };
  }
  const before = standingBefore(trace, lease, last.seq);
  if (last.ev === 'renew') {
    const isOver = before.end !== undefined && before.end.ev !== 'expire';
    return isOver ? before : { promised: last.expires ?? Infinity, end: undefined };
  }
  if (before.end !== undefined) return before;
  // Only an expiry tells that what had been promised, nobody knows when, is past.
  const promised = last.seq === lease.from && last.ev === 'expire' ? last.t : before.promised;
  return { promised, end: last };
}

/**
 * Whether a lease is live at entry `at`: nothing has ended it, and its promised end is to come, or something else than a
 * grant is told of it later, as services expire late. The words leave room for what is told of it after the key went to
 * somebody else: that kept nothing alive.
 */
export function isLive(trace: Trace, lease: Lease, at: number): boolean {
  const { promised, end } = standingBefore(trace, lease, at);
  if (end !== undefined) return false;
  if ((trace[at]?.t ?? 0) < promised) return true;
  const next = toldOf(trace, lease).find(({ seq }) => seq > at);
  return next !== undefined && next.ev !== 'grant' && !wentToAnother(trace, lease, next.seq);
}

/** Whether somebody else was granted the key after a lease, before entry `at`. */
export function wentToAnother(trace: Trace, lease: Lease, at: number): boolean {
  return leasesOf(trace).some(
    (other) => other.from < at && other.client !== lease.client && isGrantedAfter(other, lease),
  );
}

/** Whether one lease was granted after another of the same key. Those whose end is heard of first were before all. */
export function isGrantedAfter(other: Lease, lease: Lease): boolean {
  if (other.key !== lease.key || other.isOlder) return false;
  return lease.isOlder || other.from > lease.from;
}

/**
 * Whether a promise runs at time `now`, before entry `at`: until its promised end, its expiry or its release. The words
 * leave room for a client that is promised the key anew, by a grant or a revival: that takes the place of what it was
 * promised before, whatever had become of it.
 */
export function isPromised(trace: Trace, lease: Lease, at: number, now: number): boolean {
  if (lease.from >= at || (lease.isOlder && standingBefore(trace, lease, at).end?.seq === lease.from))
    return false;
  const { promised, end } = standingBefore(trace, lease, at);
  if (now >= promised || (end !== undefined && ['expire', 'release', 'grant'].includes(end.ev))) return false;
  const begun = lastPromised(trace, lease, at);
  return leasesOfClient(trace, lease.client, lease.key).every(
    (other) => other.from >= at || lastPromised(trace, other, at) <= begun,
  );
}

/** The last entry before `at` by which a lease began to promise: its first, or a renewal that revived it. */
export function lastPromised(trace: Trace, lease: Lease, at: number): number {
  const revival = toldOf(trace, lease).findLast((entry) => entry.seq < at && isRevival(trace, lease, entry));
  return revival?.seq ?? lease.from;
}

/** Whether a renewal brings a promise back that was over. */
export function isRevival(trace: Trace, lease: Lease, entry: Entry): boolean {
  if (entry.ev !== 'renew') return false;
  const { end } = standingBefore(trace, lease, entry.seq);
  return (end === undefined || end.ev === 'expire') && !isPromised(trace, lease, entry.seq, entry.t);
}
