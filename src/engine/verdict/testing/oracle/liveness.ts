import type { Entry, Trace } from '../../../trace.ts';
import { claimAt, type Claim } from './claim.ts';
import { believes, endsBelief, isCrashedBefore, isPausedBefore, unitsBefore } from './clients.ts';
import { deliveryOf } from './deliveries.ts';
import {
  keyOf,
  lastLeaseBefore,
  lastPromised,
  leasesOfClient,
  standingBefore,
  toldOf,
  wentToAnother,
  type Lease,
} from './leases.ts';

/** Kinds of finding that say that the lock itself did not keep its word. */
const BROKEN_LOCK: ReadonlySet<string> = new Set([
  'overlapping-leases',
  'overlapping-beliefs',
  'stale-write-accepted',
  'wrong-release',
  'token-regression',
]);

/** The same unit of work took effect twice, with no lock property of that key broken before. */
export function duplicateWork(trace: Trace, safety: readonly Claim[]): readonly Claim[] {
  const ends = trace.filter(
    ({ ev, unit, phase }) => ev === 'work' && unit !== undefined && phase !== 'start',
  );
  return ends
    .filter(({ seq, unit }) => ends.some((earlier) => earlier.seq < seq && earlier.unit === unit))
    .filter(
      (end) =>
        !safety.some(
          ({ kind, key, entry }) => BROKEN_LOCK.has(kind) && key === keyOf(end) && entry <= end.seq,
        ),
    )
    .map((end) => claimAt(end, 'duplicate-work'));
}

/** A holder gave up a lease that was still good by more than its declared safety margin. */
export function falseLosses(trace: Trace): readonly Claim[] {
  return trace.filter((entry) => isFalseLoss(trace, entry)).map((entry) => claimAt(entry, 'false-loss'));
}

function isFalseLoss(trace: Trace, entry: Entry): boolean {
  const { seq, t, reason } = entry;
  const client = entry.client ?? '';
  const key = keyOf(entry);
  if (!endsBelief(trace, entry)) return false;
  const margin = trace.findLast(
    (other) =>
      other.seq <= seq &&
      other.ev === 'believe' &&
      other.client === client &&
      keyOf(other) === key &&
      other.marginUs !== undefined,
  )?.marginUs;
  const lease = lastLeaseBefore(trace, client, key, seq);
  if (margin === undefined || lease === undefined) return false;
  // The words leave room for a lease that its client had not learned of: that it cannot give up.
  if ((deliveryOf(trace, lease) ?? Infinity) >= seq) return false;
  const { promised, end } = standingBefore(trace, lease, seq);
  if (end !== undefined || promised - t <= margin) return false;
  // The words leave room for who is done with it: it says so, or, where it says nothing, the lease ends by its release.
  if (reason !== undefined) return !['released', 'finished', 'crashed'].includes(reason);
  const next = toldOf(trace, lease).find((told) => told.seq > seq && told.ev !== 'renew');
  return next?.ev !== 'release';
}

/** A wait that has not ended when the trace ends, though nobody works under the key and no lease has time left. */
export function starvations(trace: Trace): readonly Claim[] {
  const endT = trace.at(-1)?.t ?? 0;
  const waits = trace.filter((entry) => entry.ev === 'wait' && isOpenWait(trace, entry));
  return waits.flatMap((wait) => {
    const key = keyOf(wait);
    const clients = [
      ...new Set(trace.filter((entry) => keyOf(entry) === key).flatMap(({ client }) => client ?? [])),
    ];
    if (clients.some((client) => works(trace, client, key))) return [];
    const last = clients.flatMap((client) => lastLeaseBefore(trace, client, key, trace.length) ?? []);
    const open = last
      .map((lease) => ({ lease, ...standingBefore(trace, lease, trace.length) }))
      .filter(({ end }) => end === undefined);
    const finite = open.map(({ promised }) => promised).filter(Number.isFinite);
    if (finite.some((promised) => promised > endT)) return [];
    const stop = trace.findLast((entry) => clients.some((client) => isStop(trace, entry, client, key)));
    // The words leave room for a grant that is on its way: unless a lease without an end stands in the way, some time
    // must have passed since the key became free.
    const blocks = open.some(
      ({ lease, promised }) => promised === Infinity && !wentToAnother(trace, lease, trace.length),
    );
    if (!blocks && Math.max(wait.t, stop?.t ?? 0, ...finite) >= endT) return [];
    return [{ ...claimAt(wait, 'starvation'), entry: Math.max(wait.seq, stop?.seq ?? 0) }];
  });
}

/** Whether a wait began here and lasts until the trace ends. */
function isOpenWait(trace: Trace, wait: Entry): boolean {
  const isOf = (entry: Entry) => entry.client === wait.client && keyOf(entry) === keyOf(wait);
  const isEnd = (entry: Entry) =>
    (entry.ev === 'crash' && entry.client === wait.client) ||
    (isOf(entry) &&
      (entry.ev === 'grant' || entry.ev === 'abandon' || (entry.ev === 'believe' && entry.held === true)));
  if (trace.some((entry) => entry.seq > wait.seq && isEnd(entry))) return false;
  const earlier = trace.findLast(
    (entry) => entry.seq < wait.seq && (isEnd(entry) || (entry.ev === 'wait' && isOf(entry))),
  );
  return earlier?.ev !== 'wait';
}

/** Whether a client works under a key when the trace ends: it lives, and believes or has work under way. */
function works(trace: Trace, client: string, key: string): boolean {
  const at = trace.length;
  if (isCrashedBefore(trace, client, at) || isPausedBefore(trace, client, at)) return false;
  if (believes(trace, client, key, at) || unitsBefore(trace, client, key, at).length > 0) return true;
  // The words leave room for a client that holds without an end and of which no belief and no work is told: it works.
  const lease = lastLeaseBefore(trace, client, key, at);
  if (lease === undefined || wentToAnother(trace, lease, at)) return false;
  const { promised, end } = standingBefore(trace, lease, at);
  return (
    end === undefined &&
    promised === Infinity &&
    !trace.some(
      (entry) =>
        entry.client === client &&
        keyOf(entry) === key &&
        (entry.ev === 'believe' || (entry.ev === 'work' && entry.phase === 'end')),
    )
  );
}

/** Whether a client stops here to believe, to work, to hold or to live under a key. */
function isStop(trace: Trace, entry: Entry, client: string, key: string): boolean {
  if (entry.client !== client) return false;
  const { ev, seq } = entry;
  if (ev === 'crash' || ev === 'pause') return isHalt(trace, entry, client, key);
  if (keyOf(entry) !== key) return false;
  if (ev === 'believe') return endsBelief(trace, entry);
  if (ev === 'work') return entry.phase === 'end';
  return leasesOfClient(trace, client, key).some((lease) => {
    const end = standingBefore(trace, lease, seq + 1).end;
    return end?.seq === seq && ev !== 'expire' && ev !== 'grant';
  });
}

/**
 * Whether a client that did something under a key is halted here: by a crash, or by a pause that lasts. The words leave
 * room for a client that believes or works while it is halted, which no client can: it stopped when it was.
 */
function isHalt(trace: Trace, { ev, seq }: Entry, client: string, key: string): boolean {
  const isBusyBefore = (at: number) =>
    believes(trace, client, key, at) || unitsBefore(trace, client, key, at).length > 0;
  const isBack = trace.some(
    (other) =>
      other.seq > seq &&
      other.client === client &&
      [...(ev === 'pause' ? ['resume', 'crash'] : []), 'restart'].includes(other.ev),
  );
  const isAgain = ev === 'pause' && isPausedBefore(trace, client, seq);
  if (!isBack && !isAgain && isBusyBefore(trace.length)) return true;
  return (
    ev === 'crash' &&
    (isBusyBefore(seq) || leasesOfClient(trace, client, key).some((lease) => isLeft(trace, lease, seq)))
  );
}

/** Whether a lease lasts at a crash, and was not left behind by one before. */
function isLeft(trace: Trace, lease: Lease, at: number): boolean {
  if (lease.from >= at || standingBefore(trace, lease, at).end !== undefined) return false;
  const restart = trace.findLast(
    ({ ev, client, seq }) => seq < at && client === lease.client && ev === 'restart',
  );
  const since = Math.max(restart?.seq ?? -1, lastPromised(trace, lease, at));
  return !trace.some(
    ({ ev, client, seq }) => seq > since && seq < at && client === lease.client && ev === 'crash',
  );
}
