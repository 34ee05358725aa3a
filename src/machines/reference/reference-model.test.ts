import { expect, test } from 'vitest';
import { Space } from '../../engine/explore/space.ts';
import { WordSearch } from '../../engine/explore/word-search.ts';
import { referenceModel, REFERENCE_SIZES } from './reference-model.ts';

/** States and transitions that independent model checkers counted for the fenced store with delayed writes. */
const COUNTED = {
  XS: [1_649, 6_568],
  S: [9_105, 41_584],
  M: [120_737, 671_088],
  X: [1_346_785, 8_937_144],
} as const;

test.each(['XS', 'S', 'M', 'X'] as const)('the explorer counts size %s exactly', (size) => {
  const space = new Space(referenceModel({ ...REFERENCE_SIZES[size], store: 'fenced', writes: 'delayed' }));
  const search = new WordSearch(space);
  expect(search.run(Infinity, 512e6)).toBe('done');
  expect([search.found, search.transitions]).toEqual(COUNTED[size]);
});
