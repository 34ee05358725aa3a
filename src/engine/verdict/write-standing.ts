import type { Entry } from '../trace.ts';
import type { Lease, LeaseEnd } from './lease.ts';
import type { Holder, WriteRecord } from './records.ts';

/** How a write stood with the lock when it was applied. */
export interface WriteStanding {
  readonly write: WriteRecord;
  readonly entry: Entry;
  /** The lease it relied on; null if its client had been granted none. */
  readonly lease: Lease | null;
  /** How that lease was over; null while it was live. */
  readonly over: LeaseEnd | null;
  /** Its lease was over and the key had been granted again or the promised end had passed; or no grant. */
  readonly stale: boolean;
  /** Its lease was live, and its client knew of the grant when it wrote. */
  readonly rightful: boolean;
  /** Of a stale write: the key had been granted to nobody since. */
  readonly unreplaced: boolean;
  /** The last grant of the key before the write; null if there was none. */
  readonly latest: Lease | null;
  /** The lease on the lock service's record was live. */
  readonly recordLive: boolean;
}

/** Judges writes against the leases of the whole trace; to be made when the last entry has been taken in. */
export class WriteStandings {
  private readonly deliveries = new Map<Holder, Deliveries>();

  /** The standing of one write. */
  of(write: WriteRecord): WriteStanding {
    const { entry, key, leasesBefore, record } = write;
    const { seq, t } = entry;
    const latest = key.leases[leasesBefore - 1] ?? null;
    const recordLive = record !== null && record.overAt(seq, t) === null;
    const found = this.leaseOf(write);
    if (found === null) {
      const unreplaced = !write.wasGranted;
      const common = { write, entry, lease: null, over: null, latest, recordLive };
      return { ...common, stale: true, rightful: false, unreplaced };
    }
    const { lease, known } = found;
    const over = lease.overAt(seq, t);
    const unreplaced = leasesBefore === lease.place + 1;
    const stale = over !== null && (!unreplaced || t >= lease.promisedBefore(seq));
    const rightful = over === null && known;
    return { write, entry, lease, over, stale, rightful, unreplaced, latest, recordLive };
  }

  /**
   * Of the grants delivered to its client before the write was sent, the last with the write's token, else
   * the last. A client that had been granted the key and was never told relies on its last grant, unknown
   * to itself: its write is no write without a grant.
   */
  private leaseOf(write: WriteRecord): { readonly lease: Lease; readonly known: boolean } | null {
    const { key, client, entry } = write;
    const holder = key.holders.get(client);
    if (holder === undefined || holder.leases.length === 0) return null;
    let deliveries = this.deliveries.get(holder);
    if (deliveries === undefined) {
      deliveries = deliveriesOf(holder);
      this.deliveries.set(holder, deliveries);
    }
    const named = entry.token === undefined ? undefined : deliveries.byToken.get(entry.token);
    const lease = (named && lastBefore(named, write)) ?? lastBefore(deliveries.all, write);
    if (lease !== undefined) return { lease, known: true };
    const granted = lastIn(holder.leases, (candidate) => candidate.grant.seq < entry.seq);
    return granted === undefined ? null : { lease: granted, known: false };
  }
}

/** The delivered leases of a client in the order of their delivery, all and by token. */
interface Deliveries {
  readonly all: readonly Lease[];
  readonly byToken: ReadonlyMap<number, readonly Lease[]>;
}

function deliveriesOf(holder: Holder): Deliveries {
  const all = holder.leases
    .filter((lease) => lease.delivery !== null)
    .toSorted((a, b) => (a.delivery?.seq ?? 0) - (b.delivery?.seq ?? 0));
  const byToken = new Map<number, Lease[]>();
  for (const lease of all) {
    if (lease.token === undefined) continue;
    const same = byToken.get(lease.token);
    if (same === undefined) byToken.set(lease.token, [lease]);
    else same.push(lease);
  }
  return { all, byToken };
}

/** The last lease that had been delivered when the write was sent. */
function lastBefore(leases: readonly Lease[], { entry, sentSeq }: WriteRecord): Lease | undefined {
  return lastIn(leases, ({ delivery }) => {
    if (delivery === null || delivery.seq >= entry.seq) return false;
    if (sentSeq !== null) return delivery.seq < sentSeq;
    return delivery.t <= (entry.sent ?? entry.t);
  });
}

/** The last item that passes; items that pass come before those that do not. */
function lastIn<Item>(items: readonly Item[], passes: (item: Item) => boolean): Item | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
