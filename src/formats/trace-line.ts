import { fromMs, type Micros } from '../engine/time.ts';
import type { Entry, Json } from '../engine/trace.ts';
import { isJsonObject } from './json-object.ts';
import { isDeeperThan, LINE_FIELDS, wrongWith, type LineFields } from './trace-fields.ts';
import { MAX_DEPTH, MAX_TEXT_CHARS } from './trace-limits.ts';

/** An entry that is being put together; its place, lane and cause depend on the other lines. */
export type OpenEntry = { -readonly [Field in keyof Entry]: Entry[Field] };

/** What one line says. */
export interface TraceLine {
  /** The entry, with `seq` 0, no actor and no cause until the whole trace is known. */
  readonly entry: OpenEntry;
  readonly actor: string | undefined;
  /** The entry's name as written: a text, or a number in files that name entries by number. */
  readonly id: string | number | undefined;
  /** The name of the entry that caused it. */
  readonly cause: string | number | undefined;
  /** Which line it was, counted from 1; for a list, its index. */
  readonly place: number;
}

/** What an entry of a kind cannot do without, beside `t` and `ev`; kinds not listed need nothing more. */
const NEEDS: ReadonlyMap<string, readonly (keyof LineFields)[]> = new Map<
  string,
  readonly (keyof LineFields)[]
>([
  ['grant', ['client']],
  ['believe', ['client', 'held']],
  ['write', ['client', 'outcome']],
  ['wait', ['client']],
  ['abandon', ['client']],
  ['work', ['client', 'unit']],
]);

/**
 * Reads what one line says, given as parsed JSON; null where it is bad. `remark` is told what is wrong, or
 * what was left out of a line that is otherwise good. Never throws.
 */
export function readLine(raw: unknown, place: number, remark: (what: string) => void): TraceLine | null {
  if (!isJsonObject(raw)) {
    remark(`expected an entry such as {"t": 0, "ev": "note"}, got ${kindOf(raw)}`);
    return null;
  }
  const line = raw as LineFields & Readonly<Record<string, unknown>>;
  let isGood = true;
  let unknown: [string, Json][] | undefined;
  for (const field of Object.keys(line)) {
    const value: unknown = line[field];
    const rule = LINE_FIELDS.get(field);
    if (rule === undefined) {
      if (isDeeperThan(value, MAX_DEPTH))
        remark(`"${shorten(field)}" is left out: nested deeper than ${String(MAX_DEPTH)} levels`);
      else (unknown ??= []).push([field, value as Json]);
      continue;
    }
    const wrong = wrongWith(rule, value);
    if (wrong === null) continue;
    remark(`"${field}": ${wrong}, got ${shown(value)}`);
    isGood = false;
  }
  if (!isGood || !isComplete(line, remark)) return null;
  const entry = entryOf(line, remark);
  if (unknown !== undefined) entry.extra = Object.fromEntries(unknown);
  return { entry, actor: line.actor, id: line.id, cause: line.cause, place };
}

function isComplete(
  line: LineFields,
  remark: (what: string) => void,
): line is LineFields & { t: number; ev: string } {
  const lacks: string[] = [];
  if (line.t === undefined) lacks.push('t');
  if (line.ev === undefined) lacks.push('ev');
  for (const need of NEEDS.get(line.ev ?? '') ?? []) if (line[need] === undefined) lacks.push(need);
  if (lacks.length === 0) return true;
  const whose = line.ev === undefined ? 'an entry' : `"${line.ev}"`;
  remark(`${whose} needs ${lacks.map((need) => `"${need}"`).join(' and ')}`);
  return false;
}

function entryOf(line: LineFields & { t: number; ev: string }, remark: (what: string) => void): OpenEntry {
  const entry: OpenEntry = { seq: 0, t: timeOf(line.t), ev: line.ev, actor: '', cause: null };
  if (line.client !== undefined) entry.client = line.client;
  if (line.key !== undefined) entry.key = line.key;
  if (line.token !== undefined) entry.token = line.token;
  if (line.expires !== undefined) entry.expires = timeOf(line.expires);
  if (line.store !== undefined) entry.store = line.store;
  if (line.record !== undefined) entry.record = line.record;
  if (line.value !== undefined) entry.value = readable('value', line.value, remark);
  if (line.outcome !== undefined) entry.outcome = line.outcome;
  if (line.sent !== undefined) {
    if (line.sent <= line.t) entry.sent = timeOf(line.sent);
    else remark('"sent" is left out: it is after "t"');
  }
  if (line.base !== undefined) entry.base = line.base;
  if (line.by !== undefined) entry.by = line.by;
  if (line.held !== undefined) entry.held = line.held;
  if (line.unit !== undefined) entry.unit = line.unit;
  if (line.phase !== undefined) entry.phase = line.phase;
  if (line.text !== undefined) entry.text = readable('text', line.text, remark);
  if (typeof line.id === 'string') entry.id = line.id;
  if (line.message !== undefined) entry.message = line.message;
  if (line.to !== undefined) entry.to = line.to;
  if (line.body !== undefined) entry.body = line.body;
  if (line.op !== undefined) entry.op = line.op;
  if (line.reason !== undefined) entry.reason = line.reason;
  if (line.fence !== undefined) entry.fence = line.fence;
  if (line.step !== undefined) entry.byUs = timeOf(line.step);
  if (line.clockRate !== undefined) entry.ratePpm = Math.round(line.clockRate * 1_000_000);
  if (line.margin !== undefined) entry.marginUs = timeOf(line.margin);
  return entry;
}

/** A time of the file; JSON knows a negative zero, which is no other time. */
function timeOf(valueMs: number): Micros {
  return fromMs(valueMs + 0);
}

// eslint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Free text as it may be shown: without control characters, and not endless. */
function readable(field: string, value: string, remark: (what: string) => void): string {
  let result = value;
  if (result.length > MAX_TEXT_CHARS) {
    result = result.slice(0, MAX_TEXT_CHARS);
    remark(`"${field}" is cut: longer than ${String(MAX_TEXT_CHARS)} characters`);
  }
  if (result.search(UNREADABLE) >= 0) {
    result = result.replaceAll(UNREADABLE, '');
    remark(`"${field}" is shown without its control characters`);
  }
  return result;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${shorten(value)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return kindOf(value);
}

/** A text short enough for a message, without control characters. */
function shorten(value: string): string {
  const start = value.slice(0, 40).replaceAll(UNREADABLE, '').replaceAll(/\s+/g, ' ');
  return value.length > 40 ? `${start}...` : start;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'a text';
  return `a ${typeof value}`;
}
