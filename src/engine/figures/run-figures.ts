import { ZERO, type Micros } from '../time.ts';
import type { Json, Trace } from '../trace.ts';
import type { Finding } from '../verdict/types.ts';

/** What a lock library counts of itself, of one client over a whole run. Durations are microseconds of true time. */
export interface ClientFigures {
  readonly client: string;
  /** From when it began to wait for a key until it believed to hold it, gave up or crashed. */
  readonly waitingUs: number;
  /** For how long it believed to hold a key, right or wrong; of several keys the sum. */
  readonly holdingUs: number;
  /** Acquires that ended without the key. */
  readonly failedAcquires: number;
  /** Requests that extended a lease, and those that did not: refused, lost, or never answered with more time. */
  readonly renewals: number;
  readonly failedRenewals: number;
  readonly staleWritesStopped: number;
  readonly staleWritesAccepted: number;
}

type Counts = { -readonly [name in Exclude<keyof ClientFigures, 'client'>]: number };

/**
 * The figures of each client of a run, in the order in which they are named: a fold over the entries alone, so
 * that a recorded log has them, too. `end` is when the run is over: what lasts then is counted until then.
 */
export function runFigures(
  entries: Trace,
  findings: readonly Finding[],
  clients: readonly string[],
  end: Micros,
): readonly ClientFigures[] {
  const counts = new Map<string, Counts>(clients.map((client) => [client, nothing()]));
  const of = (client: string | undefined): Counts => counts.get(client ?? '') ?? nothing();
  addTimes(entries, end, of);
  addRenewals(entries, clients, of);
  for (const { ev, client } of entries) if (ev === 'abandon') of(client).failedAcquires += 1;
  for (const { kind, client } of findings) {
    if (kind === 'stale-write-rejected') of(client).staleWritesStopped += 1;
    if (kind === 'stale-write-accepted') of(client).staleWritesAccepted += 1;
  }
  return clients.map((client) => ({ client, ...of(client) }));
}

function nothing(): Counts {
  return {
    waitingUs: 0,
    holdingUs: 0,
    failedAcquires: 0,
    renewals: 0,
    failedRenewals: 0,
    staleWritesStopped: 0,
    staleWritesAccepted: 0,
  };
}

/** Waits and holds, by client and key: since when each lasts. */
function addTimes(entries: Trace, end: Micros, of: (client: string) => Counts): void {
  const waits = new Map<string, Micros>();
  const holds = new Map<string, Micros>();
  const places = new Map<string, string>();
  const close = (open: Map<string, Micros>, place: string, at: Micros): void => {
    const since = open.get(place);
    if (since === undefined) return;
    open.delete(place);
    const counts = of(places.get(place) ?? '');
    if (open === waits) counts.waitingUs += at - since;
    else counts.holdingUs += at - since;
  };
  for (const { ev, t, client = '', key = 'lock', held } of entries) {
    const place = JSON.stringify([client, key]);
    places.set(place, client);
    switch (ev) {
      case 'wait':
        if (!waits.has(place)) waits.set(place, t);
        break;
      case 'abandon':
        close(waits, place, t);
        break;
      case 'believe':
        close(waits, place, t);
        if (held !== true) close(holds, place, t);
        else if (!holds.has(place)) holds.set(place, t);
        break;
      case 'crash':
        for (const [other, whose] of places) {
          if (whose !== client) continue;
          close(waits, other, t);
          close(holds, other, t);
        }
        break;
      default:
    }
  }
  const last = Math.max(end, entries.at(-1)?.t ?? ZERO) as Micros;
  for (const place of waits.keys()) close(waits, place, last);
  for (const place of holds.keys()) close(holds, place, last);
}

/** Requests that ask for more time, as services name them. */
const RENEWS: ReadonlySet<string> = new Set(['renew', 'pexpire', 'pexpire-if', 'lease.keepalive']);

/** Renewals, by what came of each request; of a log without messages, by what the service told. */
function addRenewals(entries: Trace, clients: readonly string[], of: (client: string) => Counts): void {
  const asked = new Map<string, string>();
  const done = new Set<string>();
  const locking = new Set<string>();
  const holders = new Map<string, string>();
  for (const { ev, message, client, by, key = 'lock', body, op } of entries) {
    if (ev === 'grant' && client !== undefined) holders.set(key, client);
    const request = ev === 'send' ? requestOf(body) : null;
    if (request?.type === 'set-nx') locking.add(request.ref);
    if (request !== null && message !== undefined && RENEWS.has(request.type)) {
      // The second command of an acquire gives its key an end for the first time.
      if (request.type === 'pexpire' && locking.has(request.ref)) continue;
      const whose = clients.includes(request.client) ? request.client : holders.get(request.key);
      asked.set(message, whose ?? request.client);
    }
    if (ev === 'renew') {
      if (message === undefined) of(by ?? client ?? '').renewals += 1;
      else done.add(message);
    }
    if (ev === 'refuse' && op === 'renew' && message === undefined) of(client ?? '').failedRenewals += 1;
  }
  for (const [message, client] of asked) {
    if (done.has(message)) of(client).renewals += 1;
    else of(client).failedRenewals += 1;
  }
}

function requestOf(body: Json | undefined) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as { readonly [name: string]: Json };
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  // The rounds of one conversation are `ref.0`, `ref.1` and so on.
  const ref = text('ref').replace(/\.\d+$/u, '');
  return { type: text('type'), ref, client: text('client'), key: text('key') || 'lock' };
}
