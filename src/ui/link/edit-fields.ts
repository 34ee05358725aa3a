import type { Json } from '../../engine/trace.ts';
import { jsonPointer } from '../../scenarios/schema-parts.ts';
import { FORBIDDEN_NAMES } from '../../scenarios/shape.ts';

/** Where a value was changed by hand: a JSON pointer into the document. */
export const editPointer = jsonPointer();

const FIELD = /^([A-Za-z]\w{0,31})\.(.{1,100})$/su;
const MOST_FIELDS = 12;

/** A fault as a link writes it: `kind.pause,node.A,at.2000,for.14000`; a list with "~" between. */
export function textOfFault(fault: Json): string {
  return Object.entries(fault as { readonly [field: string]: Json })
    .map(([field, value]) => `${field}.${textOf(value)}`)
    .join(',');
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return value.map((item: Json) => textOf(item)).join('~');
  return typeof value === 'object' ? '' : String(value);
}

/** The fault that a link writes; null if it is not written like one. Its fields are checked with the document. */
export function faultOfText(text: string): Json | null {
  const fault: Record<string, Json> = {};
  const fields = text.split(',');
  if (fields.length > MOST_FIELDS) return null;
  for (const part of fields) {
    const [, field, value] = FIELD.exec(part) ?? [];
    if (
      field === undefined ||
      value === undefined ||
      FORBIDDEN_NAMES.has(field) ||
      Object.hasOwn(fault, field)
    ) {
      return null;
    }
    fault[field] = valueOf(value);
  }
  return fault;
}

function valueOf(text: string): Json {
  if (text.includes('~')) return text.split('~');
  if (/^-?\d{1,9}(?:\.\d{1,3})?$/u.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}
