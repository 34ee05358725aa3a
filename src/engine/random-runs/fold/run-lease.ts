/** How an entry changed a lease: it was renewed, or ended in one of these ways. */
export const RENEWED = 0;
export const EXPIRED = 1;
export const RELEASED = 2;
/** Revoked, stolen, forgotten: its owner's promise still stands. */
export const TAKEN = 3;
/** Its client was granted another one, before or after its promised end. */
export const REPLACED = 4;
export const RAN_OUT = 5;

/** How its holder went, for a leak; see verdict/leaked-lease.ts. */
export const STAYS = 0;
export const CRASHED = 1;
export const GONE = 2;

/** Grants of one key to one client in a row; closed by a grant to another client. */
export interface Row {
  next: RunLease | null;
}

/**
 * One lease of a random run: what verdict/lease.ts keeps, in numbers. Entries go by their number in the run, times
 * are microseconds. Objects are used again in later runs.
 */
export class RunLease {
  /** Its client under its key, and the client, by number. */
  holder = 0;
  client = 0;
  token = 0;
  place = 0;
  row: Row = { next: null };
  grantSeq = 0;
  /** The grant was told by its own client. */
  isOwn = false;
  promised = 0;
  promisedAt = 0;
  dropped = false;
  /** The entry by which the client learned of it, and when; -1: it has not. */
  deliverySeq = 0;
  deliveryT = 0;
  /** No entry has ended it, and its holder has not gone. */
  isOpen = false;
  /** How its holder went, by which entry and when, and what had been promised by then. */
  departed = STAYS;
  departedSeq = 0;
  departedT = 0;
  departedPromised = 0;
  isSuspected = false;
  /** Its client gave it back, be it after its end. */
  isGivenBack = false;
  private firstPromise = 0;
  private changes = 0;
  private readonly seqs: number[] = [];
  private readonly promises: number[] = [];
  private readonly hows: number[] = [];

  /** Begins its life. */
  begin(
    holder: number,
    client: number,
    token: number,
    place: number,
    row: Row,
    seq: number,
    t: number,
  ): void {
    this.holder = holder;
    this.client = client;
    this.token = token;
    this.place = place;
    this.row = row;
    this.grantSeq = seq;
    this.isOwn = false;
    this.promisedAt = t;
    this.dropped = false;
    this.deliverySeq = seq;
    this.deliveryT = t;
    this.isOpen = true;
    this.departed = STAYS;
    this.isSuspected = false;
    this.isGivenBack = false;
    this.changes = 0;
  }

  /** Sets what the grant promised. */
  promise(promised: number): void {
    this.promised = promised;
    this.firstPromise = promised;
  }

  /** How it was ended, as things stand now; RENEWED while it is live. */
  get ended(): number {
    return this.changes === 0 ? RENEWED : (this.hows[this.changes - 1] ?? RENEWED);
  }

  /** The promise counts at `t`. */
  isPromised(t: number): boolean {
    return !this.dropped && t < this.promised;
  }

  /** It is over although no entry ended it, and the key went to somebody else. */
  passedOn(t: number): boolean {
    return this.ended === RENEWED && t >= this.promised && this.row.next !== null;
  }

  end(seq: number, how: number): void {
    this.change(seq, how);
    if (how !== TAKEN) this.dropped = true;
  }

  renew(seq: number, t: number, promised: number): void {
    this.promised = promised;
    this.promisedAt = t;
    this.dropped = false;
    this.change(seq, RENEWED);
  }

  /** The promised end as it stood before an entry. */
  promisedBefore(seq: number): number {
    const index = this.lastChangeBefore(seq);
    return index < 0 ? this.firstPromise : (this.promises[index] ?? this.firstPromise);
  }

  /** Whether what ended it first after an entry was its release. */
  isReleasedAfter(seq: number): boolean {
    for (let index = this.lastChangeBefore(seq + 1) + 1; index < this.changes; index += 1) {
      if (this.hows[index] !== RENEWED) return this.hows[index] === RELEASED;
    }
    return false;
  }

  /** Whether it was over when an entry happened; to be asked when the run is over. See Lease.overAt. */
  isOverAt(seq: number, t: number): boolean {
    const index = this.lastChangeBefore(seq);
    if (index >= 0 && this.hows[index] !== RENEWED) return true;
    const promised = index < 0 ? this.firstPromise : (this.promises[index] ?? this.firstPromise);
    if (t < promised) return false;
    if (index + 1 >= this.changes) return true;
    const how = this.hows[index + 1];
    if (how === RAN_OUT || how === REPLACED) return true;
    const { next } = this.row;
    return next !== null && next.grantSeq < (this.seqs[index + 1] ?? 0);
  }

  private change(seq: number, how: number): void {
    const at = this.changes;
    this.seqs[at] = seq;
    this.promises[at] = this.promised;
    this.hows[at] = how;
    this.changes = at + 1;
  }

  private lastChangeBefore(seq: number): number {
    let index = this.changes - 1;
    while (index >= 0 && (this.seqs[index] ?? 0) >= seq) index -= 1;
    return index;
  }
}
