import type { Problem, Result } from '../engine/result.ts';
import { bad, good } from '../engine/result.ts';
import type { Json } from '../engine/trace.ts';

/** What parameters fill in: the id of the parameter that stands here, or where below here some stand; null: none does. */
type Blanks = string | ReadonlyMap<string, NonNullable<Blanks>> | null;

/** Fields that are texts or the frame itself: "$" there is just a character. */
const NOT_FILLED: ReadonlySet<string> = new Set([
  'parameters',
  'configurations',
  'expect',
  'name',
  'sentence',
  'tryNext',
  'source',
]);

const found = new WeakMap<object, Blanks>();

/**
 * A document with values in the place of every `$id`; what holds none is shared with the document, which nobody may change
 * afterwards. An id without a value is a problem.
 */
export function fillBlanks(document: Json, values: { readonly [id: string]: Json }): Result<Json> {
  if (typeof document !== 'object' || document === null) return good(document);
  let blanks = found.get(document);
  if (blanks === undefined) found.set(document, (blanks = blanksIn(document, true)));
  if (blanks === null) return good(document);
  const problems: Problem[] = [];
  const filled = fill(document, blanks, values, '', problems);
  return problems.length > 0 ? bad(...problems) : good(filled);
}

function blanksIn(value: Json, isRoot: boolean): Blanks {
  if (typeof value === 'string') return value.startsWith('$') ? value.slice(1) : null;
  if (typeof value !== 'object' || value === null) return null;
  const below = new Map<string, NonNullable<Blanks>>();
  for (const [field, inner] of Object.entries(value)) {
    const blanks = isRoot && NOT_FILLED.has(field) ? null : blanksIn(inner, false);
    if (blanks !== null) below.set(field, blanks);
  }
  return below.size === 0 ? null : below;
}

function fill(
  value: Json,
  blanks: NonNullable<Blanks>,
  values: { readonly [id: string]: Json },
  path: string,
  problems: Problem[],
): Json {
  if (typeof blanks === 'string') {
    const filled = Object.hasOwn(values, blanks) ? values[blanks] : undefined;
    if (filled === undefined) problems.push({ where: path, what: `"$${blanks}" names no parameter` });
    return filled ?? null;
  }
  const copy = Array.isArray(value) ? [...(value as readonly Json[])] : { ...(value as object) };
  for (const [field, inner] of blanks) {
    const at = copy as Record<string, Json>;
    at[field] = fill(at[field] ?? null, inner, values, path === '' ? field : `${path}.${field}`, problems);
  }
  return copy;
}
