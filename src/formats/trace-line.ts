import * as v from 'valibot';

import { fromMs } from '../engine/time.ts';
import type { Entry, Json } from '../engine/trace.ts';
import { MAX_DEPTH, MAX_NAME_CHARS, MAX_TEXT_CHARS, MAX_TIME_MS } from './trace-limits.ts';

/** An entry before it has its place: what one line says. */
export interface TraceLine {
  /** Everything but `seq`, `actor` and `cause`, which depend on the other lines. */
  readonly entry: Omit<Entry, 'seq' | 'actor' | 'cause'>;
  readonly actor: string | undefined;
  /** The entry's name as written: a text, or a number in files that name entries by number. */
  readonly id: string | number | undefined;
  /** The name of the entry that caused it. */
  readonly cause: string | number | undefined;
}

/** What reading a line gives: the entry, perhaps with remarks; or what is wrong with it. */
export type LineResult =
  | { readonly line: TraceLine; readonly remarks: readonly string[] }
  | { readonly line: null; readonly remarks: readonly string[] };

const timeMs = (least: number) =>
  v.pipe(
    v.number('expected a number of milliseconds'),
    v.finite('expected a finite number'),
    v.minValue(least, least === 0 ? 'expected a time of zero or more' : 'out of range'),
    v.maxValue(MAX_TIME_MS, 'out of range'),
  );

// Names end up in labels and addresses: no control characters.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const name = v.pipe(
  v.string('expected a text'),
  v.nonEmpty('expected a name, got an empty text'),
  v.maxLength(MAX_NAME_CHARS, `longer than ${String(MAX_NAME_CHARS)} characters`),
  v.check((text) => !CONTROL.test(text), 'holds control characters'),
);
const whole = v.pipe(v.number('expected a number'), v.safeInteger('expected a whole number'));
const nameOrNumber = v.union([name, whole], 'expected a name');
const text = v.string('expected a text');

/** One line of a trace, format version 1. Fields it does not list are kept as they came. */
const lineSchema = v.looseObject({
  t: timeMs(0),
  ev: name,
  actor: v.optional(name),
  client: v.optional(name),
  key: v.optional(name),
  token: v.optional(whole),
  expires: v.optional(timeMs(-MAX_TIME_MS)),
  store: v.optional(name),
  record: v.optional(name),
  value: v.optional(text),
  outcome: v.optional(v.picklist(['accepted', 'rejected'], 'expected "accepted" or "rejected"')),
  sent: v.optional(timeMs(0)),
  base: v.optional(v.pipe(whole, v.minValue(0, 'expected a version of zero or more'))),
  by: v.optional(name),
  held: v.optional(v.boolean('expected true or false')),
  unit: v.optional(name),
  phase: v.optional(v.picklist(['start', 'end'], 'expected "start" or "end"')),
  text: v.optional(text),
  id: v.optional(nameOrNumber),
  cause: v.optional(nameOrNumber),
  message: v.optional(name),
  to: v.optional(name),
  body: v.optional(v.unknown()),
  op: v.optional(name),
  reason: v.optional(name),
  fence: v.optional(whole),
  step: v.optional(timeMs(-MAX_TIME_MS)),
  margin: v.optional(timeMs(0)),
});

type RawLine = v.InferOutput<typeof lineSchema>;

/** The names of the fields that a line of the format may have; all others are kept in `extra`. */
export const LINE_FIELDS: ReadonlySet<string> = new Set(Object.keys(lineSchema.entries));

/** What an entry of a kind cannot do without; kinds not listed need nothing more than `t` and `ev`. */
const NEEDS: Readonly<Record<string, readonly (keyof RawLine & string)[]>> = {
  grant: ['client'],
  believe: ['client', 'held'],
  write: ['client', 'outcome'],
  wait: ['client'],
  abandon: ['client'],
  work: ['client', 'unit'],
};

/** Reads what one line says, given as parsed JSON. Never throws. */
export function readLine(raw: unknown): LineResult {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { line: null, remarks: [`expected an entry such as {"t": 0, "ev": "note"}, got ${kindOf(raw)}`] };
  }
  const parsed = v.safeParse(lineSchema, raw);
  if (!parsed.success) {
    return { line: null, remarks: parsed.issues.slice(0, 3).map((issue) => describeIssue(issue)) };
  }
  const fields = parsed.output;
  const lacks = Object.hasOwn(NEEDS, fields.ev)
    ? NEEDS[fields.ev]?.filter((need) => fields[need] === undefined)
    : [];
  if (lacks !== undefined && lacks.length > 0) {
    return {
      line: null,
      remarks: [`"${fields.ev}" needs ${lacks.map((need) => `"${need}"`).join(' and ')}`],
    };
  }
  return lineOf(fields, raw as Readonly<Record<string, unknown>>);
}

function lineOf(fields: RawLine, raw: Readonly<Record<string, unknown>>): LineResult {
  const remarks: string[] = [];
  const extra = extraOf(raw, remarks);
  const { body, sent } = fields;
  const late = sent !== undefined && sent > fields.t;
  if (late) remarks.push('"sent" is after "t" and is left out');
  const deep = body !== undefined && isDeeperThan(body, MAX_DEPTH);
  if (deep) remarks.push(tooDeep('body'));
  const { t, ev, client, key, token, expires, store, record, outcome, base, by, held, unit, phase } = fields;
  const entry: Mutable<TraceLine['entry']> = { t: fromMs(t), ev };
  if (client !== undefined) entry.client = client;
  if (key !== undefined) entry.key = key;
  if (token !== undefined) entry.token = token;
  if (expires !== undefined) entry.expires = fromMs(expires);
  if (store !== undefined) entry.store = store;
  if (record !== undefined) entry.record = record;
  if (fields.value !== undefined) entry.value = readable('value', fields.value, remarks);
  if (outcome !== undefined) entry.outcome = outcome;
  if (sent !== undefined && !late) entry.sent = fromMs(sent);
  if (base !== undefined) entry.base = base;
  if (by !== undefined) entry.by = by;
  if (held !== undefined) entry.held = held;
  if (unit !== undefined) entry.unit = unit;
  if (phase !== undefined) entry.phase = phase;
  if (fields.text !== undefined) entry.text = readable('text', fields.text, remarks);
  if (typeof fields.id === 'string') entry.id = fields.id;
  if (fields.message !== undefined) entry.message = fields.message;
  if (fields.to !== undefined) entry.to = fields.to;
  if (body !== undefined && !deep) entry.body = body as Json;
  if (fields.op !== undefined) entry.op = fields.op;
  if (fields.reason !== undefined) entry.reason = fields.reason;
  if (fields.fence !== undefined) entry.fence = fields.fence;
  if (fields.step !== undefined) entry.byUs = fromMs(fields.step);
  if (fields.margin !== undefined) entry.marginUs = fromMs(fields.margin);
  if (extra !== undefined) entry.extra = extra;
  return { line: { entry, actor: fields.actor, id: fields.id, cause: fields.cause }, remarks };
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** The fields that this version does not know, as they came. */
function extraOf(raw: Readonly<Record<string, unknown>>, remarks: string[]): Entry['extra'] {
  let unknown: [string, Json][] | undefined;
  for (const field of Object.keys(raw)) {
    if (LINE_FIELDS.has(field)) continue;
    const value = raw[field];
    if (isDeeperThan(value, MAX_DEPTH)) remarks.push(tooDeep(shorten(field)));
    else (unknown ??= []).push([field, value as Json]);
  }
  return unknown === undefined ? undefined : Object.fromEntries(unknown);
}

// eslint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Free text as it may be shown: without control characters, and not endless. */
function readable(field: string, value: string, remarks: string[]): string {
  let result = value;
  if (result.length > MAX_TEXT_CHARS) {
    result = result.slice(0, MAX_TEXT_CHARS);
    remarks.push(`"${field}" is longer than ${String(MAX_TEXT_CHARS)} characters and is cut`);
  }
  if (result.search(UNREADABLE) >= 0) {
    result = result.replaceAll(UNREADABLE, '');
    remarks.push(`"${field}" holds control characters, which are left out`);
  }
  return result;
}

function tooDeep(field: string): string {
  return `"${field}" is nested deeper than ${String(MAX_DEPTH)} levels and is left out`;
}

/** Whether a value is nested deeper than `levels`; looks no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  if (path === null) return issue.message;
  if (issue.input === undefined) return `"${path}" is missing`;
  return `"${path}": ${issue.message}, got ${shown(issue.input)}`;
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
