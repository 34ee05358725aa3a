import type { Result } from '../../engine/result.ts';
import type { Scenario } from '../scenario.ts';

type Fields = Record<string, unknown>;

/** How often a document is mended before it is given up. */
const ROUNDS = 12;

/**
 * A document without what its reader finds wrong with it: the field, or the instruction, fault or link in which
 * it stands. Null where that leads nowhere.
 */
export function mended(
  document: Fields,
  read: (document: unknown) => Result<Scenario>,
): { readonly document: Fields; readonly scenario: Scenario } | null {
  let at = JSON.parse(JSON.stringify(document)) as Fields;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = read(at);
    if (found.ok) return { document: at, scenario: found.value };
    // From the back, so that places in lists stay what they are.
    const places = [...new Set(found.problems.map(({ where }) => where))].sort().toReversed();
    const before = JSON.stringify(at);
    for (const where of places) at = without(at, where.split('.'));
    if (JSON.stringify(at) === before) return null;
  }
  return null;
}

/** The document without the value at a path, or without what has to have it. */
export function without(document: Fields, path: readonly string[]): Fields {
  const copy = JSON.parse(JSON.stringify(document)) as Fields;
  const chain: { readonly holder: unknown; readonly key: string }[] = [];
  let at: unknown = copy;
  for (const key of path) {
    chain.push({ holder: at, key });
    at = typeof at === 'object' && at !== null ? (at as Fields)[key] : undefined;
  }
  for (const { holder, key } of chain.toReversed()) {
    if (Array.isArray(holder)) {
      if (holder.length > 0 && Number(key) < holder.length) holder.splice(Number(key), 1);
      return copy;
    }
    const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key);
    if (!isThere || NEEDED.has(key)) continue;
    Reflect.deleteProperty(holder, key);
    return copy;
  }
  return copy;
}

/** Fields without which what holds them is nothing: it goes as a whole. */
const NEEDED: ReadonlySet<string> = new Set(['kind', 'op', 'node', 'message', 'between', 'at', 'ttl', 'do']);
