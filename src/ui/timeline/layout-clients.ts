import type { Trace } from '../../engine/trace.ts';
import type { LaneIndex } from './lane-index.ts';
import { keyOf } from './lane-index.ts';
import type { Leases } from './layout-leases.ts';
import type {
  BeliefSegment,
  LeaseSegment,
  Segment,
  StopSegment,
  ZombieSegment,
  ZombieWindow,
} from './picture.ts';
import { at } from './search.ts';

/** A belief bar is cut into at most this many slices; the keys beyond share the last one. */
export const MOST_SLICES = 4;

/** What happened to one client. */
export interface ClientFold {
  readonly beliefs: BeliefSegment[];
  readonly zombies: ZombieSegment[];
  readonly windows: ZombieWindow[];
  readonly stops: StopSegment[];
  readonly waits: Segment[];
  readonly keys: string[];
}

interface Begun {
  readonly t: number;
  readonly seq: number;
}

interface Open {
  readonly beliefs: Map<string, Begun>;
  readonly waits: Map<string, Begun>;
  pause: Begun | null;
  crash: Begun | null;
}

/** Kinds of entries that change what a client believes, waits for or can do. */
const ABOUT_CLIENTS: ReadonlySet<string> = new Set([
  'believe',
  'grant',
  'abandon',
  'wait',
  'pause',
  'resume',
  'crash',
  'restart',
]);

/** Folds the entries about clients, by lane index. What is still open ends with the trace. */
export function foldClients(
  entries: Trace,
  lanes: LaneIndex,
  leases: Leases,
  traceEnd: number,
): ReadonlyMap<number, ClientFold> {
  const folds = new Map<number, ClientFold>();
  const opens = new Map<number, Open>();
  for (const [index, lane] of lanes.lanes.entries()) {
    if (lane.role !== 'client') continue;
    folds.set(index, { beliefs: [], zombies: [], windows: [], stops: [], waits: [], keys: [] });
    opens.set(index, { beliefs: new Map(), waits: new Map(), pause: null, crash: null });
  }

  for (const entry of entries) {
    if (!ABOUT_CLIENTS.has(entry.ev)) continue;
    const index = lanes.indexOf(entry.client ?? entry.actor);
    const fold = folds.get(index);
    const open = opens.get(index);
    if (fold === undefined || open === undefined) continue;
    const now: Begun = { t: entry.t, seq: entry.seq };
    const key = keyOf(entry);
    const { ev }: { readonly ev: string } = entry;
    switch (ev) {
      case 'believe':
        endWait(fold, open, key, now);
        if (entry.held === true) {
          if (!open.beliefs.has(key)) open.beliefs.set(key, now);
        } else endBelief(fold, open, key, now);
        break;
      case 'grant':
      case 'abandon':
        endWait(fold, open, key, now);
        break;
      case 'wait':
        if (!open.waits.has(key)) open.waits.set(key, now);
        break;
      case 'pause':
        open.pause ??= now;
        break;
      case 'resume':
        endPause(fold, open, now);
        break;
      case 'crash':
        endPause(fold, open, now);
        for (const held of open.beliefs.keys()) endBelief(fold, open, held, now);
        for (const wanted of open.waits.keys()) endWait(fold, open, wanted, now);
        open.crash ??= now;
        break;
      case 'restart':
        if (open.crash !== null) fold.stops.push(segment(open.crash, now, 'crash'));
        open.crash = null;
        break;
    }
  }

  const grants = grantsByKey(leases.all);
  for (const [index, fold] of folds) {
    const open = opens.get(index);
    if (open !== undefined) endAll(fold, open, traceEnd);
    fold.beliefs.sort(byStart);
    fold.stops.sort(byStart);
    fold.waits.sort(byStart);
    addZombies(fold, at(lanes.lanes, index).id, leases, grants);
  }
  return folds;
}

function segment(from: Begun, to: Begun, kind: StopSegment['kind']): StopSegment {
  return { kind, start: from.t, startSeq: from.seq, end: to.t, endSeq: to.seq };
}

function endBelief(fold: ClientFold, open: Open, key: string, now: { t: number; seq: number | null }): void {
  const begun = open.beliefs.get(key);
  if (begun === undefined) return;
  open.beliefs.delete(key);
  if (!fold.keys.includes(key)) fold.keys.push(key);
  const slice = Math.min(fold.keys.indexOf(key), MOST_SLICES - 1);
  fold.beliefs.push({ key, slice, start: begun.t, startSeq: begun.seq, end: now.t, endSeq: now.seq });
}

function endWait(fold: ClientFold, open: Open, key: string, now: { t: number; seq: number | null }): void {
  const begun = open.waits.get(key);
  if (begun === undefined) return;
  open.waits.delete(key);
  fold.waits.push({ start: begun.t, startSeq: begun.seq, end: now.t, endSeq: now.seq });
}

function endPause(fold: ClientFold, open: Open, now: Begun): void {
  if (open.pause !== null) fold.stops.push(segment(open.pause, now, 'pause'));
  Object.assign(open, { pause: null });
}

function endAll(fold: ClientFold, open: Open, traceEnd: number): void {
  const last = { t: traceEnd, seq: null };
  for (const key of open.beliefs.keys()) endBelief(fold, open, key, last);
  for (const key of open.waits.keys()) endWait(fold, open, key, last);
  for (const [kind, begun] of [['pause', open.pause] as const, ['crash', open.crash] as const]) {
    if (begun === null) continue;
    fold.stops.push({ kind, start: begun.t, startSeq: begun.seq, end: traceEnd, endSeq: null });
  }
}

interface Grant {
  readonly t: number;
  readonly client: number;
  readonly clientId: string;
  /** Index of the next grant of the key to somebody else, or the number of grants. */
  nextOther: number;
}

function grantsByKey(leases: readonly LeaseSegment[]): ReadonlyMap<string, readonly Grant[]> {
  const byKey = new Map<string, Grant[]>();
  for (const lease of leases) {
    const grants = byKey.get(lease.key);
    const grant = { t: lease.start, client: lease.client, clientId: lease.clientId, nextOther: 0 };
    if (grants === undefined) byKey.set(lease.key, [grant]);
    else grants.push(grant);
  }
  for (const grants of byKey.values()) {
    for (let index = grants.length - 1; index >= 0; index--) {
      const grant = at(grants, index);
      const next = grants[index + 1];
      grant.nextOther = next === undefined || next.clientId !== grant.clientId ? index + 1 : next.nextOther;
    }
  }
  return byKey;
}

/** Belief less the client's own leases, each piece cut where somebody else was granted the key. */
function addZombies(
  fold: ClientFold,
  clientId: string,
  leases: Leases,
  grants: ReadonlyMap<string, readonly Grant[]>,
): void {
  const nextLease = new Map<string, number>();
  const nextGrant = new Map<string, number>();
  for (const belief of fold.beliefs) {
    const own = leases.byHolding.get(clientId, belief.key) ?? [];
    const ofKey = grants.get(belief.key) ?? [];
    let index = nextLease.get(belief.key) ?? 0;
    let grantIndex = nextGrant.get(belief.key) ?? 0;
    let uncovered = belief.start;
    // Skips what ended before; the last own lease before the belief stays known through `index`.
    while (index < own.length && at(own, index).end <= belief.start) index += 1;
    while (uncovered < belief.end) {
      const lease = own[index];
      const gapEnd = Math.min(belief.end, lease?.start ?? Infinity);
      if (gapEnd > uncovered) {
        const before = index > 0 ? at(own, index - 1) : undefined;
        while (grantIndex < ofKey.length && at(ofKey, grantIndex).t < (before?.start ?? -Infinity)) {
          grantIndex += 1;
        }
        cut(fold, belief, uncovered, gapEnd, firstOther(ofKey, grantIndex, clientId), before);
      }
      if (lease === undefined) break;
      uncovered = Math.max(uncovered, lease.end);
      if (lease.end <= belief.end) index += 1;
      else break;
    }
    nextLease.set(belief.key, index);
    nextGrant.set(belief.key, grantIndex);
  }
  fold.zombies.sort(byStart);
  fold.windows.sort(byStart);
}

function firstOther(grants: readonly Grant[], from: number, clientId: string): Grant | undefined {
  const first = grants[from];
  if (first === undefined || first.clientId !== clientId) return first;
  return grants[first.nextOther];
}

function cut(
  fold: ClientFold,
  belief: BeliefSegment,
  start: number,
  end: number,
  next: Grant | undefined,
  lease: LeaseSegment | undefined,
): void {
  const danger = Math.min(end, Math.max(start, next?.t ?? Infinity));
  const { key, slice } = belief;
  const neverGranted = lease === undefined;
  const startSeq = lease?.endSeq ?? belief.startSeq;
  const endsBelief = end === belief.end;
  const endSeq = endsBelief ? belief.endSeq : null;
  const other = next !== undefined && next.t < end ? next.client : null;
  const piece = (from: number, to: number, danger: boolean): void => {
    const last = endsBelief && to === end;
    fold.zombies.push({
      key,
      slice,
      start: from,
      end: to,
      startSeq,
      endSeq: last ? endSeq : null,
      danger,
      other: danger ? other : null,
      endsBelief: last,
      neverGranted,
    });
  };
  fold.windows.push({ slice, start, end, startSeq, endSeq, danger: danger < end, other, neverGranted });
  if (danger > start) piece(start, danger, false);
  if (danger < end) piece(danger, end, true);
}

function byStart(a: Segment, b: Segment): number {
  return a.start - b.start || a.startSeq - b.startSeq;
}
