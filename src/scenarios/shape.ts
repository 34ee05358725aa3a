import type { Problem } from '../engine/result.ts';

/** How deep a document may be nested: far more than any field needs, far less than a stack holds. */
export const DEEPEST = 16;

/**
 * How many values a document may hold, containers among them: more than eight clients with full scripts,
 * all links and all faults need, few enough to check every field of every configuration at once.
 */
export const MOST_VALUES = 20_000;

/** Names that every object has, or that change what an object is: they are no names in a document. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

/**
 * What is wrong with a document before its fields are looked at: nested too deep, far too many values, or a
 * field with a name that would reach into every object. Schemas pass over such names without a word, so they are told here.
 */
export function checkShape(document: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = { values: 0 };
  look(document, [], problems, seen);
  return seen.values > MOST_VALUES ? [...problems, tooMany] : problems;
}

const tooMany: Problem = {
  where: 'document',
  what: `holds more than ${MOST_VALUES.toLocaleString('en')} values`,
};

function look(value: unknown, path: readonly string[], problems: Problem[], seen: { values: number }): void {
  seen.values += 1;
  if (typeof value !== 'object' || value === null) return;
  if (path.length > DEEPEST) {
    problems.push({ where: path.join('.'), what: `is nested deeper than ${String(DEEPEST)} levels` });
    return;
  }
  for (const [field, inner] of Object.entries(value)) {
    if (seen.values > MOST_VALUES) return;
    const here = [...path, field];
    if (FORBIDDEN_NAMES.has(field))
      problems.push({ where: here.join('.'), what: 'is not a field known here' });
    else look(inner, here, problems, seen);
  }
}
