import { without } from './mended.ts';

type Fields = Record<string, unknown>;

/**
 * The smallest document that still fails: without every client, instruction, fault, link, field and choice that
 * the failure does not need. `fails` reads the document itself, and says of one that is no good that it does not.
 */
export function smallest(document: Fields, fails: (document: Fields) => boolean): Fields {
  let at = document;
  for (;;) {
    const smaller = pathsIn(at)
      .map((path) => without(at, path))
      .find((candidate) => JSON.stringify(candidate).length < JSON.stringify(at).length && fails(candidate));
    if (smaller === undefined) return at;
    at = smaller;
  }
}

/** Paths of every value, those that hold most first. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.keys(value).map((key) => [...path, key]);
  const inner = Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]));
  return [...own, ...inner];
}
