import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AS_WRITTEN,
  currentNode,
  endGesture,
  goTo,
  MOST_STATES,
  redone,
  treeOf,
  undone,
  withEdit,
  type Edited,
  type EditTree,
} from './edit-tree.ts';
import { branchesOf, named, withoutBranch } from './edit-branches.ts';

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
