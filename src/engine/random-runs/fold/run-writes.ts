import { foundBit, UNREPLACED, type Found } from './found.ts';
import type { RunLease } from './run-lease.ts';
import { NO_TOKEN, type HolderState } from './run-state.ts';

const ACCEPTED = foundBit('stale-write-accepted');
const REJECTED = foundBit('stale-write-rejected');
const RIGHTFUL = foundBit('rightful-write-rejected');
const LOST = foundBit('lost-update');

/** A write of a run. Objects are used again in later runs. */
interface Write {
  holder: HolderState;
  token: number;
  accepted: boolean;
  seq: number;
  t: number;
  /** Number of the entry that sent it; -1: unknown, then `sentT` counts. */
  sentSeq: number;
  sentT: number;
  /** How many leases of the key had been granted before. */
  leasesBefore: number;
}

/** The writes of a run; how each stood is known when the run is over. See verdict/write-standing.ts. */
export class RunWrites {
  private count = 0;
  private readonly writes: Write[] = [];
  private readonly versions: number[] = [];

  begin(): void {
    this.count = 0;
    this.versions.fill(0);
  }

  /** Notes a write; gives what is found at once. */
  add(
    holder: HolderState,
    token: number,
    accepted: boolean,
    record: number,
    base: number,
    seq: number,
    t: number,
    sentSeq: number,
    sentT: number,
  ): Found {
    const leasesBefore = holder.key.leases.length;
    const at = this.count;
    this.count += 1;
    const known = this.writes[at];
    if (known === undefined) {
      this.writes.push({ holder, token, accepted, seq, t, sentSeq, sentT, leasesBefore });
    } else {
      known.holder = holder;
      known.token = token;
      known.accepted = accepted;
      known.seq = seq;
      known.t = t;
      known.sentSeq = sentSeq;
      known.sentT = sentT;
      known.leasesBefore = leasesBefore;
    }
    if (!accepted) return 0;
    while (this.versions.length <= record) this.versions.push(0);
    const version = this.versions[record] ?? 0;
    this.versions[record] = version + 1;
    return base >= 0 && base < version ? LOST : 0;
  }

  /** How the writes stood, once the run is over. */
  end(): Found {
    let found = 0;
    for (let index = 0; index < this.count; index += 1) {
      const write = this.writes[index];
      if (write !== undefined) found |= standing(write);
    }
    return found;
  }
}

function standing(write: Write): Found {
  const { holder, seq, t, accepted, leasesBefore } = write;
  const delivered = reliedOn(write);
  const lease = delivered ?? lastGranted(holder, seq);
  if (lease === undefined) return stale(write, leasesBefore === 0);
  if (!lease.isOverAt(seq, t)) return delivered !== undefined && !accepted ? RIGHTFUL : 0;
  const unreplaced = leasesBefore === lease.place + 1;
  return !unreplaced || t >= lease.promisedBefore(seq) ? stale(write, unreplaced) : 0;
}

function stale({ accepted, holder, seq }: Write, unreplaced: boolean): Found {
  if (!accepted) return REJECTED;
  const { key } = holder;
  key.brokenSeq = Math.min(key.brokenSeq, seq);
  return unreplaced ? UNREPLACED : ACCEPTED;
}

/** Of the grants delivered to its client before it was sent, the last with its token, else the last. */
function reliedOn({ holder, token, seq, sentSeq, sentT }: Write): RunLease | undefined {
  let named: RunLease | undefined;
  let last: RunLease | undefined;
  const { leases } = holder;
  for (let index = 0; index < leases.length; index += 1) {
    const lease = leases[index];
    if (lease === undefined || lease.deliverySeq < 0 || lease.deliverySeq >= seq) continue;
    if (sentSeq >= 0 ? lease.deliverySeq >= sentSeq : lease.deliveryT > sentT) continue;
    if (last === undefined || lease.deliverySeq >= last.deliverySeq) last = lease;
    if (token === NO_TOKEN || lease.token !== token) continue;
    if (named === undefined || lease.deliverySeq >= named.deliverySeq) named = lease;
  }
  return named ?? last;
}

function lastGranted({ leases }: HolderState, seq: number): RunLease | undefined {
  for (let index = leases.length - 1; index >= 0; index -= 1) {
    const lease = leases[index];
    if (lease !== undefined && lease.grantSeq < seq) return lease;
  }
  return undefined;
}
