import { empty } from '../empty.ts';
import {
  ABANDON,
  BELIEVE,
  CRASH,
  DISBELIEVE,
  EXPIRE,
  GRANT,
  LOSS,
  NOTHING,
  OWN_WILL,
  PAUSE,
  READ,
  RELEASE,
  RENEW,
  RESTART,
  RESUME,
  REVOKE,
  UNTOLD,
  WAIT,
  WORK_END,
  WORK_START,
  WRITE,
  type Fact,
  type Names,
} from './facts.ts';
import { foundBit, type Found } from './found.ts';
import { CRASHED, GONE, RELEASED, RENEWED, EXPIRED, type RunLease, STAYS, TAKEN } from './run-lease.ts';
import { hasStarved, leaksAtEnd } from './run-end.ts';
import { RunRecords } from './run-records.ts';
import { NO_MARGIN, NO_TOKEN, type ClientState, type HolderState, type KeyState } from './run-state.ts';
import { RunWrites } from './run-writes.ts';

const OVERLAPPING_LEASES = foundBit('overlapping-leases');
const OVERLAPPING_BELIEFS = foundBit('overlapping-beliefs');
const WRONG_RELEASE = foundBit('wrong-release');
const REGRESSION = foundBit('token-regression');
const FALSE_LOSS = foundBit('false-loss');
const DUPLICATE = foundBit('duplicate-work');

/**
 * The verdict as a fold over the entries of one random run after the other: what verdict/ledger.ts and the findings
 * beside it keep, in numbers, without entries, causes or sentences. `src/explore/random-runs.test.ts` holds
 * it to the verdict of the same runs, kind by kind.
 */
export class RunFold {
  found: Found = 0;
  /** For each grant to somebody else while its last holder had stopped: how long ago that was, in microseconds. */
  readonly takeovers: number[] = [];
  private readonly records: RunRecords;
  private readonly writes = new RunWrites();
  /** Beliefs given up while the lease was good, by a number of an entry, where a release may explain it. */
  private readonly losses: { readonly lease: RunLease; readonly seq: number }[] = [];
  private readonly done = new Set<number>();
  private readonly twice: { readonly key: KeyState; readonly seq: number }[] = [];

  constructor(names: Names) {
    this.records = new RunRecords(names);
  }

  begin(): void {
    this.records.begin();
    this.found = 0;
    empty(this.takeovers);
    this.writes.begin();
    empty(this.losses);
    empty(this.twice);
    if (this.done.size > 0) this.done.clear();
  }

  /**
   * Takes in one entry with its number and time; `expires`: what it promises; `sentSeq`: the entry that sent what it
   * is about, -1 where that is unknown; `sentT`: when. Gives a new lease.
   */
  take(
    fact: Fact,
    seq: number,
    t: number,
    expires: number,
    marginUs: number,
    sentSeq: number,
    sentT: number,
  ): RunLease | null {
    switch (fact.kind) {
      case GRANT:
        return this.grant(fact, seq, t, expires);
      case RENEW:
        this.renew(fact, seq, t, expires, sentSeq);
        return null;
      case BELIEVE:
      case DISBELIEVE:
        this.believe(fact, seq, t, marginUs);
        return null;
      case WRITE: {
        const holder = this.records.holder(fact.holder);
        const { token, accepted, record, base } = fact;
        this.found |= this.writes.add(holder, token, accepted, record, base, seq, t, sentSeq, sentT);
        act(holder);
        return null;
      }
      case READ:
        act(this.records.holder(fact.holder));
        return null;
      case WAIT: {
        const holder = this.records.holder(fact.holder);
        holder.abandoned = false;
        if (holder.waitSeq < 0) {
          holder.waitSeq = seq;
          holder.waitT = t;
        }
        return null;
      }
      case ABANDON: {
        const holder = this.records.holder(fact.holder);
        holder.waitSeq = -1;
        holder.abandoned = true;
        return null;
      }
      case WORK_START:
      case WORK_END:
        this.work(fact, seq, t);
        return null;
      case PAUSE: {
        const client = this.records.client(fact.client);
        if (client.pausedSeq < 0) {
          client.pausedSeq = seq;
          client.pausedT = t;
        }
        return null;
      }
      case RESUME:
        this.records.client(fact.client).pausedSeq = -1;
        return null;
      case RESTART: {
        const client = this.records.client(fact.client);
        client.crashedSeq = -1;
        client.pausedSeq = -1;
        for (const { leases } of client.holders) {
          for (const lease of leases) lease.isOpen = lease.ended === RENEWED;
        }
        return null;
      }
      case CRASH:
        this.crash(this.records.client(fact.client), seq, t);
        return null;
      case NOTHING:
        return null;
      default:
        this.end(fact, seq, t);
        return null;
    }
  }

  /** A message that carries a grant is lost before its client has learned of it. */
  undelivered(lease: RunLease, seq: number, t: number): void {
    if (lease.deliverySeq < 0 && lease.ended === RENEWED) depart(lease, seq, t, GONE);
  }

  /** What was found, now that the run is over; `endT`: until when it was watched. */
  finish(endT: number): Found {
    this.found |= this.writes.end();
    for (const { lease, seq } of this.losses) if (!lease.isReleasedAfter(seq)) this.found |= FALSE_LOSS;
    for (const { key, seq } of this.twice) if (seq < key.brokenSeq) this.found |= DUPLICATE;
    for (let index = 0; index < this.records.met.length; index += 1) {
      const key = this.records.met[index];
      if (key === undefined) continue;
      this.found |= leaksAtEnd(key, endT) | hasStarved(key, endT);
    }
    return this.found;
  }

  private grant(fact: Fact, seq: number, t: number, expires: number): RunLease {
    const holder = this.records.holder(fact.holder);
    const { key, client } = holder;
    this.noteTakeover(key.leases[key.leases.length - 1], client, t);
    const lease = this.records.newLease(holder, fact.token, seq, t, expires);
    lease.isOwn = fact.isOwn;
    const { abandoned } = holder;
    holder.stopWaiting();
    this.lookForOverlap(key, lease, seq, t);
    if (fact.token !== NO_TOKEN) {
      if (fact.token > key.highest) key.highest = fact.token;
      else this.broken(key, REGRESSION, seq);
    }
    if (client.crashedSeq >= 0) depart(lease, seq, t, CRASHED);
    else if (abandoned) depart(lease, seq, t, GONE);
    return lease;
  }

  /** Who held the key last has crashed or is paused, and did not release it. */
  private noteTakeover(last: RunLease | undefined, client: ClientState, t: number): void {
    if (last === undefined || last.client === client.number || last.isGivenBack) return;
    const { crashedSeq, crashedT, pausedSeq, pausedT } = this.records.client(last.client);
    if (crashedSeq >= 0) this.takeovers.push(t - crashedT);
    else if (pausedSeq >= 0) this.takeovers.push(t - pausedT);
  }

  private renew(fact: Fact, seq: number, t: number, expires: number, sentSeq: number): void {
    const key = this.records.key(fact.key);
    const lease = this.records.leaseOf(fact, key);
    if (lease === null) {
      // A renewal that is the first that is heard of its lease.
      const made = this.records.newLease(this.records.holder(fact.holder), fact.token, seq, t, expires);
      this.lookForOverlap(key, made, seq, t);
      return;
    }
    if (lease.ended !== RENEWED && lease.ended !== EXPIRED) return;
    const isRevived = !lease.isPromised(t);
    lease.renew(seq, t, expires);
    if (isRevived) {
      key.record = lease;
      this.records.holder(lease.holder).promise(lease);
      lease.isOpen = true;
      this.lookForOverlap(key, lease, seq, t);
    }
    if (lease.departed !== STAYS) this.renewedWithoutHolder(fact, lease, sentSeq);
  }

  /** A renewal of a lease whose holder went; see LeakedLease.renewed. */
  private renewedWithoutHolder(fact: Fact, lease: RunLease, sentSeq: number): void {
    if (sentSeq >= 0 && sentSeq < lease.departedSeq) {
      lease.departedPromised = lease.promised;
      return;
    }
    const isItself = fact.by < 0 || fact.by === lease.client;
    if (isItself && lease.departed === CRASHED) {
      const holder = this.records.holder(lease.holder);
      if (holder.client.crashedSeq < 0) {
        act(holder);
        return;
      }
    }
    if (lease.promised > lease.departedPromised) lease.isSuspected = true;
  }

  private end(fact: Fact, seq: number, t: number): void {
    const key = this.records.key(fact.key);
    let lease = this.records.leaseOf(fact, key);
    if (lease === null) {
      lease = this.records.newLease(this.records.holder(fact.holder), fact.token, seq, t, Infinity);
      // Nobody knows what had been promised; only an expiry tells that it is past.
      if (fact.kind === EXPIRE) lease.promised = t;
      lease.dropped = true;
    }
    if (fact.kind === RELEASE) lease.isGivenBack = true;
    if (lease.ended !== RENEWED) return;
    const passedOn = lease.passedOn(t);
    lease.end(seq, fact.kind === EXPIRE ? EXPIRED : fact.kind === RELEASE ? RELEASED : TAKEN);
    lease.isOpen = false;
    if (fact.kind !== EXPIRE) this.records.holder(lease.holder).stop(seq, t);
    if (fact.kind === REVOKE && !passedOn) this.broken(key, WRONG_RELEASE, seq);
    if (passedOn || fact.kind === RELEASE || lease.departed === STAYS) return;
    const grace = fact.kind === EXPIRE ? lease.promised - lease.promisedAt : 0;
    if (t > lease.promised + grace) lease.isSuspected = true;
  }

  private believe(fact: Fact, seq: number, t: number, marginUs: number): void {
    const holder = this.records.holder(fact.holder);
    const { key } = holder;
    holder.beliefKnown = true;
    if (marginUs !== NO_MARGIN) holder.marginUs = marginUs;
    if (fact.kind === BELIEVE) {
      holder.stopWaiting();
      if (!holder.believes) {
        holder.believes = true;
        key.believers += 1;
        if (key.believers > 1) this.broken(key, OVERLAPPING_BELIEFS, seq);
      }
      act(holder);
      return;
    }
    if (!holder.believes) return;
    holder.believes = false;
    holder.stop(seq, t);
    key.believers -= 1;
    const lease = holder.last;
    if (lease === undefined) return;
    if (
      holder.marginUs !== NO_MARGIN &&
      lease.deliverySeq >= 0 &&
      lease.ended === RENEWED &&
      !lease.passedOn(t) &&
      fact.reason !== OWN_WILL &&
      lease.promised - t > holder.marginUs
    ) {
      if (fact.reason === LOSS) this.found |= FALSE_LOSS;
      else if (fact.reason === UNTOLD) this.losses.push({ lease, seq });
    }
    if (lease.ended === RENEWED) depart(lease, seq, t, GONE);
  }

  private work(fact: Fact, seq: number, t: number): void {
    const holder = this.records.holder(fact.holder);
    const { units } = holder;
    const at = units.indexOf(fact.unit);
    if (fact.kind === WORK_START) {
      if (at < 0) units.push(fact.unit);
      act(holder);
      return;
    }
    if (at >= 0) units.splice(at, 1);
    holder.workedSeq = seq;
    holder.workedT = t;
    holder.stop(seq, t);
    if (this.done.has(fact.unit)) this.twice.push({ key: holder.key, seq });
    this.done.add(fact.unit);
    act(holder);
  }

  private crash(client: ClientState, seq: number, t: number): void {
    client.crashedSeq = seq;
    client.crashedT = t;
    client.pausedSeq = -1;
    for (const holder of client.holders) {
      const isBusy = holder.believes || holder.units.length > 0;
      if (holder.believes) holder.key.believers -= 1;
      holder.believes = false;
      empty(holder.units);
      holder.waitSeq = -1;
      if (isBusy) holder.stop(seq, t);
      for (const lease of holder.leases) {
        if (!lease.isOpen) continue;
        lease.isOpen = false;
        holder.stop(seq, t);
        depart(lease, seq, t, CRASHED);
      }
    }
  }

  /** Overlapping leases, asked when a promise begins to count; see verdict/overlapping-leases.ts. */
  private lookForOverlap(key: KeyState, lease: RunLease, seq: number, t: number): void {
    if (!lease.isPromised(t)) return;
    const { promises } = key;
    promises.pop();
    while (promises.length > 0) {
      const other = promises[promises.length - 1];
      if (other !== undefined && other.client !== lease.client && other.isPromised(t)) {
        this.broken(key, OVERLAPPING_LEASES, seq);
        break;
      }
      promises.pop();
    }
    promises.push(lease);
  }

  private broken(key: KeyState, found: Found, seq: number): void {
    this.found |= found;
    if (seq < key.brokenSeq) key.brokenSeq = seq;
  }
}

/** Who acts has not gone; see LeakedLease.acted. */
function act(holder: HolderState): void {
  if (holder.client.crashedSeq >= 0) return;
  const lease = holder.last;
  if (lease === undefined || (lease.isSuspected && lease.ended !== RENEWED)) return;
  lease.departed = STAYS;
  lease.isSuspected = false;
}

function depart(lease: RunLease, seq: number, t: number, how: number): void {
  if (lease.departed !== STAYS) return;
  lease.departed = how;
  lease.departedSeq = seq;
  lease.departedT = t;
  lease.departedPromised = lease.promised;
}
