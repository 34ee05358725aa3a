import type { Entry, Trace } from '../../engine/trace.ts';
import { Holdings } from './holdings.ts';
import type { LaneIndex } from './lane-index.ts';
import { keyOf } from './lane-index.ts';
import type { LeaseEnd, LeaseRow, LeaseSegment } from './picture.ts';

/** A lane has at most this many rows; what does not fit shares the last one. */
export const MOST_ROWS = 8;

/** What the fold over the lease entries gives. */
export interface Leases {
  /** Rows of each service lane, by lane index. */
  readonly rows: ReadonlyMap<number, readonly LeaseRow[]>;
  /** All leases in order of start. */
  readonly all: readonly LeaseSegment[];
  /** Leases of a client for a key, in order of start. */
  readonly byHolding: Pick<Holdings<readonly LeaseSegment[]>, 'get'>;
  /** The row in which an entry about a lease is drawn, by `seq`; undefined for any other entry. */
  readonly rowOfEntry: (seq: number) => number | undefined;
}

interface OpenLease {
  readonly lane: number;
  readonly client: number;
  readonly clientId: string;
  readonly key: string;
  token: number | null;
  readonly start: number;
  readonly startSeq: number;
  promised: number;
  end: number | null;
  endSeq: number | null;
  endedBy: LeaseEnd;
  by: string | null;
  readonly renewals: { readonly t: number; readonly seq: number }[];
}

/**
 * Folds grants, renewals and ends into leases, and packs those that overlap into rows. Where several nodes each
 * have a copy of their own, their lanes show the copies; the lease that clients make of them is in theirs.
 */
export function foldLeases(entries: Trace, lanes: LaneIndex): Leases {
  const leases = new LeaseFold(lanes, true);
  const copies = new LeaseFold(lanes, false);
  const hasCopies = entries.some(isCopy);
  for (const entry of entries) {
    if (isCopy(entry)) copies.take(entry, effectOf(entry.op?.slice(COPY.length)), lanes.serviceOf(entry));
    else {
      const effect = effectOf(entry.ev);
      if (effect === null) continue;
      const isOfNode = hasCopies && lanes.lanes[lanes.indexOf(entry.actor)]?.role === 'service';
      leases.take(entry, effect, hasCopies && !isOfNode ? NO_LANE : lanes.serviceOf(entry));
    }
  }
  return pack(leases.all, copies.all, entries.length);
}

const COPY = 'copy-';
const NO_LANE = -1;
const NO_ROW = -1;

/** A node that is one of several notes what becomes of its copy. */
function isCopy({ ev, op }: Entry): boolean {
  return ev === 'note' && op?.startsWith(COPY) === true;
}

class LeaseFold {
  readonly all: OpenLease[] = [];
  private readonly lanes: LaneIndex;
  /** The latest of each lane, and of all of them. */
  private readonly current = new Map<number, Holdings<OpenLease>>();
  private readonly latest = new Holdings<OpenLease>();

  /** What one node granted may go on at another, as after a failover. */
  private readonly spans: boolean;

  constructor(lanes: LaneIndex, spans: boolean) {
    this.lanes = lanes;
    this.spans = spans;
  }

  take(entry: Entry, how: Effect, lane: number): void {
    if (how === null) return;
    const clientId = entry.client ?? entry.actor;
    const key = keyOf(entry);
    const own = this.current.get(lane)?.get(clientId, key);
    const other = this.spans && own?.end !== null ? this.latest.get(clientId, key) : undefined;
    const lease = other ?? own;
    if (how === 'grant') {
      if (lease !== undefined && isLive(lease, entry.t)) end(lease, entry, 'again');
      this.open(entry, lane, clientId);
    } else if (how === 'renew') {
      if (lease === undefined || lease.end !== null) {
        this.open({ ...entry, ...tokenOf(lease, entry) }, lane, clientId);
      } else {
        lease.promised = entry.expires ?? lease.promised;
        lease.endedBy = lease.promised === Infinity ? 'open' : 'promise';
        lease.renewals.push({ t: entry.t, seq: entry.seq });
      }
    } else if (lease !== undefined && lease.end === null) {
      end(lease, entry, how);
    }
  }

  private open(entry: Entry, lane: number, clientId: string): void {
    const lease: OpenLease = {
      lane,
      client: this.lanes.colourOf(clientId),
      clientId,
      key: keyOf(entry),
      token: entry.token ?? null,
      start: entry.t,
      startSeq: entry.seq,
      promised: entry.expires ?? Infinity,
      end: null,
      endSeq: null,
      endedBy: entry.expires === undefined ? 'open' : 'promise',
      by: null,
      renewals: [],
    };
    const known = this.current.get(lane) ?? new Holdings<OpenLease>();
    this.current.set(lane, known);
    known.set(clientId, lease.key, lease);
    this.latest.set(clientId, lease.key, lease);
    this.all.push(lease);
  }
}

type Effect = 'grant' | 'renew' | LeaseEnd | null;

function effectOf(ev: string | undefined): Effect {
  switch (ev) {
    case 'grant':
      return 'grant';
    case 'renew':
    case 'revive':
      return 'renew';
    case 'expire':
    case 'release':
    case 'revoke':
    case 'steal':
    case 'forget':
      return ev;
    default:
      return null;
  }
}

function isLive(lease: OpenLease, now: number): boolean {
  return lease.end === null && now < lease.promised;
}

function tokenOf(lease: OpenLease | undefined, entry: Entry): { token?: number } {
  const token = entry.token ?? lease?.token ?? null;
  return token === null ? {} : { token };
}

function end(lease: OpenLease, entry: Entry, how: LeaseEnd): void {
  lease.end = entry.t;
  lease.endSeq = entry.seq;
  lease.endedBy = how;
  lease.by = entry.by !== undefined && entry.by !== lease.clientId ? entry.by : null;
}

/** A promise that the service broke is still drawn, so the row is taken until it would have ended. */
function promiseEnd(lease: LeaseSegment): number {
  const broken = lease.endedBy === 'revoke' || lease.endedBy === 'steal' || lease.endedBy === 'forget';
  return broken && lease.promised !== Infinity ? Math.max(lease.end, lease.promised) : lease.end;
}

/**
 * Leases of one key share a row as long as they do not overlap; what overlaps is put below it, as far as rows
 * go. Copies have their rows, and are nobody's lease.
 */
function pack(open: readonly OpenLease[], copies: readonly OpenLease[], entries: number): Leases {
  const rows = new Map<number, { key: string; leases: LeaseSegment[]; lastEnd: number }[]>();
  const byHolding = new Holdings<LeaseSegment[]>();
  const all: LeaseSegment[] = [];
  const placed: { lease: LeaseSegment; row: object }[] = [];

  const isCopy = new Set(copies);
  for (const lease of [...open, ...copies]) {
    const { lane } = lease;
    lease.end ??= lease.promised;
    const segment = lease as LeaseSegment;
    const laneRows = rows.get(lane) ?? [];
    rows.set(lane, laneRows);
    let row = laneRows.find((row) => row.key === segment.key && row.lastEnd <= segment.start);
    if (row === undefined && laneRows.length >= MOST_ROWS) row = laneRows.at(-1);
    if (row === undefined) {
      row = { key: segment.key, leases: [], lastEnd: -Infinity };
      laneRows.push(row);
    }
    row.leases.push(segment);
    row.lastEnd = Math.max(row.lastEnd, promiseEnd(segment));
    placed.push({ lease: segment, row });
    if (isCopy.has(lease)) continue;
    all.push(segment);
    const held = byHolding.get(segment.clientId, segment.key);
    if (held === undefined) byHolding.set(segment.clientId, segment.key, [segment]);
    else held.push(segment);
  }

  // Rows of a key stay together, in the order in which the keys first appear.
  const places = new Map<object, number>();
  for (const [lane, laneRows] of rows) {
    const keys = [...new Set(laneRows.map((row) => row.key))];
    const sorted = keys.flatMap((key) => laneRows.filter((row) => row.key === key));
    rows.set(lane, sorted);
    for (const [index, row] of sorted.entries()) places.set(row, index);
  }
  const rowOfSeq = new Int8Array(entries).fill(NO_ROW);
  for (const { lease, row } of placed) {
    const place = places.get(row) ?? 0;
    rowOfSeq[lease.startSeq] = place;
    for (const renewal of lease.renewals) rowOfSeq[renewal.seq] = place;
    if (lease.endSeq !== null) rowOfSeq[lease.endSeq] = place;
  }
  const rowOfEntry = (seq: number): number | undefined => {
    const row = rowOfSeq[seq];
    return row === NO_ROW ? undefined : row;
  };
  return { rows, all, byHolding, rowOfEntry };
}
