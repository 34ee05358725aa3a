import { expect, test } from 'vitest';
import { memoized } from './memoized.ts';

test('what was asked lately is not worked out again, whatever was asked in between', () => {
  const asked: string[] = [];
  const upper = memoized((word: string) => {
    asked.push(word);
    return word.toUpperCase();
  });
  // As a page asks that shows `old` in words while it draws what follows.
  const got = ['old', 'a', 'old', 'a', 'b', 'old', 'b', 'c', 'old'].map((word) => upper(word));
  expect(got).toEqual(['OLD', 'A', 'OLD', 'A', 'B', 'OLD', 'B', 'C', 'OLD']);
  expect(asked).toEqual(['old', 'a', 'b', 'c']);
  expect(upper('a')).toBe('A');
  expect(asked).toHaveLength(5);
});
