import type { Entry } from '../trace.ts';
import type { Micros } from '../time.ts';
import { facts, finite, type Draft } from './draft.ts';
import type { EndedBy, Lease } from './lease.ts';
import type { ClientState, Holder, KeyState } from './records.ts';
import type { Gone, Leak, TraceOrigin } from './types.ts';

/** How and when the holder of a lease went, and what had been promised by then. */
interface Departure {
  readonly entry: Entry;
  readonly how: Gone;
  promised: number;
}

interface Suspicion {
  readonly entry: Entry;
  readonly leak: Leak;
}

/**
 * Leaked lease: a lease that stays after its holder crashed, gave up or finished: past its promised end,
 * without an end, or kept alive by renewals. A crash that merely waits out its TTL is no leak.
 *
 * Services expire late, so that an expiry counts as past the promised end only when it is late by more than
 * a whole further promise. A renewal that was sent while its holder was still there keeps nothing alive.
 * A holder that acts again takes its lease back, and nothing leaked.
 */
export class LeakedLease {
  private readonly departures = new Map<Lease, Departure>();
  private readonly suspicions = new Map<Lease, Suspicion>();
  private readonly entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
  }

  /** Looks at a grant: its client may have gone already. */
  granted(entry: Entry, lease: Lease, client: ClientState, abandoned: boolean): void {
    if (client.crashed !== null) this.depart(lease, entry, 'crashed');
    else if (abandoned) this.depart(lease, entry, 'gave-up');
  }

  /** Looks at a crash, which leaves the client's leases behind. */
  crashed(entry: Entry, left: readonly Lease[]): void {
    for (const lease of left) this.depart(lease, entry, 'crashed');
  }

  /** Looks at the end of a belief. */
  disbelieved(entry: Entry, holder: Holder): void {
    const lease = holder.leases.at(-1);
    if (lease !== undefined && lease.ended === null) this.depart(lease, entry, 'gave-up');
  }

  /** Looks at a grant whose message was lost. */
  undelivered(entry: Entry, lease: Lease): void {
    if (lease.ended === null) this.depart(lease, entry, 'never-knew');
  }

  /** Looks at anything that a client does under a key: who acts has not gone. */
  acted(holder: Holder): void {
    if (this.departures.size === 0 || holder.client.crashed !== null) return;
    const lease = holder.leases.at(-1);
    if (lease === undefined) return;
    // What has ended cannot be taken back: it leaked while its holder was gone.
    if (lease.ended !== null && this.suspicions.has(lease)) return;
    this.departures.delete(lease);
    this.suspicions.delete(lease);
  }

  /** Looks at a renewal. */
  renewed(entry: Entry, key: KeyState, lease: Lease): void {
    const departure = this.departures.get(lease);
    if (departure === undefined) return;
    if (this.sentBefore(entry, departure.entry)) {
      departure.promised = lease.promised;
      return;
    }
    const holder = key.holders.get(lease.client);
    const isItself = (entry.by ?? lease.client) === lease.client;
    if (isItself && departure.how === 'crashed' && holder !== undefined) {
      // It was restarted and goes on with the lease it had.
      if (holder.client.crashed === null) {
        this.acted(holder);
        return;
      }
    }
    if (lease.promised > departure.promised) this.suspect(lease, entry, 'renewed');
  }

  /** Looks at the end of a lease. */
  ended(entry: Entry, lease: Lease, by: EndedBy, passedOn: boolean): void {
    if (passedOn || by === 'release' || !this.departures.has(lease)) return;
    const grace = by === 'expire' ? lease.promised - lease.promisedAt : 0;
    if (entry.t > lease.promised + grace) this.suspect(lease, entry, 'past-its-end');
  }

  /**
   * The leaks, once the trace is complete. Only the model's own traces tell by silence: there, a lease
   * without an end entry is still on record.
   */
  finish(keys: readonly KeyState[], endT: Micros, origin: TraceOrigin): readonly Draft[] {
    for (const key of keys) {
      for (const holder of key.holders.values()) this.lookBack(holder, endT);
    }
    for (const [lease, departure] of this.departures) {
      if (lease.ended !== null || this.suspicions.has(lease)) continue;
      if (wentOn(keys, lease, departure.entry)) continue;
      if (lease.promised === Infinity) {
        if (departure.how === 'crashed' || endT > departure.entry.t) {
          this.suspect(lease, departure.entry, 'no-end');
        }
      } else if (origin === 'simulated' && endT > 2 * lease.promised - lease.promisedAt) {
        this.suspect(lease, departure.entry, 'past-its-end');
      }
    }
    return [...this.suspicions].map(([lease, suspicion]) => this.draft(lease, suspicion));
  }

  /** A client of which only work is told has finished when its last unit ended and nothing followed. */
  private lookBack(holder: Holder, endT: Micros): void {
    const lease = holder.leases.at(-1);
    const { worked, client } = holder;
    if (lease === undefined || lease.ended !== null || this.departures.has(lease)) return;
    if (worked === null || worked.seq < lease.grant.seq || holder.units.size > 0) return;
    if (holder.beliefKnown || client.crashed !== null || endT <= worked.t) return;
    if (lease.promised === Infinity) this.depart(lease, worked, 'finished');
  }

  private depart(lease: Lease, entry: Entry, how: Gone): void {
    if (this.departures.has(lease)) return;
    this.departures.set(lease, { entry, how, promised: lease.promised });
  }

  private suspect(lease: Lease, entry: Entry, leak: Leak): void {
    if (!this.suspicions.has(lease)) this.suspicions.set(lease, { entry, leak });
  }

  private sentBefore(renewal: Entry, departure: Entry): boolean {
    if (renewal.sent !== undefined) return renewal.sent < departure.t;
    const cause = renewal.cause === null ? undefined : this.entries[renewal.cause];
    return cause !== undefined && cause.ev === 'send' && cause.seq < departure.seq;
  }

  private draft(lease: Lease, { entry, leak }: Suspicion): Draft {
    const departure = this.departures.get(lease);
    return {
      kind: 'leaked-lease',
      entry,
      client: lease.client,
      key: lease.key,
      because: [lease.grant.seq, departure?.entry.seq],
      facts: facts({
        leak,
        token: lease.token,
        gone: departure?.how,
        since: departure?.entry.t,
        other: leak === 'renewed' && entry.by !== lease.client ? entry.by : undefined,
        expires: finite(leak === 'renewed' ? (entry.expires ?? Infinity) : lease.promised),
      }),
    };
  }
}

/** The key was granted again after the holder had gone: the lease did not stay, though no entry ends it. */
function wentOn(keys: readonly KeyState[], lease: Lease, departure: Entry): boolean {
  const { leases = [] } = keys.find(({ key }) => key === lease.key) ?? {};
  const last = leases.findLast(({ client }) => client !== lease.client);
  return last !== undefined && last.grant.seq > departure.seq;
}
