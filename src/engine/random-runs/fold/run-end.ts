import { foundBit, type Found } from './found.ts';
import { CRASHED, RENEWED, STAYS, type RunLease } from './run-lease.ts';
import type { HolderState, KeyState } from './run-state.ts';

const LEAKED = foundBit('leaked-lease');
const STARVED = foundBit('starvation');

/** Leaks of a key, once the run is over; see LeakedLease.finish. */
export function leaksAtEnd(key: KeyState, endT: number): Found {
  for (const holder of key.holders) {
    const lease = holder.last;
    if (lease !== undefined && hasFinished(holder, endT) && lease.ended === RENEWED) {
      if (lease.departed === STAYS && lease.promised === Infinity) {
        // It goes on for ever, unless the key was granted again.
        if (endT > holder.workedT && !wentOn(key, lease, holder.workedSeq)) return LEAKED;
      }
    }
  }
  for (const lease of key.leases) {
    if (lease.isSuspected) return LEAKED;
    if (lease.departed === STAYS || lease.ended !== RENEWED) continue;
    if (wentOn(key, lease, lease.departedSeq)) continue;
    if (lease.promised === Infinity) {
      if (lease.departed === CRASHED || endT > lease.departedT) return LEAKED;
    } else if (endT > 2 * lease.promised - lease.promisedAt) return LEAKED;
  }
  return 0;
}

/** The key was granted to another client after the holder had gone. */
function wentOn({ leases }: KeyState, { client }: RunLease, departedSeq: number): boolean {
  for (let index = leases.length - 1; index >= 0; index -= 1) {
    const lease = leases[index];
    if (lease !== undefined && lease.client !== client) return lease.grantSeq > departedSeq;
  }
  return false;
}

/** A client of which only work is told has finished when its last unit ended and nothing followed. */
function hasFinished(
  { last, workedSeq, workedT, units, beliefKnown, client }: HolderState,
  endT: number,
): boolean {
  if (last === undefined || workedSeq < 0 || workedSeq < last.grantSeq || units.length > 0) return false;
  return !beliefKnown && client.crashedSeq < 0 && endT > workedT;
}

/** Whether somebody waits for ever although nobody works under the key; see verdict/starvation.ts. */
export function hasStarved(key: KeyState, endT: number): Found {
  let waits = -1;
  for (const { waitSeq, waitT } of key.holders)
    if (waitSeq >= 0) waits = waits < 0 ? waitT : Math.min(waits, waitT);
  if (waits < 0) return 0;
  let since = 0;
  let stopSeq = -1;
  let stopT = 0;
  let certain = false;
  for (const holder of key.holders) {
    if (works(holder)) return 0;
    const lease = holder.last;
    if (lease !== undefined && lease.ended === RENEWED) {
      if (Number.isFinite(lease.promised)) {
        if (lease.promised > endT) return 0;
        since = Math.max(since, lease.promised);
      } else if (lease.row.next === null) certain = true;
    }
    const { client, believes, units, stoppedSeq, stoppedT } = holder;
    if (stoppedSeq > stopSeq) {
      stopSeq = stoppedSeq;
      stopT = stoppedT;
    }
    if (!believes && units.length === 0) continue;
    const [haltSeq, haltT] =
      client.pausedSeq >= 0 ? [client.pausedSeq, client.pausedT] : [client.crashedSeq, client.crashedT];
    if (haltSeq > stopSeq) {
      stopSeq = haltSeq;
      stopT = haltT;
    }
  }
  if (stopSeq >= 0) since = Math.max(since, stopT);
  return certain || Math.max(waits, since) < endT ? STARVED : 0;
}

/** A live client that believes, has work under way, or holds without an end and tells nothing else. */
function works({ client, believes, units, last, beliefKnown, workedSeq }: HolderState): boolean {
  if (client.crashedSeq >= 0 || client.pausedSeq >= 0) return false;
  if (believes || units.length > 0) return true;
  const holds = last !== undefined && last.ended === RENEWED && last.promised === Infinity;
  return holds && last.row.next === null && !beliefKnown && workedSeq < 0;
}
