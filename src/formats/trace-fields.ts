import * as v from 'valibot';

import type { Json } from '../engine/trace.ts';
import { MAX_DEPTH, MAX_NAME_CHARS, MAX_TIME_MS } from './trace-limits.ts';

/** What a field may hold. */
interface Rule<Value> {
  readonly schema: v.GenericSchema<Value>;
  /**
   * Whether a value is good beyond doubt, for a long trace has a million of them. Where it says no, the schema
   * decides, and words what is wrong.
   */
  readonly isSurelyGood: (value: unknown) => boolean;
}

function time(leastMs: number): Rule<number> {
  return {
    schema: v.pipe(
      v.number('expected a number of milliseconds'),
      v.finite('expected a finite number'),
      v.minValue(leastMs, leastMs === 0 ? 'expected a time of zero or more' : 'out of range'),
      v.maxValue(MAX_TIME_MS, 'out of range'),
    ),
    isSurelyGood: (value) => typeof value === 'number' && value >= leastMs && value <= MAX_TIME_MS,
  };
}

// Names end up in labels and addresses: no control characters.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const name: Rule<string> = {
  schema: v.pipe(
    v.string('expected a text'),
    v.nonEmpty('expected a name, got an empty text'),
    v.maxLength(MAX_NAME_CHARS, `longer than ${String(MAX_NAME_CHARS)} characters`),
    v.check((text) => !CONTROL.test(text), 'holds control characters'),
  ),
  isSurelyGood: isPlainName,
};

/** A name of the characters between the blank and the tilde. */
function isPlainName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_NAME_CHARS) return false;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

const whole: Rule<number> = {
  schema: v.pipe(v.number('expected a number'), v.safeInteger('expected a whole number')),
  isSurelyGood: (value) => Number.isSafeInteger(value),
};
const nameOrNumber: Rule<string | number> = {
  schema: v.union([name.schema, whole.schema], 'expected a name'),
  isSurelyGood: (value) => Number.isSafeInteger(value) || isPlainName(value),
};
const text: Rule<string> = {
  schema: v.string('expected a text'),
  isSurelyGood: (value) => typeof value === 'string',
};

/** One of a few texts. */
function oneOf<const Options extends readonly string[]>(
  options: Options,
  what: string,
): Rule<Options[number]> {
  return {
    schema: v.picklist(options, what),
    isSurelyGood: (value) => options.some((option) => option === value),
  };
}

/** What is rare or deep is left to its schema. */
function slow<Value>(schema: v.GenericSchema<Value>): Rule<Value> {
  return { schema, isSurelyGood: () => false };
}

/** The fields of a line of a trace, format version 1. Fields not listed here are kept as they came. */
const rules = {
  t: time(0),
  ev: name,
  actor: name,
  client: name,
  key: name,
  token: whole,
  expires: time(-MAX_TIME_MS),
  store: name,
  record: name,
  value: text,
  outcome: oneOf(['accepted', 'rejected'], 'expected "accepted" or "rejected"'),
  sent: time(0),
  base: slow(v.pipe(whole.schema, v.minValue(0, 'expected a version of zero or more'))),
  by: name,
  held: { schema: v.boolean('expected true or false'), isSurelyGood: isBoolean } satisfies Rule<boolean>,
  unit: name,
  phase: oneOf(['start', 'end'], 'expected "start" or "end"'),
  text,
  id: nameOrNumber,
  cause: nameOrNumber,
  message: name,
  to: name,
  body: slow(
    v.custom<Json>(
      (value) => !isDeeperThan(value, MAX_DEPTH),
      `nested deeper than ${String(MAX_DEPTH)} levels`,
    ),
  ),
  op: name,
  reason: name,
  fence: whole,
  step: time(-MAX_TIME_MS),
  clockRate: slow(
    v.pipe(
      v.number('expected a number'),
      v.minValue(0, 'expected a rate of zero or more'),
      v.maxValue(1000, 'out of range'),
    ),
  ),
  margin: time(0),
};

/** The fields that a line may have, with what they hold. */
export type LineFields = { [Field in keyof typeof rules]?: v.InferOutput<(typeof rules)[Field]['schema']> };

/** The fields that a line of the format may have, by name; all others are kept in `extra`. */
export const LINE_FIELDS: ReadonlyMap<string, Rule<unknown>> = new Map<string, Rule<unknown>>(
  Object.entries(rules),
);

/** What is wrong with a value of a field, in words; null where nothing is. */
export function wrongWith({ schema, isSurelyGood }: Rule<unknown>, value: unknown): string | null {
  if (isSurelyGood(value)) return null;
  const { issues } = schema['~run']({ value }, QUICK);
  return issues === undefined ? null : issues[0].message;
}

/** One thing wrong with a field is enough. */
const QUICK: v.Config<v.BaseIssue<unknown>> = { abortEarly: true, abortPipeEarly: true };

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Whether a value is nested deeper than `levels`; looks no deeper than that. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
