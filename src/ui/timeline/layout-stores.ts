import type { Entry, Trace } from '../../engine/trace.ts';
import type { InitialRecords } from '../../scenarios/run.ts';
import type { LaneIndex } from './lane-index.ts';
import { keyOf } from './lane-index.ts';
import { MOST_ROWS } from './layout-leases.ts';
import type { FenceLine, FenceStep, RecordRow, Severity, ValueSegment } from './picture.ts';
import { at, lowerBound } from './search.ts';

/** Rows and fences of one store. */
export interface StoreFold {
  readonly rows: readonly RecordRow[];
  readonly fences: readonly FenceLine[];
}

/** What the fold over the stores gives. */
export interface Stores {
  /** By lane index. */
  readonly byLane: ReadonlyMap<number, StoreFold>;
  /** The row of a record, by lane index and record. */
  readonly rowOf: (lane: number, record: string) => number;
  /** Notes of the value that an entry wrote, if it wrote one, that something was found there. */
  readonly worsen: (entry: Entry, severity: Severity) => void;
}

/** The record that an entry concerns; unnamed records are one. */
export function recordOf(entry: { readonly record?: string }): string {
  return entry.record ?? '';
}

type Open<T> = { -readonly [Field in keyof T]: T[Field] };

interface Row {
  readonly record: string;
  initial: string | null;
  readonly values: Open<ValueSegment>[];
}

interface Fence {
  readonly key: string;
  readonly steps: Open<FenceStep>[];
}

/** The rows of one store, and which of them each record has. */
interface OpenStore {
  readonly rows: Row[];
  readonly places: Map<string, number>;
  readonly fences: Fence[];
}

/** Kinds of entries that say what a store, or a cache, holds. */
const SHOWN: ReadonlySet<string> = new Set(['write', 'read', 'fill', 'clear', 'fence']);

/** Folds accepted writes into values that last until the next one, and fences into steps. */
export function foldStores(
  entries: Trace,
  lanes: LaneIndex,
  until: number,
  initial: InitialRecords = {},
): Stores {
  const stores = new Map<number, OpenStore>();
  for (const [index, lane] of lanes.lanes.entries()) {
    if (lane.role === 'store') stores.set(index, { rows: [], places: new Map(), fences: [] });
  }

  const rowFor = (store: OpenStore | undefined, record: string): Row | null => {
    if (store === undefined) return null;
    const { rows, places } = store;
    let place = places.get(record);
    if (place === undefined) {
      place = Math.min(rows.length, MOST_ROWS - 1);
      if (place === rows.length) rows.push({ record, initial: null, values: [] });
      places.set(record, place);
    }
    return at(rows, place);
  };

  for (const [lane, { id }] of lanes.lanes.entries()) {
    for (const [record, value] of Object.entries(initial[id] ?? {})) {
      const row = rowFor(stores.get(lane), record);
      if (row !== null) row.initial ??= value;
    }
  }
  for (const entry of entries) {
    if (!SHOWN.has(entry.ev)) continue;
    const store = stores.get(lanes.storeOf(entry));
    const raised = entry.ev === 'fence' ? (entry.fence ?? entry.token) : entry.fence;
    if (raised !== undefined && entry.ev !== 'read') {
      stepUp(store?.fences, keyOf(entry), raised, entry.t, entry.seq);
    }
    if (entry.ev === 'fence') continue;
    const row = rowFor(store, recordOf(entry));
    if (row !== null && entry.ev === 'read' && row.values.length === 0) row.initial ??= entry.value ?? null;
    if (row === null || entry.ev === 'read' || entry.outcome === 'rejected') continue;
    close(row.values, entry.t, entry.seq);
    // A cache that was cleared holds nothing until it is filled again.
    if (entry.ev === 'clear') continue;
    const clientId = entry.client ?? entry.actor;
    row.values.push({
      start: entry.t,
      end: until,
      startSeq: entry.seq,
      endSeq: null,
      client: lanes.colourOf(clientId),
      clientId,
      value: entry.value ?? null,
      deletes: entry.op === 'delete',
      token: entry.token ?? null,
      severity: null,
    });
  }

  const byLane = new Map<number, StoreFold>();
  for (const [lane, { rows, fences }] of stores) {
    for (const fence of fences) close(fence.steps, until, null);
    byLane.set(lane, { rows, fences });
  }
  return {
    byLane,
    rowOf: (lane, record) => stores.get(lane)?.places.get(record) ?? 0,
    worsen: (entry, severity) => {
      const store = stores.get(lanes.storeOf(entry));
      const place = store?.places.get(recordOf(entry));
      const values = place === undefined ? undefined : store?.rows[place]?.values;
      if (values === undefined) return;
      const value = values[lowerBound(values, entry.seq, ({ startSeq }) => startSeq)];
      if (value?.startSeq === entry.seq) value.severity = severity;
    },
  };
}

/** Ends the last segment, if it is open. */
function close(
  segments: readonly { end: number; endSeq: number | null }[],
  end: number,
  endSeq: number | null,
): void {
  const last = segments.at(-1);
  if (last === undefined || last.endSeq !== null) return;
  last.end = end;
  last.endSeq = endSeq;
}

function stepUp(fences: Fence[] | undefined, key: string, fence: number, t: number, seq: number): void {
  if (fences === undefined) return;
  let line = fences.find((line) => line.key === key);
  if (line === undefined) {
    if (fences.length >= MOST_ROWS) return;
    line = { key, steps: [] };
    fences.push(line);
  }
  if (line.steps.at(-1)?.fence === fence) return;
  close(line.steps, t, seq);
  line.steps.push({ start: t, end: Infinity, startSeq: seq, endSeq: null, fence });
}
