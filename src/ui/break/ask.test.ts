import { expect, test } from 'vitest';
import { breakOfText, textOfBreak, USUAL_BREAK, type BreakAsk } from './ask.ts';

test('what is usual is written as nothing, and read from nothing', () => {
  expect(textOfBreak(USUAL_BREAK)).toBe('');
  expect(breakOfText('')).toEqual({ ask: USUAL_BREAK, strange: [] });
});

test('what is asked comes back from its text', () => {
  const ask: BreakAsk = { goal: 'refused', most: 3 };
  expect(textOfBreak(ask)).toBe('goal.refused,most.3');
  expect(breakOfText(textOfBreak(ask))).toEqual({ ask, strange: [] });
});

test('what cannot be is told, and the rest is kept', () => {
  expect(breakOfText('most.9,goal.toString,what.1,goal.leases,most.2.1')).toEqual({
    ask: { ...USUAL_BREAK, goal: 'leases' },
    strange: ['most.9', 'goal.toString', 'what.1', 'most.2.1'],
  });
});
