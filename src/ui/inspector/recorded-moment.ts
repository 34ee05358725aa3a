import type { Micros } from '../../engine/time.ts';
import type { Entry, Trace } from '../../engine/trace.ts';

/** What a recorded trace says at one moment. */
export interface RecordedState {
  readonly now: Micros;
  readonly keys: readonly RecordedKey[];
  readonly stopped: readonly {
    readonly client: string;
    readonly kind: 'pause' | 'crash';
    readonly t: Micros;
  }[];
  readonly writes: readonly { readonly store: string; readonly entry: Entry }[];
}

/** One lock key: who holds it by the record, and who believes so. */
export interface RecordedKey {
  readonly key: string;
  readonly holders: readonly RecordedLease[];
  readonly believers: readonly string[];
}

/** A lease that has not ended. */
export interface RecordedLease {
  readonly client: string;
  readonly token: number | null;
  /** Promised end; null: none was given. */
  readonly expires: Micros | null;
}

/** Reads a trace up to the entry `seq`; `t` is the present moment if later than that entry. */
export function recordedState(trace: Trace, seq: number, t: Micros | null): RecordedState {
  const keys = new Map<string, { leases: Map<string, RecordedLease>; believers: Set<string> }>();
  const stopped = new Map<string, { client: string; kind: 'pause' | 'crash'; t: Micros }>();
  const writes = new Map<string, Entry>();
  const at = (name: string) => {
    const known = keys.get(name) ?? {
      leases: new Map<string, RecordedLease>(),
      believers: new Set<string>(),
    };
    keys.set(name, known);
    return known;
  };
  for (const entry of trace.slice(0, seq + 1)) {
    const client = entry.client ?? entry.actor;
    const key = entry.key ?? DEFAULT_KEY;
    switch (entry.ev) {
      case 'grant':
        at(key).leases.set(client, leaseOf(client, entry, null));
        break;
      case 'renew':
        at(key).leases.set(client, leaseOf(client, entry, at(key).leases.get(client)?.token ?? null));
        break;
      case 'expire':
      case 'release':
      case 'revoke':
      case 'steal':
      case 'forget':
        at(key).leases.delete(client);
        break;
      case 'believe':
        if (entry.held === true) at(key).believers.add(client);
        else at(key).believers.delete(client);
        break;
      case 'write':
        writes.set(entry.store ?? entry.actor, entry);
        break;
      case 'pause':
        stopped.set(client, { client, kind: 'pause', t: entry.t });
        break;
      case 'crash':
        stopped.set(client, { client, kind: 'crash', t: entry.t });
        break;
      case 'resume':
      case 'restart':
        stopped.delete(client);
        break;
      default:
    }
  }
  const now = t ?? trace[seq]?.t ?? (0 as Micros);
  return {
    now,
    keys: [...keys].map(([key, { leases, believers }]) => ({
      key,
      // At the very instant of its end a lease is over.
      holders: [...leases.values()].filter(({ expires }) => expires === null || expires > now),
      believers: [...believers],
    })),
    stopped: [...stopped.values()],
    writes: [...writes].map(([store, entry]) => ({ store, entry })),
  };
}

/** The key of an entry that names none. */
const DEFAULT_KEY = 'lock';

function leaseOf(client: string, entry: Entry, token: number | null): RecordedLease {
  return { client, token: entry.token ?? token, expires: entry.expires ?? null };
}
