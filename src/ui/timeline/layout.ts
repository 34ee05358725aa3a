import type { Entry } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { indexLanes, keyOf, type LaneIndex } from './lane-index.ts';
import { foldClients, type ClientFold } from './layout-clients.ts';
import { foldLeases, type Leases } from './layout-leases.ts';
import {
  foldFindings,
  foldMarks,
  needsBand,
  reshape,
  severitiesBySeq,
  type OpenMarks,
} from './layout-marks.ts';
import { foldMessages } from './layout-messages.ts';
import { foldStores, recordOf, type Stores } from './layout-stores.ts';
import type { LanePicture, LeaseSegment, MessageLine, RunPicture } from './picture.ts';
import { at, runningEnds } from './search.ts';
import { outcomeAt } from './severity.ts';

/** A promise may stretch the picture beyond the trace by this share of the trace. */
const PROMISE_SHARE = 0.15;
/** Free room after the last entry, so that its mark and label are not at the very edge. */
const ROOM_SHARE = 0.08;
const SHORTEST_US = 1000;

/** What the picture of a run is made of, before it is known what was found in it. Good for one picture. */
export interface LayoutBasis {
  readonly lanes: LaneIndex;
  readonly leases: Leases;
  readonly clients: ReadonlyMap<number, ClientFold>;
  readonly stores: Stores;
  readonly marks: readonly OpenMarks[];
  readonly messages: readonly MessageLine[];
  readonly start: number;
  readonly end: number;
  readonly until: number;
}

/** The part of the layout that needs no verdict, and most of its work. */
export function basisOf(run: Pick<Run, 'entries' | 'lanes' | 'initial'>): LayoutBasis {
  const { entries } = run;
  const lanes = indexLanes(run.lanes);
  const start = entries[0]?.t ?? 0;
  const end = entries.at(-1)?.t ?? start;
  const leases = foldLeases(entries, lanes);
  const clients = foldClients(entries, lanes, leases, end);
  // What a store holds at the end it goes on to hold: this alone is known beyond the last entry.
  const until = untilOf(start, end, leases.all);
  const stores = foldStores(entries, lanes, until, run.initial);
  const rowOf = (lane: number, entry: Entry): number =>
    lanes.lanes[lane]?.role === 'store'
      ? stores.rowOf(lane, recordOf(entry))
      : (leases.rowOfEntry(entry.seq) ?? rowOfKey(leases.rows.get(lane) ?? [], keyOf(entry)));
  const marks = foldMarks(entries, lanes, rowOf);
  const messages = foldMessages(entries, lanes, rowOf, end);
  return { lanes, leases, clients, stores, marks, messages, start, end, until };
}

/** Turns a run into its picture. Pure, and linear in the entries but for sorting what hardly is unsorted. */
export function layoutRun(run: Run, basis: LayoutBasis = basisOf(run)): RunPicture {
  const { entries, verdict } = run;
  const { lanes, leases, clients, stores, marks, messages, start, end, until } = basis;
  for (const [seq, severity] of severitiesBySeq(verdict.findings)) {
    const entry = entries[seq];
    if (entry === undefined) continue;
    reshape(marks, lanes, entry, severity);
    stores.worsen(entry, severity);
  }
  const findings = foldFindings(entries, lanes, verdict.findings);

  const byClient = leasesByClient(leases.all);
  const pictures = run.lanes.map((lane, index): LanePicture => {
    const base = {
      lane,
      marks: at(marks, index),
      findings: findings.filter((finding) => finding.lane === index),
    };
    if (lane.role === 'service') return { ...base, role: 'service', rows: leases.rows.get(index) ?? [] };
    if (lane.role === 'store') {
      const store = stores.byLane.get(index);
      return { ...base, role: 'store', rows: store?.rows ?? [], fences: store?.fences ?? [] };
    }
    const fold = clients.get(index);
    return {
      ...base,
      role: 'client',
      colour: lanes.colourOf(lane.id),
      slices: Math.max(1, new Set(fold?.beliefs.map((belief) => belief.slice)).size),
      beliefs: fold?.beliefs ?? [],
      zombies: fold?.zombies ?? [],
      harmless: fold?.zombies.filter(({ danger }) => !danger) ?? [],
      windows: fold?.windows ?? [],
      dangers: fold?.zombies.filter(({ danger }) => danger) ?? [],
      stops: fold?.stops ?? [],
      waits: fold?.waits ?? [],
      leases: byClient.get(lane.id) ?? [],
      hasBand: needsBand(base.marks),
    };
  });

  return {
    start,
    end,
    until,
    lanes: pictures,
    messages,
    messageEnds: runningEnds(messages),
    findings,
    outcome: verdict.outcome,
    outcomeAt: outcomeAt(verdict.outcome, verdict.findings),
    namesKeys: new Set(leases.all.map((lease) => lease.key)).size > 1,
  };
}

function leasesByClient(leases: readonly LeaseSegment[]): ReadonlyMap<string, readonly LeaseSegment[]> {
  const byClient = new Map<string, LeaseSegment[]>();
  for (const lease of leases) {
    const own = byClient.get(lease.clientId);
    if (own === undefined) byClient.set(lease.clientId, [lease]);
    else own.push(lease);
  }
  return byClient;
}

function rowOfKey(rows: readonly { readonly key: string }[], key: string): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.key === key),
  );
}

function untilOf(start: number, end: number, leases: readonly LeaseSegment[]): number {
  const span = Math.max(end - start, SHORTEST_US);
  const most = start + span * (1 + PROMISE_SHARE);
  let until = start + span * (1 + ROOM_SHARE);
  for (const lease of leases) {
    if (lease.end !== Infinity) until = Math.max(until, Math.min(lease.end + span * 0.01, most));
  }
  return until;
}

/** The time axis that holds all pictures, at least one of which there must be for it to mean anything. */
export function extentOf(pictures: readonly RunPicture[]): { readonly from: number; readonly to: number } {
  if (pictures.length === 0) return { from: 0, to: SHORTEST_US };
  return {
    from: Math.min(...pictures.map((picture) => picture.start)),
    to: Math.max(...pictures.map((picture) => picture.until)),
  };
}
