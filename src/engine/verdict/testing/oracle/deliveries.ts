import { isToldByItsClient, type Entry, type Trace } from '../../../trace.ts';
import type { Lease } from './leases.ts';

/**
 * The entry at which a lease reached its client; undefined if it never did. Where a message carries its grant, that is
 * the first entry at which the client handles it; else what the grant caused there; without either the grant itself.
 */
export function deliveryOf(trace: Trace, lease: Lease): number | undefined {
  const carriers = carriersOf(trace, lease);
  if (carriers.length > 0) {
    return trace.find(
      (entry) =>
        carriers.some(({ seq }) => seq === entry.cause) &&
        entry.ev !== 'lose' &&
        entry.ev !== 'send' &&
        (entry.actor === lease.client || entry.client === lease.client),
    )?.seq;
  }
  const told = trace.find(
    ({ cause, ev, held, client }) =>
      trace[lease.from]?.ev === 'grant' &&
      cause === lease.from &&
      client === lease.client &&
      (ev === 'deliver' || (ev === 'believe' && held === true)),
  );
  return told?.seq ?? lease.from;
}

/** The messages that carry the grant of a lease. What a client tells of its own grant carries nothing to it. */
export function carriersOf(trace: Trace, lease: Lease): readonly Entry[] {
  const grant = trace[lease.from];
  if (grant?.ev !== 'grant' || isToldByItsClient(grant)) return [];
  return trace.filter(({ ev, cause }) => ev === 'send' && cause === lease.from);
}
