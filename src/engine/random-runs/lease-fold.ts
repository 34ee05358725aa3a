import { sightBit, type Sight, type Sights } from '../explore/monitor.ts';
import { NO_TOKEN, type Fact } from './program.ts';

/** One lease in a random run; times in microseconds from the start. */
export interface RunLease {
  readonly client: number;
  readonly key: number;
  readonly token: number;
  readonly place: number;
  ended: 0 | 1 | 2;
  dropped: boolean;
  endsAt: number;
  /** A write was accepted (1) or rejected (2) past its end, before anything told that it had ended. */
  doubt: 0 | 1 | 2;
}

const LIVE = 0;
const EXPIRED = 1;
const OTHERWISE = 2;

const BIT: Readonly<Record<Sight, number>> = {
  'stale-write-accepted': sightBit('stale-write-accepted'),
  'stale-write-accepted-unreplaced': sightBit('stale-write-accepted-unreplaced'),
  'stale-write-accepted-paused': sightBit('stale-write-accepted-paused'),
  'stale-write-rejected': sightBit('stale-write-rejected'),
  'rightful-write-rejected': sightBit('rightful-write-rejected'),
  'lost-update': sightBit('lost-update'),
  'overlapping-leases': sightBit('overlapping-leases'),
  'overlapping-beliefs': sightBit('overlapping-beliefs'),
  'wrong-release': sightBit('wrong-release'),
  'token-regression': sightBit('token-regression'),
  'write-accepted': sightBit('write-accepted'),
  waits: sightBit('waits'),
  granted: sightBit('granted'),
};

interface Key {
  readonly leases: RunLease[];
  readonly believers: Set<number>;
  highest: number;
}

/**
 * The verdict's safety findings as a streaming fold over one random run, for leases that do end when they
 * were promised to or are told to have ended. It keeps the run's leases and nothing of its entries.
 */
export class LeaseFold {
  sights: Sights = 0;
  private readonly keys: (Key | undefined)[] = [];
  private readonly versions: number[] = [];
  /** Leases that a client was told of, in order. */
  private readonly told: RunLease[][] = [];

  /** How many leases a client has been told of: what it may rely on when it sends. */
  toldCount(client: number): number {
    return this.told[client]?.length ?? 0;
  }

  /** A client handles the message that carries its grant. */
  deliver(lease: RunLease): void {
    const list = this.told[lease.client];
    if (list === undefined) this.told[lease.client] = [lease];
    else list.push(lease);
  }

  /**
   * Takes in one entry; `told`: how many leases a write's client knew of when it sent; `endsAt`: the promised end,
   * for what promises one. Gives a new lease.
   */
  take(fact: Fact, now: number, told: number, endsAt: number): RunLease | null {
    switch (fact.ev) {
      case 'grant':
        return this.grant(fact, now, endsAt);
      case 'write':
        this.write(fact, now, told);
        return null;
      case 'renew':
      case 'revive':
        this.renew(fact, now, endsAt);
        return null;
      case 'believe':
        this.believe(fact);
        return null;
      case 'crash':
        for (const key of this.keys) key?.believers.delete(fact.client);
        return null;
      default:
        this.ended(fact, now);
        return null;
    }
  }

  /** The run is over: nothing more will tell that a lease had not ended when it was promised to. */
  end(): void {
    for (const key of this.keys) for (const lease of key?.leases ?? []) this.settle(lease);
  }

  /** A write past the promised end was stale after all, for nothing told that the lease went on. */
  private settle(lease: RunLease): void {
    if (lease.ended !== LIVE || lease.doubt === 0) return;
    this.stale(lease.doubt === 1, true);
    lease.doubt = 0;
  }

  private grant(fact: Fact, now: number, endsAt: number): RunLease {
    const key = this.key(fact.key);
    const { leases } = key;
    const { client, token } = fact;
    this.sights |= BIT.granted;
    const lease: RunLease = {
      client,
      key: fact.key,
      token,
      place: leases.length,
      ended: LIVE,
      dropped: false,
      endsAt,
      doubt: 0,
    };
    for (const other of leases) {
      this.settle(other);
      if (other.client === client) {
        if (other.ended === LIVE) {
          other.ended = OTHERWISE;
          other.dropped = true;
        }
        continue;
      }
      if (!other.dropped && now < other.endsAt && now < lease.endsAt)
        this.sights |= BIT['overlapping-leases'];
    }
    if (token !== NO_TOKEN) {
      if (token <= key.highest) this.sights |= BIT['token-regression'];
      else key.highest = token;
    }
    leases.push(lease);
    if (fact.own) this.deliver(lease);
    return lease;
  }

  private renew(fact: Fact, now: number, endsAt: number): void {
    const key = this.key(fact.key);
    const lease = this.leaseOf(key, fact);
    if (lease === undefined || lease.ended === OTHERWISE) return;
    const wasPromised = !lease.dropped && now < lease.endsAt;
    lease.ended = LIVE;
    lease.dropped = false;
    lease.doubt = 0;
    lease.endsAt = endsAt;
    if (wasPromised || now >= lease.endsAt) return;
    for (const other of key.leases) {
      if (other.client !== lease.client && !other.dropped && now < other.endsAt) {
        this.sights |= BIT['overlapping-leases'];
      }
    }
  }

  private ended(fact: Fact, now: number): void {
    const key = this.key(fact.key);
    const lease = this.leaseOf(key, fact);
    if (lease === undefined || lease.ended !== LIVE) return;
    const last = key.leases.at(-1);
    const passedOn = now >= lease.endsAt && last !== lease && last?.client !== lease.client;
    lease.ended = fact.ev === 'expire' ? EXPIRED : OTHERWISE;
    if (fact.ev === 'expire' || fact.ev === 'release') lease.dropped = true;
    lease.doubt = 0;
    if (fact.ev === 'revoke' && !passedOn) this.sights |= BIT['wrong-release'];
  }

  private believe(fact: Fact): void {
    const { believers } = this.key(fact.key);
    if (!fact.held) believers.delete(fact.client);
    else if (!believers.has(fact.client)) {
      if (believers.size > 0) this.sights |= BIT['overlapping-beliefs'];
      believers.add(fact.client);
    }
  }

  private write(fact: Fact, now: number, told: number): void {
    const { accepted } = fact;
    if (accepted) {
      this.sights |= BIT['write-accepted'];
      const version = this.versions[fact.record] ?? 0;
      if (fact.base >= 0 && fact.base < version) this.sights |= BIT['lost-update'];
      this.versions[fact.record] = version + 1;
    }
    const key = this.key(fact.key);
    const known = this.reliedOn(fact, told);
    const lease = known ?? key.leases.findLast(({ client }) => client === fact.client);
    if (lease === undefined) {
      this.stale(accepted, key.leases.length === 0);
      return;
    }
    const unreplaced = lease.place === key.leases.length - 1;
    const isPast = now >= lease.endsAt;
    if (lease.ended !== LIVE) {
      if (!unreplaced || isPast) this.stale(accepted, unreplaced);
    } else if (!isPast) {
      if (known !== undefined && !accepted) this.sights |= BIT['rightful-write-rejected'];
    } else if (
      !unreplaced &&
      key.leases.some(({ place, client }) => place > lease.place && client !== lease.client)
    ) {
      this.stale(accepted, unreplaced);
    } else if (lease.doubt !== 1) lease.doubt = accepted ? 1 : 2;
  }

  private stale(accepted: boolean, unreplaced: boolean): void {
    if (!accepted) this.sights |= BIT['stale-write-rejected'];
    else this.sights |= BIT[unreplaced ? 'stale-write-accepted-unreplaced' : 'stale-write-accepted'];
  }

  /** Of the leases its client knew of, the last with the write's token, else the last. */
  private reliedOn(fact: Fact, told: number): RunLease | undefined {
    const list = this.told[fact.client];
    if (list === undefined) return undefined;
    let last: RunLease | undefined;
    for (let index = Math.min(told, list.length) - 1; index >= 0; index -= 1) {
      const lease = list[index];
      if (lease === undefined || lease.key !== fact.key) continue;
      if (lease.token === fact.token && fact.token !== NO_TOKEN) return lease;
      last ??= lease;
    }
    return last;
  }

  private leaseOf({ leases }: Key, fact: Fact): RunLease | undefined {
    let last: RunLease | undefined;
    for (let index = leases.length - 1; index >= 0; index -= 1) {
      const lease = leases[index];
      if (lease === undefined || lease.client !== fact.client) continue;
      if (lease.token === fact.token && fact.token !== NO_TOKEN) return lease;
      last ??= lease;
    }
    return last;
  }

  private key(number: number): Key {
    let key = this.keys[number];
    if (key === undefined) {
      key = { leases: [], believers: new Set(), highest: NO_TOKEN };
      this.keys[number] = key;
    }
    return key;
  }
}
