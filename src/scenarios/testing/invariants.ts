import type { Entry, Trace } from '../../engine/trace.ts';
import type { StoreKind } from '../../machines/resource-store/stores/rule.ts';

/**
 * What must hold in every run, said over the trace alone and in other words than machines and verdict. Each
 * gives the entry that breaks it with what is wrong, or null.
 */
export type Invariant = (trace: Trace, setting: Setting) => Violation | null;

export interface Violation {
  readonly entry: Entry;
  readonly what: string;
}

/** What an invariant needs to know beside the trace. */
export interface Setting {
  readonly service: string;
  /** Whether the ends of leases are times on a clock that may step. */
  readonly wall: boolean;
  readonly stores: { readonly [id: string]: StoreKind };
}

/** Tokens rise with each grant of a key while the service keeps its data. */
export const tokensRise: Invariant = (trace, { service }) => {
  let highest = 0;
  for (const entry of trace) {
    if (isEmptyRestart(entry, service)) highest = 0;
    if (entry.ev !== 'grant' || entry.token === undefined) continue;
    if (entry.token <= highest)
      return { entry, what: `token ${String(entry.token)} after ${String(highest)}` };
    highest = entry.token;
  }
  return null;
};

/** At most one lease of a key is live at the service. */
export const oneLiveLease: Invariant = (trace, setting) => {
  const record = new LeaseRecord(setting);
  for (const entry of trace) {
    if (entry.ev === 'grant') {
      const before = record.live(keyOf(entry), entry.t);
      if (before !== null) return { entry, what: `granted while the lease of "${before.client}" was live` };
    }
    record.take(entry);
  }
  return null;
};

/** A fenced store accepts for a key no token lower than one that it accepted before. */
export const fenceHolds: Invariant = (trace, { stores }) => {
  const highest = new Map<string, number>();
  for (const entry of trace) {
    if (entry.ev === 'restart' && entry.reason === 'data-lost') forget(highest, entry.actor);
    if (entry.ev !== 'write' || entry.outcome !== 'accepted' || entry.token === undefined) continue;
    if (!FENCED.has(stores[entry.actor])) continue;
    const place = `${entry.actor} ${keyOf(entry)}`;
    const before = highest.get(place) ?? -Infinity;
    if (entry.token < before)
      return { entry, what: `token ${String(entry.token)} accepted after ${String(before)}` };
    highest.set(place, entry.token);
  }
  return null;
};

/** An authoritative store accepts a write only under a lease that is live and has the write's token. */
export const authorityHolds: Invariant = (trace, setting) => {
  const record = new LeaseRecord(setting);
  for (const entry of trace) {
    record.take(entry);
    if (entry.ev !== 'write' || entry.outcome !== 'accepted') continue;
    if (setting.stores[entry.actor] !== 'authoritative') continue;
    const lease = record.live(keyOf(entry), entry.t);
    if (lease === null) return { entry, what: 'accepted though no lease was live' };
    if (lease.token !== entry.token) return { entry, what: `accepted under the lease of "${lease.client}"` };
  }
  return null;
};

/** A store fenced at takeover accepts no write of an earlier grant, as long as nobody loses data. */
export const takeoverHolds: Invariant = (trace, { stores }) => {
  const granted = new Map<string, number>();
  for (const entry of trace) {
    if (entry.ev === 'restart' && entry.reason === 'data-lost') return null;
    if (entry.ev === 'grant' && entry.token !== undefined) granted.set(keyOf(entry), entry.token);
    if (entry.ev !== 'write' || entry.outcome !== 'accepted') continue;
    if (stores[entry.actor] !== 'fenced-at-takeover') continue;
    const latest = granted.get(keyOf(entry));
    if (latest !== undefined && (entry.token ?? -Infinity) < latest) {
      return { entry, what: `token ${String(entry.token)} accepted after the grant of ${String(latest)}` };
    }
  }
  return null;
};

/** All of them by name. */
export const INVARIANTS = { tokensRise, oneLiveLease, fenceHolds, authorityHolds, takeoverHolds };

const FENCED: ReadonlySet<StoreKind | undefined> = new Set([
  'fenced',
  'strictly-fenced',
  'fenced-at-takeover',
]);

interface Lease {
  readonly client: string;
  readonly token: number;
  /** When it is over, in true time as the service's clock stands. */
  readonly end: number;
}

/** The service's record as the trace tells it, by ends alone: it does not wait to be told of an expiry. */
class LeaseRecord {
  private readonly setting: Setting;
  private readonly leases = new Map<string, Lease>();

  constructor(setting: Setting) {
    this.setting = setting;
  }

  live(key: string, t: number): Lease | null {
    const lease = this.leases.get(key);
    return lease !== undefined && t < lease.end ? lease : null;
  }

  take(entry: Entry): void {
    const { ev, actor, token = 0, client = '', expires = Infinity } = entry;
    if (actor !== this.setting.service) return;
    const key = keyOf(entry);
    if (ev === 'grant' || ev === 'renew') this.leases.set(key, { client, token, end: expires });
    else if (ev === 'release' || ev === 'forget') this.leases.delete(key);
    else if (ev === 'clock' && this.setting.wall) this.moveEnds(entry.byUs ?? 0);
  }

  private moveEnds(byUs: number): void {
    for (const [key, lease] of this.leases) this.leases.set(key, { ...lease, end: lease.end - byUs });
  }
}

function keyOf(entry: Entry): string {
  return entry.key ?? 'lock';
}

function isEmptyRestart(entry: Entry, actor: string): boolean {
  return entry.ev === 'restart' && entry.actor === actor && entry.reason === 'data-lost';
}

function forget(highest: Map<string, number>, store: string): void {
  for (const place of highest.keys()) if (place.startsWith(`${store} `)) highest.delete(place);
}
