import * as v from 'valibot';
import { bad, good, type Result } from '../../engine/result.ts';
import type { Json } from '../../engine/trace.ts';
import { MOST_EDITS } from '../../scenarios/edits.ts';
import {
  goTo,
  keyOf,
  MOST_NAMED_STATES,
  pruned,
  sameEdited,
  withEdit,
  type EditNode,
  type EditTree,
  type Edited,
} from '../state/edit-tree.ts';

/**
 * Every state that a scenario was in, as it is written down: for the browser's store and for links. Raise the
 * version when what is written today would mean something else; what an older version wrote stays readable.
 */
export const WORK_VERSION = 1;

const MOST_PICKS = 200;
/** Ids, places and steps beyond this are none: one more must still be another number. */
const HIGHEST = 1e9;
/** What is nested deeper is no tree; looking at it field by field could run out of stack. */
const DEEPEST = 32;
const value = v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.maxLength(200))]);
const values = v.record(v.pipe(v.string(), v.maxLength(200)), value);
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(HIGHEST));
const json: v.GenericSchema<unknown, Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
);
const fault = v.objectWithRest({ kind: v.pipe(v.string(), v.maxLength(200)) }, json);
const state = v.strictObject({
  id: place,
  parent: v.nullable(place),
  name: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  redo: v.nullable(place),
  values,
  set: values,
  removed: v.pipe(v.array(place), v.maxLength(MOST_EDITS)),
  added: v.pipe(v.array(fault), v.maxLength(MOST_EDITS)),
  picks: v.pipe(
    v.array(v.strictObject({ step: place, choice: v.pipe(v.string(), v.maxLength(200)) })),
    v.maxLength(MOST_PICKS),
  ),
});

/** The states of one scenario, as written. */
export const treeSchema = v.strictObject({
  current: place,
  states: v.pipe(v.array(state), v.minLength(1), v.maxLength(MOST_NAMED_STATES)),
});

/** A tree as written. */
export type WrittenTree = v.InferOutput<typeof treeSchema>;

/** Writes a tree down. */
export function writtenTree(tree: EditTree): WrittenTree {
  return {
    current: tree.current,
    states: [...tree.nodes.values()].map(({ id, parent, name, redo, edited }) => ({
      id,
      parent,
      name,
      redo,
      values: edited.values,
      set: edited.edits.set,
      removed: [...edited.edits.removed],
      added: edited.edits.added as WrittenTree['states'][number]['added'],
      picks: [...edited.schedule.picks],
    })),
  };
}

/** Reads what was written; problems say what is wrong with it. */
export function readTree(written: unknown): Result<EditTree> {
  if (isTooDeep(written)) return bad({ where: 'states', what: `are nested deeper than ${String(DEEPEST)}` });
  const read = v.safeParse(treeSchema, written);
  if (!read.success) {
    const [issue] = read.issues;
    return bad({ where: v.getDotPath(issue) ?? 'states', what: issue.message });
  }
  const { current, states } = read.output;
  const nodes = new Map<number, EditNode>();
  for (const { id, parent, name, redo, values: changed, set, removed, added, picks } of states) {
    const edited: Edited = { values: changed, edits: { set, removed, added }, schedule: { picks } };
    if (nodes.has(id)) return bad({ where: `state ${String(id)}`, what: 'occurs twice' });
    nodes.set(id, { id, parent, name, redo, edited });
  }
  for (const { id, parent, redo } of nodes.values()) {
    // A state is always older than what was made from it, so that there is no going round in circles.
    const isWrong = parent === null ? id !== 0 : parent >= id || !nodes.has(parent);
    if (isWrong || (redo !== null && nodes.get(redo)?.parent !== id))
      return bad({ where: `state ${String(id)}`, what: 'was made from a state that is not there' });
  }
  if (!nodes.has(current) || !nodes.has(0))
    return bad({ where: 'states', what: 'lack the first or the present one' });
  return good(renumbered(nodes, current));
}

/** Whether JSON is nested deeper than anything that is written down. */
export function isTooDeep(written: unknown): boolean {
  let level: readonly unknown[] = [written];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : [],
    );
  }
  return false;
}

/** A tree of states with the numbers 0, 1, 2 in their order, so that numbers never run out. */
function renumbered(nodes: ReadonlyMap<number, EditNode>, current: number): EditTree {
  const ids = new Map([...nodes.keys()].toSorted((a, b) => a - b).map((id, index) => [id, index]));
  const numberOf = (id: number | null): number | null => (id === null ? null : (ids.get(id) ?? null));
  const states = [...nodes.values()].map((node): [number, EditNode] => {
    const id = ids.get(node.id) ?? 0;
    return [id, { ...node, id, parent: numberOf(node.parent), redo: numberOf(node.redo) }];
  });
  return { nodes: new Map(states), current: ids.get(current) ?? 0, next: nodes.size, gesture: null };
}

/** A tree with all that another one has beside it; the present state is that of the other one. */
export function joined(tree: EditTree, other: EditTree): EditTree {
  const { both, ids } = merged(tree, other);
  return pruned(goTo({ ...both, current: 0, gesture: null }, ids.get(other.current) ?? 0));
}

/** A tree with the states of another one beside its own, and which state each of those is in it. */
function merged(
  tree: EditTree,
  other: EditTree,
): { readonly both: EditTree; readonly ids: ReadonlyMap<number, number> } {
  const nodes = new Map(tree.nodes);
  const ids = new Map<number, number>([[0, 0]]);
  const placeOf = (parent: number | null, edited: Edited): string => `${String(parent)} ${keyOf(edited)}`;
  const places = new Map<string, number>();
  for (const { id, parent, edited } of tree.nodes.values()) {
    const here = placeOf(parent, edited);
    if (!places.has(here)) places.set(here, id);
  }
  let { next } = tree;
  for (const node of [...other.nodes.values()].toSorted((a, b) => a.id - b.id)) {
    const parent = node.parent === null ? undefined : ids.get(node.parent);
    if (parent === undefined) continue;
    const here = placeOf(parent, node.edited);
    const same = places.get(here);
    const id = same ?? next;
    ids.set(node.id, id);
    if (same !== undefined) {
      const known = nodes.get(same);
      if (known?.name === null && node.name !== null) nodes.set(same, { ...known, name: node.name });
      continue;
    }
    places.set(here, id);
    nodes.set(id, { ...node, id, parent, redo: null });
    next += 1;
  }
  return { both: { ...tree, nodes, next }, ids };
}

/**
 * A tree with all that another one has beside it, and null where that is nothing. The present state, what redo leads to and
 * a drag that goes on stay what they are.
 */
export function withOthers(tree: EditTree, other: EditTree): EditTree | null {
  const both = pruned(merged(tree, other).both);
  const isMore = both.nodes.size > tree.nodes.size || namesIn(both) > namesIn(tree);
  return isMore ? both : null;
}

function namesIn({ nodes }: EditTree): number {
  return [...nodes.values()].filter(({ name }) => name !== null).length;
}

/** A tree with what is present now: one of its states, or a new branch from its beginning. */
export function treeWith(tree: EditTree, edited: Edited): EditTree {
  const here = tree.nodes.get(tree.current);
  if (here !== undefined && sameEdited(here.edited, edited)) return tree;
  const same = [...tree.nodes.values()].findLast((node) => sameEdited(node.edited, edited));
  return same === undefined ? withEdit(goTo(tree, 0), edited) : goTo(tree, same.id);
}
