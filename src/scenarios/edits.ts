import { bad, good, type Problem, type Result } from '../engine/result.ts';
import type { Json } from '../engine/trace.ts';

/**
 * What somebody changed in a scenario by hand, beside its parameters: single values, and faults that were
 * taken away or added. They are applied after a configuration and the parameters have been put in, and what
 * comes out passes the same schema as any document.
 */
export interface Edits {
  /** Numbers and names by JSON pointer into the document, such as `/faults/0/at`. Times are milliseconds. */
  readonly set: { readonly [pointer: string]: number | string };
  /** Faults of the document that were taken away, by their place in it, in ascending order. */
  readonly removed: readonly number[];
  /** Faults beside those of the document, as a document writes them. */
  readonly added: readonly Json[];
}

/** Nothing was changed. */
export const NO_EDITS: Edits = { set: {}, removed: [], added: [] };

/** The most of each kind that a link or a stored branch may hold. */
export const MOST_EDITS = 100;

/** Whether anything was changed. */
export function hasEdits({ set, removed, added }: Edits): boolean {
  return removed.length > 0 || added.length > 0 || Object.keys(set).length > 0;
}

/** Fields that a document may leave out, and that an edit may set all the same. */
const MAY_BE_ABSENT = /^\/(?:seed|latency|links\/\d+\/(?:jitter|loss|duplicate))$/u;

/**
 * A document with edits put in; the document itself is left as it is. Problems name the place that the
 * document does not have.
 */
export function applyEdits(document: Json, edits: Edits): Result<Json> {
  if (!hasEdits(edits)) return good(document);
  const problems: Problem[] = [];
  let edited = document;
  for (const [where, value] of Object.entries(edits.set)) {
    const changed = put(edited, where.slice(1).split('/'), value, MAY_BE_ABSENT.test(where));
    if (changed === undefined) problems.push({ where, what: 'names no place in this scenario' });
    else edited = changed;
  }
  const own = faultsOf(edited);
  for (const index of edits.removed) {
    if (index >= own.length) {
      problems.push({
        where: `faults.${String(index)}`,
        what: 'was taken away, but the scenario has no such fault',
      });
    }
  }
  if (problems.length > 0) return bad(...problems);
  const faults = [...own.filter((_, index) => !edits.removed.includes(index)), ...edits.added];
  return good({ ...(edited as { readonly [field: string]: Json }), faults });
}

/**
 * Edits without those of faults that a configuration does not have while another of its scenario does: there they say
 * nothing. `own` and `most`: how many faults it has, and how many any of them.
 */
export function editsOfOwnFaults(edits: Edits, own: number, most: number): Edits {
  const isElsewhere = (index: number): boolean => index >= own && index < most;
  const set = Object.entries(edits.set).filter(([pointer]) => {
    const [, index] = /^\/faults\/(\d+)\//u.exec(pointer) ?? [];
    return index === undefined || !isElsewhere(Number(index));
  });
  return {
    set: Object.fromEntries(set),
    removed: edits.removed.filter((index) => !isElsewhere(index)),
    added: edits.added,
  };
}

/** The faults of a document that may not have been checked yet. */
export function faultsOf(document: Json): readonly Json[] {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return [];
  const { faults } = document as { readonly faults?: Json };
  return Array.isArray(faults) ? (faults as readonly Json[]) : [];
}

/**
 * A copy with a value at a place, sharing the rest; undefined if the place is not there. `isNew`: its last step need not be.
 */
function put(at: Json, steps: readonly string[], value: Json, isNew: boolean): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (typeof at !== 'object' || at === null) return undefined;
  if (!Object.hasOwn(at, step)) {
    if (!isNew || rest.length > 0 || Array.isArray(at)) return undefined;
    return Object.fromEntries([...Object.entries(at), [step, value]]);
  }
  // The length of a list is its own, but no place in it.
  if (Array.isArray(at) && !/^\d+$/u.test(step)) return undefined;
  const inner = put((at as { readonly [field: string]: Json })[step] ?? null, rest, value, isNew);
  if (inner === undefined) return undefined;
  const entries = Object.entries(at as { readonly [field: string]: Json });
  const changed = entries.map(([field, value]) => [field, field === step ? inner : value] as const);
  return Array.isArray(at) ? changed.map(([, value]) => value) : Object.fromEntries(changed);
}
