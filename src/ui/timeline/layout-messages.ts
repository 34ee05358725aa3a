import type { Entry, Trace } from '../../engine/trace.ts';
import type { LaneIndex } from './lane-index.ts';
import type { MessageFate, MessageLine } from './picture.ts';

interface Sent {
  readonly entry: Entry;
  readonly from: number;
  readonly to: number;
  /** When it was first handled; a second time makes a second line. */
  handledAt: number | null;
  ended: boolean;
}

/** Where in its lane an entry is drawn. */
export type RowOfEntry = (lane: number, entry: Entry) => number;

/** Joins each message to its handling. A recorded write that names when it was sent counts as one, too. */
export function foldMessages(
  entries: Trace,
  lanes: LaneIndex,
  rowOf: RowOfEntry,
  traceEnd: number,
): readonly MessageLine[] {
  const sent = new Map<string, Sent>();
  const lines: MessageLine[] = [];

  const add = (message: Sent, fate: MessageFate, end: number, by: Entry | null): void => {
    const { entry, from, to } = message;
    const own = lanes.colourOf(entry.actor);
    lines.push({
      start: entry.t,
      end,
      startSeq: entry.seq,
      endSeq: by?.seq ?? null,
      from,
      to,
      fromRow: causeRow(entries, entry, from, lanes, rowOf),
      toRow: by !== null && fate === 'handled' ? rowOf(to, by) : 0,
      client: own >= 0 ? own : lanes.colourOf(entry.to),
      fate,
    });
  };

  for (const entry of entries) {
    if (entry.ev === 'send') {
      const to = lanes.indexOf(entry.to ?? '');
      if (entry.message === undefined || to < 0) continue;
      const from = lanes.laneOf(entry);
      sent.set(entry.message, { entry, from, to, handledAt: null, ended: false });
      continue;
    }
    if (entry.ev === 'duplicate') continue;
    const message = entry.message === undefined ? undefined : sent.get(entry.message);
    if (message === undefined) {
      addRecordedWrite(lines, entry, lanes, rowOf);
    } else if (entry.ev === 'lose') {
      message.ended = true;
      add(message, 'lost', entry.t, entry);
    } else if (message.handledAt !== entry.t) {
      message.handledAt = entry.t;
      message.ended = true;
      add(message, 'handled', entry.t, entry);
    }
  }
  for (const message of sent.values()) if (!message.ended) add(message, 'unknown', traceEnd, null);
  return lines.sort((a, b) => a.start - b.start || a.startSeq - b.startSeq);
}

/** A reply leaves from the row that its cause is drawn in. */
function causeRow(entries: Trace, entry: Entry, lane: number, lanes: LaneIndex, rowOf: RowOfEntry): number {
  const cause = entry.cause === null ? undefined : entries[entry.cause];
  return cause !== undefined && lanes.laneOf(cause) === lane ? rowOf(lane, cause) : 0;
}

function addRecordedWrite(lines: MessageLine[], entry: Entry, lanes: LaneIndex, rowOf: RowOfEntry): void {
  if (entry.ev !== 'write' || entry.sent === undefined || entry.sent >= entry.t) return;
  if (entry.message !== undefined) return;
  const from = lanes.indexOf(entry.client ?? '');
  const to = lanes.storeOf(entry);
  if (from < 0 || to < 0) return;
  lines.push({
    start: entry.sent,
    end: entry.t,
    startSeq: entry.seq,
    endSeq: entry.seq,
    from,
    to,
    fromRow: 0,
    toRow: rowOf(to, entry),
    client: lanes.colourOf(entry.client),
    fate: 'handled',
  });
}
