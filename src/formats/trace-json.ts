import { isJsonObject } from './json-object.ts';
import type { PlacedProblems } from './problem-list.ts';
import { MAX_LINE_CHARS } from './trace-limits.ts';

/** So many lines, or characters, are parsed at once at most. */
const BATCH_LINES = 500;
const BATCH_CHARS = 100_000;

/**
 * Parses a text with one JSON value a line, from `start` on. Hands over each value with the number of its line, counted
 * from 1, until `take` gives false; blank lines are passed over, bad ones are told. Takes time linear in the text.
 */
export function parseLines(
  text: string,
  start: number,
  problems: PlacedProblems,
  take: (raw: unknown, place: number) => boolean,
): void {
  const batches = new Batches(text);
  let place = 0;
  for (let from = start; from < text.length;) {
    const batch = batches.at(from);
    for (const raw of batch.raws) {
      place += 1;
      if (!take(raw, place)) return;
    }
    from = batch.end;
    // What is no part of a batch, or would not be read as one, is parsed by itself.
    for (let single = batch.singles; single > 0 && from < text.length; single -= 1) {
      const end = lineEnd(text, from);
      place += 1;
      const raw = parseLine(text, from, end, place, problems);
      from = end + 1;
      if (raw !== undefined && !take(raw, place)) return;
    }
  }
}

/** Lines that were parsed, where those begin that were not, and how many of them to parse one by one. */
interface Batch {
  readonly raws: readonly unknown[];
  readonly end: number;
  readonly singles: number;
}

/**
 * Parses many lines as one list, which takes half the time. That is safe for lines that begin with a brace and have no
 * other: where the list then has as many objects as lines, each of them begins with the brace of its line and ends
 * before that of the next, so that it is what its line says.
 */
class Batches {
  private readonly text: string;
  /** Where the next brace is: at the place asked for, or after it; the end of the text if there is none. */
  private brace = -1;

  constructor(text: string) {
    this.text = text;
  }

  at(from: number): Batch {
    const { text } = this;
    if (this.brace < from) this.brace = this.braceFrom(from);
    let count = 0;
    let next = from;
    while (next < text.length && this.brace === next && count < BATCH_LINES && next - from < BATCH_CHARS) {
      const end = lineEnd(text, next);
      this.brace = this.braceFrom(next + 1);
      if (this.brace < end || end - next > MAX_LINE_CHARS) break;
      count += 1;
      next = end + 1;
    }
    if (count < 2) return { raws: [], end: from, singles: 1 };
    const raws = parseList(text.slice(from, next - 1));
    return raws?.length === count ? { raws, end: next, singles: 0 } : { raws: [], end: from, singles: count };
  }

  private braceFrom(place: number): number {
    const found = this.text.indexOf('{', place);
    return found < 0 ? this.text.length : found;
  }
}

/** Lines as one list; null where that is none, or holds something else than objects. */
function parseList(lines: string): readonly object[] | null {
  let raws: unknown;
  try {
    raws = JSON.parse(`[${lines.replaceAll('\n', ',')}]`);
  } catch {
    return null;
  }
  return Array.isArray(raws) && raws.every(isJsonObject) ? raws : null;
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

/** The JSON of one line; undefined where the line is blank or bad. */
function parseLine(
  text: string,
  start: number,
  end: number,
  place: number,
  problems: PlacedProblems,
): unknown {
  if (end - start > MAX_LINE_CHARS) {
    problems.at(place, `longer than ${MAX_LINE_CHARS.toLocaleString('en')} characters`);
    return undefined;
  }
  const line = text.slice(start, end).trim();
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as unknown;
  } catch {
    problems.at(place, 'is not JSON; a trace has one JSON object a line');
    return undefined;
  }
}
