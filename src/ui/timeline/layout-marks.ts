import type { Entry, Trace } from '../../engine/trace.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import type { Lane } from '../../scenarios/run.ts';
import type { LaneIndex } from './lane-index.ts';
import type { RowOfEntry } from './layout-messages.ts';
import type { FindingMark, LaneMarks, MarkShape, MarkTrack, Severity } from './picture.ts';
import { lowerBoundOf } from './search.ts';
import { severityOf, worse } from './severity.ts';

/** The worst finding at each entry that has one, by `seq`. */
export function severitiesBySeq(findings: readonly Finding[]): ReadonlyMap<number, Severity> {
  const worst = new Map<number, Severity>();
  for (const finding of findings) {
    worst.set(finding.entry, worse(severityOf(finding), worst.get(finding.entry)));
  }
  return worst;
}

/** Marks whose shapes wait for what was found at their entries. */
export interface OpenMarks extends LaneMarks {
  readonly shape: MarkShape[];
}

/** Puts each entry into exactly one lane, as one mark. */
export function foldMarks(entries: Trace, lanes: LaneIndex, rowOf: RowOfEntry): readonly OpenMarks[] {
  // How many each lane has is counted first, so that no list has to grow.
  const laneOf = new Uint32Array(entries.length);
  const counts = new Uint32Array(lanes.lanes.length);
  for (const entry of entries) {
    const index = lanes.laneOf(entry);
    laneOf[entry.seq] = index;
    if (index < counts.length) counts[index] = (counts[index] ?? 0) + 1;
  }
  const perLane = Array.from(counts, (count) => ({
    t: new Float64Array(count),
    seq: new Uint32Array(count),
    shape: [] as MarkShape[],
    track: [] as MarkTrack[],
    row: new Uint32Array(count),
    client: new Int32Array(count),
  }));
  for (const entry of entries) {
    const index = laneOf[entry.seq] ?? 0;
    const marks = perLane[index];
    const lane = lanes.lanes[index];
    if (marks === undefined || lane === undefined) continue;
    const next = marks.shape.length;
    marks.t[next] = entry.t;
    marks.seq[next] = entry.seq;
    marks.shape.push(shapeOf(entry, lane, undefined));
    marks.track.push(trackOf(entry, lane));
    marks.row[next] = rowOf(index, entry);
    marks.client[next] = lanes.colourOf(entry.client ?? entry.actor);
  }
  return perLane;
}

/** Gives the mark of an entry at which something was found the shape that tells it. */
export function reshape(
  marks: readonly OpenMarks[],
  lanes: LaneIndex,
  entry: Entry,
  severity: Severity,
): void {
  const index = lanes.laneOf(entry);
  const own = marks[index];
  const lane = lanes.lanes[index];
  if (own === undefined || lane === undefined) return;
  const place = lowerBoundOf(own.seq, entry.seq);
  if (own.seq[place] === entry.seq) own.shape[place] = shapeOf(entry, lane, severity);
}

/** Links findings to the lanes of their entries. */
export function foldFindings(
  entries: Trace,
  lanes: LaneIndex,
  findings: readonly Finding[],
): readonly FindingMark[] {
  const marks: FindingMark[] = [];
  for (const finding of findings) {
    const entry = entries[finding.entry];
    if (entry === undefined) continue;
    const lane = laneOfFinding(finding, entry, lanes);
    marks.push({
      finding,
      severity: severityOf(finding),
      t: finding.t,
      seq: finding.entry,
      lane,
      onWrite: entry.ev === 'write',
    });
  }
  return marks.sort((a, b) => a.t - b.t || a.seq - b.seq);
}

/** Findings about waiting are shown where somebody waits, all others at their entry. */
function laneOfFinding(finding: Finding, entry: Entry, lanes: LaneIndex): number {
  const client = lanes.indexOf(finding.client);
  return finding.kind === 'starvation' && client >= 0 ? client : lanes.laneOf(entry);
}

function shapeOf(entry: Entry, lane: Lane, severity: Severity | undefined): MarkShape {
  switch (entry.ev) {
    case 'write':
      return writeShape(entry, severity);
    case 'read':
    case 'check':
    case 'fill':
    case 'clear':
      return 'read';
    case 'refuse':
      return 'refusal';
    case 'wait':
      return 'wait';
    case 'abandon':
      return 'abandon';
    case 'crash':
      return 'crash';
    case 'restart':
      return 'restart';
    case 'clock':
      return 'clock';
    case 'fault':
      return 'fault';
    case 'note':
      return 'note';
    case 'work':
      return entry.phase === 'end' ? 'work-end' : 'work-start';
    case 'send':
    case 'deliver':
    case 'lose':
    case 'duplicate':
    case 'fence':
    case 'pause':
    case 'resume':
    case 'believe':
      return 'edge';
    case 'grant':
    case 'renew':
    case 'revive':
    case 'expire':
    case 'release':
    case 'revoke':
    case 'steal':
    case 'forget':
      // Elsewhere than at a service there is no bar whose edge it could be.
      return lane.role === 'service' ? 'edge' : 'other';
    default:
      return 'other';
  }
}

function writeShape(entry: Entry, severity: Severity | undefined): MarkShape {
  if (entry.outcome === 'rejected') {
    if (severity === 'fenced') return 'fenced';
    return severity === 'refused' ? 'refused' : 'rejected';
  }
  if (severity === 'corrupted') return 'corrupting';
  return severity === 'at-risk' ? 'unreplaced' : 'accepted';
}

const ON_BELIEF: ReadonlySet<string> = new Set([
  'believe',
  'send',
  'deliver',
  'lose',
  'duplicate',
  'wait',
  'abandon',
  'work',
]);

function trackOf(entry: Entry, lane: Lane): MarkTrack {
  if (lane.role !== 'client') return 'row';
  return ON_BELIEF.has(entry.ev) ? 'belief' : 'band';
}

/** Whether a lane needs its band: for pauses, crashes and whatever is no matter of belief. */
export function needsBand(marks: LaneMarks): boolean {
  return marks.track.includes('band');
}
