import { DEFAULT_STORE } from '../engine/verdict/records.ts';
import type { Entry, Trace } from '../engine/trace.ts';
import type { PlacedProblems } from './problem-list.ts';
import type { TraceLine } from './trace-line.ts';

/** The lane of what a lock service does, in a log that does not name it. */
export const RECORDED_SERVICE = 'lock service';

/** Lines in the order in which they came. Whether time goes on from each to the next is noted on the way. */
export class TraceLines {
  readonly all: TraceLine[] = [];
  isInOrderOfTime = true;
  hasNames = false;
  private latest = -Infinity;

  add(line: TraceLine): void {
    this.all.push(line);
    if (line.entry.t < this.latest) this.isInOrderOfTime = false;
    else this.latest = line.entry.t;
    if (line.id !== undefined) this.hasNames = true;
  }
}

/**
 * Puts lines together to a trace: in the order of time, those of one time as they came, each with its lane
 * and with the entry that caused it. What does not fit is told and left out; the rest stays.
 */
export function assembleTrace(lines: TraceLines, problems: PlacedProblems): Trace {
  const ordered = lines.isInOrderOfTime ? lines.all : inOrderOfTime(lines.all, problems);
  const names = lines.hasNames ? namesOf(ordered, problems) : NO_NAMES;
  return ordered.map((line, seq) => {
    const { entry, id } = line;
    entry.seq = seq;
    entry.actor = line.actor ?? defaultActor(entry);
    if (line.cause !== undefined) entry.cause = causeOf(line.cause, line.place, seq, names, problems);
    // A number that only repeats the entry's place is no name of its own.
    if (typeof id === 'number' && id !== seq) entry.id = String(id);
    return entry;
  });
}

const NO_NAMES: ReadonlyMap<string | number, number> = new Map();

/** `seq` of the entries that have a name, by name. */
function namesOf(
  lines: readonly TraceLine[],
  problems: PlacedProblems,
): ReadonlyMap<string | number, number> {
  const names = new Map<string | number, number>();
  for (const [seq, { id, place }] of lines.entries()) {
    if (id === undefined) continue;
    if (names.has(id)) problems.at(place, `the name ${JSON.stringify(id)} is taken by an earlier entry`);
    else names.set(id, seq);
  }
  return names;
}

/** The lane of an entry that names none: the store, the client, or else the lock service. */
export function defaultActor(entry: Pick<Entry, 'ev' | 'client' | 'store'>): string {
  switch (entry.ev) {
    case 'write':
    case 'read':
    case 'fence':
      return entry.store ?? DEFAULT_STORE;
    case 'grant':
    case 'renew':
    case 'expire':
    case 'release':
    case 'revoke':
    case 'steal':
    case 'forget':
    case 'refuse':
    case 'revive':
      return RECORDED_SERVICE;
    default:
      return entry.client ?? RECORDED_SERVICE;
  }
}

function inOrderOfTime(lines: readonly TraceLine[], problems: PlacedProblems): readonly TraceLine[] {
  let late = 0;
  let first: TraceLine | undefined;
  let latest = -Infinity;
  for (const line of lines) {
    if (line.entry.t >= latest) latest = line.entry.t;
    else {
      late += 1;
      first ??= line;
    }
  }
  if (first === undefined) return lines;
  const others = late === 1 ? '' : `, and ${String(late - 1)} more like it`;
  problems.at(
    first.place,
    `is earlier than a line before it${others}: entries were put in the order of time`,
  );
  return lines.toSorted((a, b) => a.entry.t - b.entry.t);
}

function causeOf(
  cause: string | number,
  place: number,
  seq: number,
  names: ReadonlyMap<string | number, number>,
  problems: PlacedProblems,
): number | null {
  const found = names.get(cause);
  if (found === undefined) {
    problems.at(place, `no entry has the name ${JSON.stringify(cause)} that "cause" gives`);
    return null;
  }
  if (found >= seq) {
    problems.at(place, '"cause" names an entry that does not come before this one');
    return null;
  }
  return found;
}
