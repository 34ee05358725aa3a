import type { Micros } from '../time.ts';
import type { Entry } from '../trace.ts';

/** What ends a lease: an entry of that kind, a new grant to the same client, or its promised end. */
export type EndedBy = 'expire' | 'release' | 'revoke' | 'steal' | 'forget' | 'grant' | 'expires';

/** One change in a lease's life after its grant; `live` tells whether it is live from then on. */
interface Change {
  readonly seq: number;
  readonly t: Micros;
  readonly live: boolean;
  /** The promised end from then on, in microseconds; Infinity: no end. */
  readonly promised: number;
  readonly by: EndedBy | 'renew';
}

/** How and when a lease was over. `seq` is the entry that ended it; null where its promised end did. */
export interface LeaseEnd {
  readonly t: Micros;
  readonly by: EndedBy;
  readonly seq: number | null;
}

/** Grants of one key to one client in a row; shared by their leases, closed by a grant to another client. */
export interface Run {
  /** The first lease after this run, of another client. */
  next: Lease | null;
}

/** One right to hold a key, from its grant on, with all that happened to it. */
export class Lease {
  readonly client: string;
  readonly key: string;
  readonly token: number | undefined;
  /** The grant; for a log that begins in the middle, the first entry that speaks of the lease. */
  readonly grant: Entry;
  /** Its place among all leases of the key, in the order of their grants. */
  readonly place: number;
  readonly run: Run;
  /** The promised end as it stands now, in microseconds; Infinity: no end. */
  promised: number;
  /** When that was promised. */
  promisedAt: Micros;
  /** The promise is off: the lease expired, its owner released it or took a new one in its place. */
  dropped = false;
  /** The entry by which the client learned of the grant; null while it has not. */
  delivery: Entry | null;
  private readonly firstPromise: number;
  private changes: Change[] | null = null;

  constructor(grant: Entry, client: string, key: string, place: number, run: Run) {
    this.client = client;
    this.key = key;
    this.token = grant.token;
    this.grant = grant;
    this.place = place;
    this.run = run;
    this.promised = grant.expires ?? Infinity;
    this.promisedAt = grant.t;
    this.firstPromise = this.promised;
    this.delivery = grant;
  }

  /** How the lease was ended by an entry, as things stand now; null while no entry has ended it. */
  get ended(): EndedBy | null {
    const last = this.changes?.at(-1);
    return last === undefined || last.live ? null : (last.by as EndedBy);
  }

  /** The entry that ended it, as things stand now. */
  get endSeq(): number | null {
    const last = this.changes?.at(-1);
    return last === undefined || last.live ? null : last.seq;
  }

  /** The promise counts at `t`: neither past its end nor off. */
  promises(t: Micros): boolean {
    return !this.dropped && t < this.promised;
  }

  /**
   * The lease is over at this point although no entry ended it: its promised end has passed and the key
   * went to somebody else. What is told of it later cannot have kept it alive.
   */
  passedOn(t: Micros): boolean {
    return this.ended === null && t >= this.promised && this.run.next !== null;
  }

  /** Notes that an entry ends the lease. */
  end(entry: Entry, by: EndedBy): void {
    const t = by === 'expires' ? (this.promised as Micros) : entry.t;
    this.change({ seq: entry.seq, t, live: false, promised: this.promised, by });
    if (by === 'expire' || by === 'release' || by === 'grant' || by === 'expires') this.dropped = true;
  }

  /** Notes a new promised end; a lease that had ended is live again. */
  renew(entry: Entry): void {
    this.promised = entry.expires ?? Infinity;
    this.promisedAt = entry.t;
    this.dropped = false;
    this.change({ seq: entry.seq, t: entry.t, live: true, promised: this.promised, by: 'renew' });
  }

  /** The promised end as it stood before entry `seq`; Infinity: no end. */
  promisedBefore(seq: number): number {
    const index = this.lastChangeBefore(seq);
    return index < 0 ? this.firstPromise : (this.changes?.[index]?.promised ?? this.firstPromise);
  }

  /** What ended the lease first after entry `seq`; null if no entry did. */
  endedAfter(seq: number): EndedBy | null {
    const { changes } = this;
    if (changes === null) return null;
    for (let index = this.lastChangeBefore(seq + 1) + 1; index < changes.length; index += 1) {
      const change = changes[index];
      if (change !== undefined && !change.live) return change.by as EndedBy;
    }
    return null;
  }

  /**
   * How the lease was over when entry `seq` happened at `t`; null if it was live. To be asked when the whole
   * trace is known: services expire late, so a lease without an end entry yet is live past its promised
   * end if one comes, or a renewal, before the key goes to somebody else.
   */
  overAt(seq: number, t: Micros): LeaseEnd | null {
    const index = this.lastChangeBefore(seq);
    const state = index < 0 ? undefined : this.changes?.[index];
    if (state !== undefined && !state.live) return this.endBy(state);
    const promised = state?.promised ?? this.firstPromise;
    if (t < promised) return null;
    const next = this.changes?.[index + 1];
    const keeps = next !== undefined && next.by !== 'expires' && next.by !== 'grant';
    if (keeps && !this.wentToAnother(next.seq)) return null;
    return { t: promised as Micros, by: 'expires', seq: null };
  }

  private endBy(state: Change): LeaseEnd {
    // An end told after the key had gone to somebody else tells of a lease that had already run out.
    if (state.t >= state.promised && this.wentToAnother(state.seq)) {
      return { t: state.promised as Micros, by: 'expires', seq: null };
    }
    return { t: state.t, by: state.by as EndedBy, seq: state.by === 'expires' ? null : state.seq };
  }

  private wentToAnother(beforeSeq: number): boolean {
    const { next } = this.run;
    return next !== null && next.grant.seq < beforeSeq;
  }

  private change(change: Change): void {
    this.changes ??= [];
    this.changes.push(change);
  }

  private lastChangeBefore(seq: number): number {
    const { changes } = this;
    if (changes === null) return -1;
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.seq ?? Infinity) < seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
