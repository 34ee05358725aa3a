import type { WireBody } from './wire-format.ts';

/** A text field of a message; empty where it has none. */
export function textOf(body: WireBody, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

/** A number in a message; null where it has none. */
export function numberOf(body: WireBody, name: string): number | null {
  const value = body[name];
  return typeof value === 'number' ? value : null;
}
