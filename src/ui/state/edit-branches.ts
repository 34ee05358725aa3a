import { without, type EditNode, type EditTree } from './edit-tree.ts';

/** Gives a state a name; an empty one takes it away. */
export function named(tree: EditTree, id: number, name: string): EditTree {
  const node = tree.nodes.get(id);
  if (node === undefined) return tree;
  return {
    ...tree,
    nodes: new Map(tree.nodes).set(id, { ...node, name: name.trim() === '' ? null : name.trim() }),
  };
}

/** Deletes a branch: a state, and what was made from it. The state that is shown and those above it stay. */
export function withoutBranch(tree: EditTree, id: number): EditTree {
  if (pathTo(tree, tree.current).includes(id)) return tree;
  const gone = new Set([id]);
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
