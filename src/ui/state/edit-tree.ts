import type { Schedule } from '../../engine/schedule.ts';
import { ORDINARY } from '../../engine/schedule.ts';
import { NO_EDITS, type Edits } from '../../scenarios/edits.ts';
import type { ParameterValues } from '../../scenarios/scenario.ts';

/** What somebody made of a scenario: everything that changes its runs. */
export interface Edited {
  /** Changed parameters alone. */
  readonly values: ParameterValues;
  readonly edits: Edits;
  readonly schedule: Schedule;
}

/** A scenario as it was written. */
export const AS_WRITTEN: Edited = { values: {}, edits: NO_EDITS, schedule: ORDINARY };

/** One state that a scenario was in, and the state that it was made from. */
export interface EditNode {
  readonly id: number;
  /** null: as it was opened. */
  readonly parent: number | null;
  readonly edited: Edited;
  /** A name that somebody gave it; null: none. */
  readonly name: string | null;
  /** The state that redo leads to: the one that was left last. */
  readonly redo: number | null;
}

/**
 * Every state that a scenario was in. An edit adds a state under the present one, so that nothing is ever
 * lost: undo goes up, redo goes down again, and an edit after an undo is a branch beside the old one.
 */
export interface EditTree {
  readonly nodes: ReadonlyMap<number, EditNode>;
  readonly current: number;
  /** Number of the next state. */
  readonly next: number;
  /** What made the present state, if it can go on: one drag is one edit. */
  readonly gesture: string | null;
}

/** The most states that are kept; beyond it the oldest branch that nobody named goes. */
export const MOST_STATES = 300;

/** The most states that are kept where all of them have names, and the most that are read. */
export const MOST_NAMED_STATES = 2 * MOST_STATES;

/** A tree of one state: as it was opened. */
export function treeOf(edited: Edited): EditTree {
  return {
    nodes: new Map([[0, { id: 0, parent: null, edited, name: null, redo: null }]]),
    current: 0,
    next: 1,
    gesture: null,
  };
}

/** The present state. */
export function currentNode(tree: EditTree): EditNode {
  return nodeOf(tree, tree.current);
}

/**
 * The tree after an edit. Edits of one `gesture`, such as a drag, are one state; null: a state of its own.
 * An edit that changes nothing leaves the tree as it is.
 */
export function withEdit(tree: EditTree, edited: Edited, gesture: string | null = null): EditTree {
  const present = currentNode(tree);
  if (sameEdited(present.edited, edited)) return tree;
  const nodes = new Map(tree.nodes);
  // A state with a name stays what it was when it got it.
  const goesOn =
    gesture !== null && gesture === tree.gesture && present.parent !== null && present.name === null;
  if (goesOn) {
    nodes.set(present.id, { ...present, edited });
    return { ...tree, nodes };
  }
  const id = tree.next;
  nodes.set(present.id, { ...present, redo: id });
  nodes.set(id, { id, parent: present.id, edited, name: null, redo: null });
  return pruned({ nodes, current: id, next: id + 1, gesture });
}

/** A gesture is over: the next edit is a state of its own. */
export function endGesture(tree: EditTree): EditTree {
  return tree.gesture === null ? tree : { ...tree, gesture: null };
}

/** The state that the present one was made from; the tree as it is where there is none. */
export function undone(tree: EditTree): EditTree {
  const { parent } = currentNode(tree);
  return parent === null ? tree : goTo(tree, parent);
}

/** The state that was left last under the present one; the tree as it is where there is none. */
export function redone(tree: EditTree): EditTree {
  const { redo } = currentNode(tree);
  return redo === null ? tree : goTo(tree, redo);
}

/** Goes to a state; from there redo leads where it led before, and undo to what it was made from. */
export function goTo(tree: EditTree, id: number): EditTree {
  if (!tree.nodes.has(id)) return tree;
  const nodes = new Map(tree.nodes);
  // The way down to it is the one that redo takes from now on.
  for (let node = nodes.get(id); node !== undefined && node.parent !== null; node = nodes.get(node.parent)) {
    const parent = nodeOf({ nodes }, node.parent);
    nodes.set(parent.id, { ...parent, redo: node.id });
  }
  return { ...tree, nodes, current: id, gesture: null };
}

/** Whether two states make the same runs. */
export function sameEdited(a: Edited, b: Edited): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

/** Text that two states share if and only if they make the same runs. */
export function keyOf(edited: Edited): string {
  return JSON.stringify(ordered(edited));
}

function ordered({ values, edits, schedule }: Edited): unknown {
  return [sorted(values), sorted(edits.set), edits.removed, edits.added, schedule.picks];
}

function sorted(record: { readonly [field: string]: unknown }): unknown {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Removes states until few enough are left: the oldest ends that nobody named, then the oldest states without
 * a name inside a line. What has a name goes only where even twice as many would not hold it.
 */
export function pruned(tree: EditTree): EditTree {
  let { nodes } = tree;
  while (nodes.size > MOST_STATES) {
    const gone = leastMissed(nodes, tree.current);
    if (gone === null) break;
    nodes = spliced(nodes, gone);
  }
  return { ...tree, nodes };
}

/** The state that can go first; null: all that could go have names, and there is room for them. */
function leastMissed(nodes: ReadonlyMap<number, EditNode>, current: number): EditNode | null {
  const children = new Map<number, number>();
  for (const { parent } of nodes.values()) {
    if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  /** The oldest that can go, by what is missed of it: nothing, a place in a line, a name, both. */
  const oldest: (EditNode | undefined)[] = [];
  for (const node of nodes.values()) {
    const below = children.get(node.id) ?? 0;
    // One that several were made from stays: without it they would no longer be branches of one state.
    if (node.parent === null || node.id === current || below > 1) continue;
    const missed = (node.name === null ? 0 : 2) + below;
    const before = oldest[missed];
    if (before === undefined || node.id < before.id) oldest[missed] = node;
  }
  const [end, inside, namedEnd, namedInside] = oldest;
  const nameless = end ?? inside ?? null;
  if (nameless !== null || nodes.size <= MOST_NAMED_STATES) return nameless;
  return namedEnd ?? namedInside ?? null;
}

/** States without one that at most one other was made from: that one comes to what it was made from. */
function spliced(nodes: ReadonlyMap<number, EditNode>, gone: EditNode): ReadonlyMap<number, EditNode> {
  const left = new Map(nodes);
  left.delete(gone.id);
  let child: EditNode | undefined;
  for (const node of nodes.values()) if (node.parent === gone.id) child = node;
  if (child !== undefined) left.set(child.id, { ...child, parent: gone.parent });
  const above = gone.parent === null ? undefined : nodes.get(gone.parent);
  if (above?.redo === gone.id) left.set(above.id, { ...above, redo: child?.id ?? null });
  return left;
}

/** States without some of them. */
export function without(
  nodes: ReadonlyMap<number, EditNode>,
  gone: ReadonlySet<number>,
): ReadonlyMap<number, EditNode> {
  const left = new Map<number, EditNode>();
  for (const node of nodes.values()) {
    if (gone.has(node.id)) continue;
    left.set(node.id, node.redo !== null && gone.has(node.redo) ? { ...node, redo: null } : node);
  }
  return left;
}

/** A state by its number. One that is not there is an error of whoever asks. */
export function nodeOf({ nodes }: Pick<EditTree, 'nodes'>, id: number): EditNode {
  const node = nodes.get(id);
  if (node === undefined) throw new Error(`there is no state ${String(id)}`);
  return node;
}
