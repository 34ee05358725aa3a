import { bad, good, type Problem, type Result } from '../engine/result.ts';
import { fromMs, toMs, type Micros } from '../engine/time.ts';
import type { Entry, Trace } from '../engine/trace.ts';
import type { TraceOrigin } from '../engine/verdict/types.ts';
import { PlacedProblems } from './problem-list.ts';
import { assembleTrace, defaultActor, TraceLines } from './trace-assembly.ts';
import { LINE_FIELDS } from './trace-fields.ts';
import { parseLines } from './trace-json.ts';
import { readLine } from './trace-line.ts';
import { MAX_ENTRIES, MAX_TIME_MS, MAX_TRACE_BYTES } from './trace-limits.ts';

/** A trace from outside. */
export interface TraceFile {
  readonly entries: Trace;
  /** The product marks the traces it writes as simulated; every other trace is a recorded one. */
  readonly origin: TraceOrigin;
  /** Until when a simulation ran; recorded traces have none. */
  readonly horizon?: Micros;
  /** What could not be read or had to be put right; the entries are the rest. */
  readonly problems: readonly Problem[];
}

/**
 * Reads a trace, JSON Lines of format version 1, times in milliseconds. Bad lines are named and left out;
 * there is no trace only where nothing could be read at all. Never throws; takes time linear in the text.
 */
export function readTrace(text: string): Result<TraceFile> {
  const unfit = unfitText(text);
  if (unfit !== null) return bad({ where: 'file', what: unfit });
  const problems = new PlacedProblems((line) => `line ${String(line)}`);
  const lines = new TraceLines();
  let header: Header | null = null;
  let sawFirst = false;
  // The mark of byte order that some editors put first is no part of the text.
  parseLines(text, text.startsWith('\uFEFF') ? 1 : 0, problems, (raw, place) => {
    if (lines.all.length === MAX_ENTRIES) {
      problems.at(place, tooMany);
      return false;
    }
    const isFirst = !sawFirst;
    sawFirst = true;
    if (isFirst) header = headerOf(raw);
    addLine(isFirst && header !== null ? withoutHeader(raw) : raw, place, lines, problems);
    return true;
  });
  return finish(lines, header ?? { origin: 'recorded' }, problems);
}

/** Reads entries that are given as a list of parsed JSON values, as a case holds them. */
export function readTraceList(raws: readonly unknown[], path: string): Result<TraceFile> {
  const problems = new PlacedProblems((index) => `${path}[${String(index)}]`);
  const lines = new TraceLines();
  for (const [index, raw] of raws.slice(0, MAX_ENTRIES).entries()) addLine(raw, index, lines, problems);
  if (raws.length > MAX_ENTRIES) problems.at(MAX_ENTRIES, tooMany);
  return finish(lines, { origin: 'recorded' }, problems);
}

const tooMany = `a trace has at most ${MAX_ENTRIES.toLocaleString('en')} entries; the rest is left out`;

/** What can be said of a trace beside its entries. */
export interface WriteOptions {
  readonly origin?: TraceOrigin;
  readonly horizon?: Micros;
}

/** Writes a trace as JSON Lines; what is read back is equal to it. */
export function writeTrace(trace: Trace, options: WriteOptions = {}): string {
  const causes = new Set<number>();
  for (const { cause } of trace) if (cause !== null) causes.add(cause);
  const header = headerFields(options);
  const lines = trace.map((entry, index) => {
    const fields = fieldsOf(entry, trace, causes.has(entry.seq));
    return JSON.stringify(index === 0 ? { ...fields, ...header } : fields);
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

interface Header {
  readonly origin: TraceOrigin;
  readonly horizon?: Micros;
}

function finish(lines: TraceLines, header: Header, problems: PlacedProblems): Result<TraceFile> {
  if (lines.all.length === 0) {
    const told = problems.list();
    return bad(...(told.length > 0 ? told : [{ where: 'file', what: 'there is no entry in it' }]));
  }
  const entries = assembleTrace(lines, problems);
  return good({ entries, ...header, problems: problems.list() });
}

function addLine(raw: unknown, place: number, lines: TraceLines, problems: PlacedProblems): void {
  const line = readLine(raw, place, (what) => {
    problems.at(place, what);
  });
  if (line !== null) lines.add(line);
}

/** Why a text cannot be a trace at all; null if it may be one. */
function unfitText(text: string): string | null {
  if (text.length > MAX_TRACE_BYTES) return `larger than ${String(MAX_TRACE_BYTES / 1024 / 1024)} MB`;
  if (text.trim() === '') return 'empty';
  if (isBinary(text)) return 'not a text file';
  return null;
}

/** How much of a text is looked at to tell whether it is one. */
const SAMPLE_CHARS = 4096;

/** Whether what was decoded as text is something else: it holds zeros, or much that is no character. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARS);
  if (sample.includes('\u0000')) return true;
  // eslint-disable-next-line no-control-regex
  const strange = sample.match(/[\uFFFD\u0001-\u0008\u000e-\u001f]/g)?.length ?? 0;
  return strange * 10 > sample.length;
}

/** The product's own traces say on their first line how they came to be; null where it does not say. */
function headerOf(raw: unknown): Header | null {
  if (typeof raw !== 'object' || raw === null || !('origin' in raw) || raw.origin !== 'simulated')
    return null;
  const horizon = 'horizon' in raw ? raw.horizon : undefined;
  const known = typeof horizon === 'number' && horizon >= 0 && horizon <= MAX_TIME_MS;
  return { origin: 'simulated', ...(known ? { horizon: fromMs(horizon) } : {}) };
}

/** The first line without what it says of the whole trace, which is no part of its entry. */
function withoutHeader(raw: unknown): unknown {
  const { origin: _origin, horizon: _horizon, ...rest } = raw as Readonly<Record<string, unknown>>;
  return rest;
}

function headerFields({ origin, horizon }: WriteOptions): Readonly<Record<string, unknown>> {
  if (origin !== 'simulated') return {};
  return { origin, ...(horizon === undefined ? {} : { horizon: toMs(horizon) }) };
}

/** The fields of a line, in the order in which people read them. */
function fieldsOf(entry: Entry, trace: Trace, isCause: boolean): Readonly<Record<string, unknown>> {
  const { seq, cause, actor, expires, sent, byUs, ratePpm, marginUs, extra } = entry;
  const reason = cause === null ? undefined : trace[cause];
  const unknown = Object.entries(extra ?? {}).filter(([field]) => !LINE_FIELDS.has(field));
  return {
    t: toMs(entry.t),
    ev: entry.ev,
    // An entry without a name of its own that caused others is named by its place.
    id: entry.id ?? (isCause ? seq : undefined),
    cause: reason === undefined ? undefined : (reason.id ?? reason.seq),
    actor: actor === defaultActor(entry) ? undefined : actor,
    client: entry.client,
    key: entry.key,
    token: entry.token,
    expires: inMs(expires),
    store: entry.store,
    record: entry.record,
    value: entry.value,
    outcome: entry.outcome,
    sent: inMs(sent),
    base: entry.base,
    by: entry.by,
    held: entry.held,
    unit: entry.unit,
    phase: entry.phase,
    message: entry.message,
    to: entry.to,
    body: entry.body,
    op: entry.op,
    reason: entry.reason,
    fence: entry.fence,
    step: inMs(byUs),
    clockRate: ratePpm === undefined ? undefined : ratePpm / 1_000_000,
    margin: inMs(marginUs),
    text: entry.text,
    ...Object.fromEntries(unknown),
  };
}

function inMs(time: Micros | undefined): number | undefined {
  return time === undefined ? undefined : toMs(time);
}
