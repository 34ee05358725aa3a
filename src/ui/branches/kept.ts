import * as v from 'valibot';
import type { EditTree } from '../state/edit-tree.ts';
import { isTooDeep, readTree, WORK_VERSION, writtenTree } from './work.ts';

/** What of the browser's store is needed. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** The work on several scenarios, the latest first. */
type Kept = readonly { readonly source: string; readonly tree: unknown }[];

/** Why work was not read, or not kept. */
export type KeepProblem = 'unreadable' | 'newer' | 'no-room' | 'forbidden';

/** Under which name the browser keeps it. */
export const KEY = 'fenceline-work';
/** Where what could not be read is put, so that it is not lost. */
const UNREAD_KEY = 'fenceline-work-unread';
/** The most scenarios whose work is kept. */
const MOST_SOURCES = 20;

const keptSchema = v.strictObject({
  version: v.literal(WORK_VERSION),
  works: v.array(v.strictObject({ source: v.string(), tree: v.unknown() })),
});

/** The work on one thing that is kept; null if there is none. What is not readable is put aside. */
export function readWork(
  shelf: Shelf,
  source: string,
): { readonly tree: EditTree | null; readonly problem: KeepProblem | null } {
  const { kept, problem } = readKept(shelf);
  const found = kept.find((work) => work.source === source);
  if (found === undefined) return { tree: null, problem };
  const read = readTree(found.tree);
  if (read.ok) return { tree: read.value, problem };
  putAside(shelf, JSON.stringify(found));
  return { tree: null, problem: 'unreadable' };
}

/**
 * Keeps the work on one thing, before that on others. Where there is no room the oldest work on other things
 * goes. Gives what kept it from being kept; null if it is.
 */
export function writeWork(shelf: Shelf, source: string, tree: EditTree): KeepProblem | null {
  // Read anew: another tab may have kept its own meanwhile.
  const { kept } = readKept(shelf);
  const others = kept.filter((work) => work.source !== source);
  // As it was opened, with nothing to go back to: there is nothing to keep.
  const own = tree.nodes.size > 1 ? [{ source, tree: writtenTree(tree) }] : [];
  for (let works = [...own, ...others].slice(0, MOST_SOURCES); ; works = works.slice(0, -1)) {
    try {
      shelf.setItem(KEY, JSON.stringify({ version: WORK_VERSION, works }));
      return null;
    } catch (error) {
      if (!isQuota(error)) return 'forbidden';
      if (works.length <= own.length) return 'no-room';
    }
  }
}

function readKept(shelf: Shelf): { readonly kept: Kept; readonly problem: KeepProblem | null } {
  let raw: string | null;
  try {
    raw = shelf.getItem(KEY);
  } catch {
    return { kept: [], problem: null };
  }
  if (raw === null) return { kept: [], problem: null };
  const parsed = parse(raw);
  const read = v.safeParse(keptSchema, parsed);
  if (read.success) {
    // What is nested too deep could not even be written again.
    const kept = read.output.works.filter(({ tree }) => !isTooDeep(tree));
    if (kept.length === read.output.works.length) return { kept, problem: null };
    putAside(shelf, raw);
    return { kept, problem: 'unreadable' };
  }
  putAside(shelf, raw);
  const { version } = (parsed ?? {}) as { readonly version?: unknown };
  return {
    kept: [],
    problem: typeof version === 'number' && version > WORK_VERSION ? 'newer' : 'unreadable',
  };
}

function putAside(shelf: Shelf, raw: string): void {
  try {
    shelf.setItem(UNREAD_KEY, raw);
  } catch {
    // Then there is no room for it; it stays where it is until something is kept.
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return null;
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof Error && /quota/iu.test(`${error.name} ${error.message}`);
}
