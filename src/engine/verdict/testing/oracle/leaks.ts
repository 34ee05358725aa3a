import type { Entry, Trace } from '../../../trace.ts';
import type { TraceOrigin } from '../../types.ts';
import { claimAt, type Claim } from './claim.ts';
import { endsBelief, isCrashedBefore, unitsBefore } from './clients.ts';
import { carriersOf, deliveryOf } from './deliveries.ts';
import {
  isGrantedAfter,
  keyOf,
  lastLeaseBefore,
  leasesOf,
  standingBefore,
  toldOf,
  wentToAnother,
  type Lease,
} from './leases.ts';

/**
 * Leases that stay after their holders crashed, gave up or finished: past their promised ends, without ends, or kept
 * alive by renewals. The words leave room for how long after its promised end a lease stays: services expire late, so
 * that an expiry must be late by more than a whole promise; and only a simulation tells by silence.
 */
export function leaks(trace: Trace, origin: TraceOrigin): readonly Claim[] {
  return leasesOf(trace).flatMap((lease) => {
    const shown = leakOf(trace, lease, origin);
    return shown === undefined
      ? []
      : [{ ...claimAt(shown, 'leaked-lease'), client: lease.client, key: lease.key }];
  });
}

/** The entry that shows that a lease leaked; undefined if it did not. */
function leakOf(trace: Trace, lease: Lease, origin: TraceOrigin): Entry | undefined {
  const shown = toldOf(trace, lease).find(
    (told) => isKeptAt(trace, lease, told) && !isTakenBackAfter(trace, lease, told.seq),
  );
  if (shown !== undefined) return shown;
  const endT = trace.at(-1)?.t ?? 0;
  const { promised, end } = standingBefore(trace, lease, trace.length);
  const left = departureBefore(trace, lease, trace.length) ?? finishOf(trace, lease);
  if (left === undefined || end !== undefined) return undefined;
  // The key was granted again after the holder had gone: the lease did not stay, though no entry ends it.
  const wentOn = leasesOf(trace).some(
    (other) => other.from > left.seq && other.client !== lease.client && isGrantedAfter(other, lease),
  );
  if (wentOn) return undefined;
  if (promised === Infinity) return isCrash(trace, lease, left) || endT > left.t ? left : undefined;
  const isLate = endT > 2 * promised - promisedAtBefore(trace, lease, trace.length);
  return origin === 'simulated' && isLate ? left : undefined;
}

/** Whether an entry tells that a lease whose holder is gone is kept alive by a renewal, or ends too late. */
function isKeptAt(trace: Trace, lease: Lease, told: Entry): boolean {
  const left = departureBefore(trace, lease, told.seq);
  if (left === undefined) return false;
  const { promised, end } = standingBefore(trace, lease, told.seq);
  if (told.ev === 'renew') {
    if (end !== undefined && end.ev !== 'expire') return false;
    if (isSentBefore(trace, told, left) || isGoneOnWith(trace, lease, told)) return false;
    return (told.expires ?? Infinity) > promisedWhenLeft(trace, lease, left, told.seq);
  }
  if (end !== undefined || told.ev === 'grant' || told.ev === 'release') return false;
  if (told.t >= promised && wentToAnother(trace, lease, told.seq)) return false;
  const grace = told.ev === 'expire' ? promised - promisedAtBefore(trace, lease, told.seq) : 0;
  return told.t > promised + grace;
}

/** What had been promised when the holder went, and by the renewals that it had sent by then. */
function promisedWhenLeft(trace: Trace, lease: Lease, left: Entry, at: number): number {
  const renewal = toldOf(trace, lease).findLast(
    (told) => told.ev === 'renew' && told.seq > left.seq && told.seq < at && isSentBefore(trace, told, left),
  );
  return renewal === undefined
    ? standingBefore(trace, lease, left.seq + 1).promised
    : (renewal.expires ?? Infinity);
}

function isSentBefore(trace: Trace, renewal: Entry, left: Entry): boolean {
  if (renewal.sent !== undefined) return renewal.sent < left.t;
  const cause = renewal.cause === null ? undefined : trace[renewal.cause];
  return cause?.ev === 'send' && cause.seq < left.seq;
}

/** When the promise that stands before entry `at` was made. */
function promisedAtBefore(trace: Trace, lease: Lease, at: number): number {
  const renewal = toldOf(trace, lease).findLast(
    (told) =>
      told.ev === 'renew' &&
      told.seq < at &&
      ['expire', undefined].includes(standingBefore(trace, lease, told.seq).end?.ev),
  );
  return (renewal ?? trace[lease.from])?.t ?? 0;
}

/** The first entry by which the holder of a lease was gone, since it last acted. */
function departureBefore(trace: Trace, lease: Lease, at: number): Entry | undefined {
  const back = trace.findLast(
    (entry) => entry.seq < at && (isAct(trace, lease, entry) || isGoneOnWith(trace, lease, entry)),
  );
  return trace.find(
    (entry) => entry.seq < at && entry.seq > (back?.seq ?? -1) && isDeparture(trace, lease, entry),
  );
}

/** Whether the holder of a lease is gone by an entry, while the lease lasts. */
function isDeparture(trace: Trace, lease: Lease, entry: Entry): boolean {
  const { seq, ev } = entry;
  if (seq === lease.from)
    return ev === 'grant' && (isCrash(trace, lease, entry) || hasAbandoned(trace, lease));
  if (seq < lease.from || standingBefore(trace, lease, seq).end !== undefined) return false;
  if (ev === 'crash') return entry.client === lease.client;
  if (ev === 'lose') {
    const isCarrier = carriersOf(trace, lease).some((carrier) => carrier.seq === entry.cause);
    return isCarrier && (deliveryOf(trace, lease) ?? Infinity) > seq;
  }
  return (
    entry.client === lease.client &&
    keyOf(entry) === lease.key &&
    endsBelief(trace, entry) &&
    lastLeaseBefore(trace, lease.client, lease.key, seq)?.from === lease.from
  );
}

/** Whether a departure is a crash: by its entry, or because its client had crashed when it was granted the lease. */
function isCrash(trace: Trace, lease: Lease, left: Entry): boolean {
  return left.ev === 'crash' || (left.ev === 'grant' && isCrashedBefore(trace, lease.client, left.seq));
}

/** Whether the client of a lease had given up waiting for it, and not asked again, when it was granted. */
function hasAbandoned(trace: Trace, { client, key, from }: Lease): boolean {
  const last = trace.findLast(
    (entry) =>
      entry.seq < from &&
      entry.client === client &&
      keyOf(entry) === key &&
      (['wait', 'abandon', 'grant'].includes(entry.ev) || (entry.ev === 'believe' && entry.held === true)),
  );
  return last?.ev === 'abandon';
}

/** Whether the holder of a lease acts under its key: who acts has not gone. */
function isAct(trace: Trace, { client, key, from }: Lease, entry: Entry): boolean {
  const { ev, seq } = entry;
  if (seq <= from || entry.client !== client || keyOf(entry) !== key) return false;
  if (lastLeaseBefore(trace, client, key, seq)?.from !== from) return false;
  const isDeed = ['write', 'read', 'work'].includes(ev) || (ev === 'believe' && entry.held === true);
  return isDeed && !isCrashedBefore(trace, client, seq);
}

/** Whether the holder renews a lease itself after it crashed and was restarted: it goes on with what it had. */
function isGoneOnWith(trace: Trace, lease: Lease, entry: Entry): boolean {
  if (entry.ev !== 'renew' || !toldOf(trace, lease).includes(entry)) return false;
  if ((entry.by ?? lease.client) !== lease.client || isCrashedBefore(trace, lease.client, entry.seq))
    return false;
  const left = departureBefore(trace, lease, entry.seq);
  return left !== undefined && isCrash(trace, lease, left) && !isSentBefore(trace, entry, left);
}

/** Whether the holder acts after entry `at` while the lease lasts: it takes it back, and nothing leaked. */
function isTakenBackAfter(trace: Trace, lease: Lease, at: number): boolean {
  return trace.some(
    (entry) =>
      entry.seq > at &&
      // A renewal that revives it takes it back as well.
      standingBefore(trace, lease, entry.seq + 1).end === undefined &&
      (isAct(trace, lease, entry) || isGoneOnWith(trace, lease, entry)),
  );
}

/** The words leave room for a client of which only work is told: with an endless lease it has finished by its last unit. */
function finishOf(trace: Trace, lease: Lease): Entry | undefined {
  const { client, key, from } = lease;
  const at = trace.length;
  const worked = trace.findLast(
    (entry) =>
      entry.ev === 'work' && entry.phase === 'end' && entry.client === client && keyOf(entry) === key,
  );
  if (worked === undefined || worked.seq < from || lastLeaseBefore(trace, client, key, at)?.from !== from)
    return undefined;
  if (unitsBefore(trace, client, key, at).length > 0 || isCrashedBefore(trace, client, at)) return undefined;
  if (trace.some((entry) => entry.ev === 'believe' && entry.client === client && keyOf(entry) === key))
    return undefined;
  return standingBefore(trace, lease, at).promised === Infinity ? worked : undefined;
}
