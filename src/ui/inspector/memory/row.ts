import type { Json } from '../../../engine/trace.ts';
import { text } from '../words.ts';
import type { Micros } from '../../../engine/time.ts';
import type { Cell } from '../../../engine/world.ts';

/** One line of what a component remembers. */
export interface MemoryRow {
  readonly name: string;
  readonly value: string;
}

/** Puts a machine's memory into words; null if the memory is not of the kind that this reader knows. */
export type MemoryReader = (context: Fields, cell: Cell, now: Micros) => readonly MemoryRow[] | null;

/** The fields of a JSON object. */
export interface Fields {
  readonly [name: string]: Json;
}

/** A JSON object's fields; null for anything else. */
export function fieldsOf(value: Json | undefined): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value as Fields;
}

/** A value in one line, whatever it is. */
export function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return text.nothing;
  if (value === true) return text.yes;
  if (value === false) return text.no;
  if (value === '') return text.empty;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const inner = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as Fields);
  return inner.length === 0 ? text.nothing : inner.map(plain).join(', ');
}
