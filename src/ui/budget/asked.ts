import type { Believing, Renewing } from '../../scenarios/budget/figures.ts';
import { readParts, type Asked } from '../study/parts.ts';
import { FIELDS, FIELD_NAMES, type FieldName } from './fields.ts';

/** What somebody typed over the scenario's own figures. */
export interface Typed {
  /** Whose budget it is; null: the first client that acquires. */
  readonly client: string | null;
  readonly renewing: Renewing | null;
  readonly believing: Believing | null;
  /** In the units of figures; a time-out that is null is none. */
  readonly numbers: { readonly [name in FieldName]?: number | null };
}

/** Nothing is typed. */
export const NOTHING: Typed = { client: null, renewing: null, believing: null, numbers: {} };

const RENEWING: readonly Renewing[] = ['none', 'steady', 'after-answer'];
const BELIEVING: readonly Believing[] = ['until-told', 'until-deadline'];
/** A time-out that there is not. */
const NONE = 'none';

/** What a link says of it: `client.B,ttl.30000,timeout.none`. Nothing where nothing is typed. */
export function textOfTyped({ client, renewing, believing, numbers }: Typed): string {
  const parts: string[] = [];
  if (client !== null) parts.push(`client.${client}`);
  if (renewing !== null) parts.push(`renewing.${renewing}`);
  if (believing !== null) parts.push(`believing.${believing}`);
  for (const name of FIELD_NAMES) {
    const value = numbers[name];
    if (value !== undefined) parts.push(`${name}.${value === null ? NONE : String(value)}`);
  }
  return parts.join(',');
}

/** What a link says was typed, and the parts of it that were not understood. */
export function typedOfText(text: string): Asked<Typed> {
  return readParts(text, NOTHING, changeOf);
}

function changeOf(name: string, value: string, { numbers }: Typed): Partial<Typed> | null {
  if (name === 'client') return /^[A-Za-z][\w-]{0,31}$/u.test(value) ? { client: value } : null;
  if (name === 'renewing') {
    const renewing = RENEWING.find((one) => one === value);
    return renewing === undefined ? null : { renewing };
  }
  if (name === 'believing') {
    const believing = BELIEVING.find((one) => one === value);
    return believing === undefined ? null : { believing };
  }
  const field = FIELD_NAMES.find((one) => one === name);
  if (field === undefined) return null;
  if (field === 'timeout' && value === NONE) return { numbers: { ...numbers, timeout: null } };
  const number = Number(value);
  if (!/^\d{1,9}(?:\.\d{1,9})?$/u.test(value) || !isIn(field, number)) return null;
  return { numbers: { ...numbers, [field]: number } };
}

/** Whether a number may stand in a field. */
export function isIn(name: FieldName, value: number): boolean {
  const { min, max, kind } = FIELDS[name];
  return value >= min && value <= max && (kind !== 'count' || Number.isInteger(value));
}
