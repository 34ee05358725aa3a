import { DEFAULT_STORE } from '../engine/verdict/ledger.ts';
import type { Entry, Trace } from '../engine/trace.ts';
import type { ProblemList } from './problem-list.ts';
import type { TraceLine } from './trace-line.ts';

/** The lane of what a lock service does, in a log that does not name it. */
export const RECORDED_SERVICE = 'lock service';

/** One line that was read, and where it stood. */
export interface PlacedLine extends TraceLine {
  readonly where: string;
}

/**
 * Puts lines together to a trace: in the order of time, those of one time as they came, each with its lane
 * and with the entry that caused it. What does not fit is told and left out; the rest stays.
 */
export function assembleTrace(lines: readonly PlacedLine[], problems: ProblemList): Trace {
  const ordered = inOrderOfTime(lines, problems);
  const names = new Map<string | number, number>();
  ordered.forEach(({ id, where }, seq) => {
    if (id === undefined) return;
    if (names.has(id)) problems.add(where, `the name ${JSON.stringify(id)} is taken by an earlier entry`);
    else names.set(id, seq);
  });
  return ordered.map((line, seq) => {
    const { entry } = line;
    const ownName = typeof line.id === 'number' && line.id !== seq ? { id: String(line.id) } : {};
    return {
      seq,
      actor: line.actor ?? defaultActor(entry),
      cause: causeOf(line, seq, names, problems),
      ...entry,
      ...ownName,
    };
  });
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

function inOrderOfTime(lines: readonly PlacedLine[], problems: ProblemList): readonly PlacedLine[] {
  let late = 0;
  let first: PlacedLine | undefined;
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
  problems.add(
    first.where,
    `is earlier than a line before it${others}: entries were put in the order of time`,
  );
  return lines.toSorted((a, b) => a.entry.t - b.entry.t);
}

function causeOf(
  { cause, where }: PlacedLine,
  seq: number,
  names: ReadonlyMap<string | number, number>,
  problems: ProblemList,
): number | null {
  if (cause === undefined) return null;
  const found = names.get(cause);
  if (found === undefined) {
    problems.add(where, `no entry has the name ${JSON.stringify(cause)} that "cause" gives`);
    return null;
  }
  if (found >= seq) {
    problems.add(where, '"cause" names an entry that does not come before this one');
    return null;
  }
  return found;
}
