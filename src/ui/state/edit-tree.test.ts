import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AS_WRITTEN,
  currentNode,
  endGesture,
  goTo,
  MOST_NAMED_STATES,
  MOST_STATES,
  redone,
  treeOf,
  undone,
  withEdit,
  type Edited,
  type EditTree,
} from './edit-tree.ts';
import { branchesOf, named, pathTo, withoutBranch } from './edit-branches.ts';

const pause = (value: number): Edited => ({ ...AS_WRITTEN, values: { pause: value } });
const pauseOf = (tree: EditTree): unknown => currentNode(tree).edited.values['pause'];

test('undo all gives the start, redo all the end, to the byte', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), (values) => {
      let tree = treeOf(AS_WRITTEN);
      for (const value of values) tree = withEdit(tree, pause(value));
      const end = JSON.stringify(currentNode(tree).edited);
      for (const _ of values) tree = undone(tree);
      expect(JSON.stringify(currentNode(tree).edited)).toBe(JSON.stringify(AS_WRITTEN));
      for (const _ of values) tree = redone(tree);
      expect(JSON.stringify(currentNode(tree).edited)).toBe(end);
    }),
  );
});

test('an edit after an undo is a branch: the old one can be returned to', () => {
  const both = withEdit(undone(withEdit(treeOf(AS_WRITTEN), pause(1))), pause(2));
  expect(branchesOf(both).map(({ edited }) => edited.values['pause'])).toEqual([undefined, 1, 2]);
  expect(pauseOf(goTo(both, 1))).toBe(1);
  expect(pauseOf(redone(undone(goTo(both, 1))))).toBe(1);
});

test('one gesture is one state', () => {
  let tree = withEdit(treeOf(AS_WRITTEN), pause(1), 'drag');
  tree = withEdit(tree, pause(2), 'drag');
  tree = withEdit(endGesture(tree), pause(3), 'drag');
  expect(pauseOf(undone(tree))).toBe(2);
  expect(pauseOf(undone(undone(tree)))).toBeUndefined();
});

test('an edit that changes nothing is none', () => {
  const tree = withEdit(treeOf(AS_WRITTEN), pause(1));
  expect(withEdit(tree, pause(1))).toBe(tree);
});

test('a branch can be named and deleted, the one that is shown cannot be deleted', () => {
  const tree = withEdit(undone(withEdit(treeOf(AS_WRITTEN), pause(1))), pause(2));
  expect(branchesOf(named(tree, 1, ' long pause '))[1]?.name).toBe('long pause');
  expect(branchesOf(withoutBranch(tree, 1))).toHaveLength(2);
  expect(withoutBranch(tree, 2)).toBe(tree);
  expect(withoutBranch(tree, 0)).toBe(tree);
});

test('the states that are kept are bounded, whatever is done', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 600, maxLength: 700 }), (steps) => {
      let tree = treeOf(AS_WRITTEN);
      steps.forEach((step, index) => {
        tree = step === 0 ? undone(tree) : withEdit(tree, pause(index));
      });
      expect(tree.nodes.size).toBeLessThanOrEqual(MOST_STATES);
      expect(tree.nodes.has(tree.current)).toBe(true);
      for (const { parent, redo } of tree.nodes.values()) {
        if (parent !== null) expect(tree.nodes.has(parent)).toBe(true);
        if (redo !== null) expect(tree.nodes.has(redo)).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

test('a state that got a name in the middle of a gesture stays what it was', () => {
  const drag = withEdit(treeOf(AS_WRITTEN), pause(1), 'drag');
  const after = withEdit(named(drag, 1, 'mine'), pause(2), 'drag');
  expect(after.nodes.get(1)).toMatchObject({ name: 'mine', edited: pause(1) });
  expect(pauseOf(after)).toBe(2);
  const still = { ...named(drag, 1, 'mine'), gesture: 'drag' };
  expect(withEdit(still, pause(2), 'drag').nodes.get(1)?.edited).toEqual(pause(1));
});

test('ends with names stay when states inside a line must go, and redo still finds the present one', () => {
  let tree = named(withEdit(treeOf(AS_WRITTEN), pause(-1)), 1, 'mine');
  tree = goTo(tree, 0);
  for (let index = 0; index < MOST_STATES + 20; index += 1) tree = withEdit(tree, pause(index));
  expect(tree.nodes.size).toBe(MOST_STATES);
  expect(tree.nodes.get(1)?.name).toBe('mine');
  const end = tree.current;
  const length = pathTo(tree, end).length;
  expect(length).toBe(MOST_STATES - 1);
  for (let index = 1; index < length; index += 1) tree = undone(tree);
  expect(tree.current).toBe(0);
  for (let index = 1; index < length; index += 1) tree = redone(tree);
  expect(tree.current).toBe(end);
});

test('even states that all have names are bounded', () => {
  let tree = treeOf(AS_WRITTEN);
  for (let index = 0; index < MOST_NAMED_STATES + 50; index += 1) {
    tree = withEdit(tree, pause(index));
    tree = named(tree, tree.current, String(index));
    if (index % 2 === 0) tree = undone(tree);
  }
  expect(tree.nodes.size).toBeLessThanOrEqual(MOST_NAMED_STATES);
  expect(tree.nodes.size).toBeGreaterThan(MOST_STATES);
});

test('a branch goes with the states that only led to it', () => {
  // 0 - 1 - 2 - 3 - 4 and 2 - 5, shown: 6 from 0.
  let tree = treeOf(AS_WRITTEN);
  for (const value of [1, 2, 3, 4]) tree = withEdit(tree, pause(value));
  tree = withEdit(goTo(tree, 2), pause(5));
  tree = withEdit(goTo(tree, 0), pause(6));
  const left = (after: EditTree): readonly number[] => [...after.nodes.keys()];
  expect(left(withoutBranch(tree, 4))).toEqual([0, 1, 2, 5, 6]);
  expect(left(withoutBranch(withoutBranch(tree, 4), 5))).toEqual([0, 6]);
  expect(left(withoutBranch(named(tree, 3, 'mine'), 4))).toEqual([0, 1, 2, 3, 5, 6]);
});
