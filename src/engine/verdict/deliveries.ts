import { isToldByItsClient, type Entry } from '../trace.ts';
import type { Lease } from './lease.ts';

/** Which grants are on their way to their clients, and when they are delivered. */
export class Deliveries {
  /** Grants by their `seq`, and the lease that a message carries, by the `seq` of its entry. */
  private readonly granted = new Map<number, Lease>();
  private readonly carried = new Map<number, Lease>();

  /** A lease is granted. */
  begin(entry: Entry, lease: Lease): void {
    this.granted.set(entry.seq, lease);
  }

  /**
   * Follows a grant along the messages that carry it, until its client handles one: then it is delivered.
   * Gives the lease whose message was lost.
   */
  follow(entry: Entry): Lease | null {
    const { cause } = entry;
    if (cause === null || this.granted.size === 0 || raisesFence(entry)) return null;
    const direct = this.granted.get(cause);
    if (direct !== undefined) {
      if (entry.ev === 'send' && !isToldByItsClient(direct.grant)) {
        // The grant travels: it counts from when its message is handled, not from its own entry.
        if (direct.delivery === direct.grant) direct.delivery = null;
        this.carried.set(entry.seq, direct);
      } else if (isDelivery(entry) && entry.client === direct.client && direct.delivery === direct.grant) {
        direct.delivery = entry;
      }
      return null;
    }
    const lease = this.carried.get(cause);
    if (lease === undefined) return null;
    if (entry.ev === 'lose') return lease.delivery === null ? lease : null;
    const handled = entry.ev !== 'send' && (entry.actor === lease.client || entry.client === lease.client);
    if (handled) lease.delivery ??= entry;
    else if (entry.ev === 'send' || entry.ev === 'deliver') this.carried.set(entry.seq, lease);
    return null;
  }
}

/** In a trace without messages, an entry of this kind that a grant caused tells when it was delivered. */
function isDelivery(entry: Entry): boolean {
  return entry.ev === 'deliver' || (entry.ev === 'believe' && entry.held === true);
}

/** A message by which a service tells a store of a grant: it goes beside the one that carries the grant. */
function raisesFence({ ev, body }: Entry): boolean {
  return (
    ev === 'send' &&
    typeof body === 'object' &&
    body !== null &&
    'type' in body &&
    body.type === 'fence.raise'
  );
}
