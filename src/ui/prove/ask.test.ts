import { expect, test } from 'vitest';
import { askOfText, textOfAsk, USUAL, type Ask } from './ask.ts';

test('what is usual is written as nothing, and read from nothing', () => {
  expect(textOfAsk(USUAL)).toBe('');
  expect(askOfText('')).toEqual({ ask: USUAL, strange: [] });
});

test('what is asked comes back from its text', () => {
  const ask: Ask = {
    ...USUAL,
    pause: 2,
    late: 0,
    states: 5000,
    pausedHolder: true,
    goal: 'leases',
    matrix: true,
  };
  expect(textOfAsk(ask)).toBe('pause.2,late.0,states.5000,pausedHolder.1,matrix.1,goal.leases');
  expect(askOfText(textOfAsk(ask))).toEqual({ ask, strange: [] });
});

test('what cannot be is told, and the rest is kept', () => {
  expect(askOfText('pause.9,lose.1,goal.toString,what.1,late.-1,matrix.yes,crash.1.2')).toEqual({
    ask: { ...USUAL, lose: 1 },
    strange: ['pause.9', 'goal.toString', 'what.1', 'late.-1', 'matrix.yes', 'crash.1.2'],
  });
});
