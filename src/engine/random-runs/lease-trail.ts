import type { RunFold } from './fold/run-fold.ts';
import type { RunLease } from './fold/run-lease.ts';
import { BY_ITEM, type TrailEntry } from './fold/trail.ts';
import { IS_CARRIER, IS_OF_GRANT, type RunQueue } from './run-queue.ts';

/**
 * Follows leases on their way to their clients: from the grant along the messages that carry it, until its client
 * handles one; see Ledger.follow. Entries of a step go by their place in it.
 */
export class LeaseTrail {
  private readonly fold: RunFold;
  private readonly queue: RunQueue;
  /** The lease that an item brings that is flagged as a carrier; of others it says nothing. */
  private readonly byItem: (RunLease | null)[] = [];
  private readonly byEntry: (RunLease | null)[] = [];
  private readonly isGrant: boolean[] = [];

  constructor(fold: RunFold, queue: RunQueue) {
    this.fold = fold;
    this.queue = queue;
  }

  /** Looks at an entry of a step, before the fold does. */
  follow(entry: TrailEntry, index: number, item: number, seq: number, t: number): void {
    this.byEntry[index] = null;
    this.isGrant[index] = false;
    const { cause } = entry;
    const lease = this.leaseOf(cause, item);
    if (lease === null || entry.raisesFence) return;
    if (this.isGrantOf(cause, item)) {
      const isFresh = lease.deliverySeq === lease.grantSeq;
      if (entry.isSend && !lease.isOwn) {
        if (isFresh) lease.deliverySeq = -1;
        this.byEntry[index] = lease;
      } else if (entry.isDelivery && entry.client === lease.client && isFresh) {
        lease.deliverySeq = seq;
        lease.deliveryT = t;
      }
      return;
    }
    if (entry.isLose) {
      this.fold.undelivered(lease, seq, t);
      return;
    }
    if (!entry.isSend && (entry.actor === lease.client || entry.client === lease.client)) {
      if (lease.deliverySeq >= 0) return;
      lease.deliverySeq = seq;
      lease.deliveryT = t;
    } else if (entry.isSend || entry.isDeliver) this.byEntry[index] = lease;
  }

  /** An entry of the step is the grant of a lease. */
  granted(index: number, lease: RunLease): void {
    this.byEntry[index] = lease;
    this.isGrant[index] = true;
  }

  /** A new item with its cause, of a step that grants or whose own item brings a lease. */
  put(made: number, cause: number, item: number): void {
    const lease = this.leaseOf(cause, item);
    if (lease === null) return;
    while (this.byItem.length <= made) this.byItem.push(null);
    this.byItem[made] = lease;
    this.queue.set(made, this.isGrantOf(cause, item) ? IS_CARRIER | IS_OF_GRANT : IS_CARRIER);
  }

  /** The message of an item is lost before it is handled. */
  lose(item: number, seq: number, t: number): void {
    const lease = this.leaseOf(BY_ITEM, item);
    if (lease !== null && !this.isGrantOf(BY_ITEM, item)) this.fold.undelivered(lease, seq, t);
  }

  /** A message that an entry of the step sent is lost at once. */
  loseSent(cause: number, item: number, seq: number, t: number): void {
    const lease = this.leaseOf(cause, item);
    if (lease !== null && !this.isGrantOf(cause, item)) this.fold.undelivered(lease, seq, t);
  }

  private leaseOf(cause: number, item: number): RunLease | null {
    if (cause >= 0) return this.byEntry[cause] ?? null;
    const brings = cause === BY_ITEM && item >= 0 && this.queue.is(item, IS_CARRIER);
    return brings ? (this.byItem[item] ?? null) : null;
  }

  private isGrantOf(cause: number, item: number): boolean {
    if (cause >= 0) return this.isGrant[cause] === true;
    return cause === BY_ITEM && this.queue.is(item, IS_OF_GRANT);
  }
}
