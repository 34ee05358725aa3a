import { without, type EditNode, type EditTree } from './edit-tree.ts';

/** Gives a state a name; an empty one takes it away. What is edited next is a state of its own. */
export function named(tree: EditTree, id: number, name: string): EditTree {
  const node = tree.nodes.get(id);
  if (node === undefined) return tree;
  return {
    ...tree,
    gesture: null,
    nodes: new Map(tree.nodes).set(id, { ...node, name: name.trim() === '' ? null : name.trim() }),
  };
}

/**
 * Deletes a branch: a state, what was made from it, and the states that only led to it. The state that is
 * shown, those above it and those with a name stay.
 */
export function withoutBranch(tree: EditTree, id: number): EditTree {
  const shown = new Set(pathTo(tree, tree.current));
  if (shown.has(id)) return tree;
  const children = new Map<number | null, number>();
  for (const { parent } of tree.nodes.values()) children.set(parent, (children.get(parent) ?? 0) + 1);
  let first = id;
  for (const above of pathTo(tree, id).toReversed().slice(1)) {
    const isShared = shown.has(above) || (children.get(above) ?? 0) > 1;
    if (isShared || tree.nodes.get(above)?.name !== null) break;
    first = above;
  }
  const gone = new Set([first]);
  // A state is always older than what was made from it.
  for (const node of [...tree.nodes.values()].toSorted((a, b) => a.id - b.id)) {
    if (node.parent !== null && gone.has(node.parent)) gone.add(node.id);
  }
  return { ...tree, nodes: without(tree.nodes, gone) };
}

/** The ends of all branches and every state with a name, oldest first: what a list of branches shows. */
export function branchesOf(tree: EditTree): readonly EditNode[] {
  const parents = new Set([...tree.nodes.values()].map(({ parent }) => parent));
  return [...tree.nodes.values()]
    .filter((node) => !parents.has(node.id) || node.name !== null || node.parent === null)
    .toSorted((a, b) => a.id - b.id);
}

/** States from the first to this one. */
export function pathTo(tree: Pick<EditTree, 'nodes'>, id: number): readonly number[] {
  const path: number[] = [];
  for (let node = tree.nodes.get(id); node !== undefined;) {
    path.unshift(node.id);
    node = node.parent === null ? undefined : tree.nodes.get(node.parent);
  }
  return path;
}
