import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDuration } from './read-duration.ts';

test.each([
  ['1s', 1_000_000],
  ['250 ms', 250_000],
  ['1.5', 1_500_000],
  [' 0,5 min ', 30_000_000],
  ['10us', 10],
  ['10 µs', 10],
  ['.5s', 500_000],
  ['2.', 2_000_000],
  ['1 H', 3_600_000_000],
])('%s', (typed, micros) => {
  expect(readDuration(typed)).toBe(micros);
});

test.each([
  '',
  ' ',
  's',
  '0',
  '-1',
  '1 2',
  '1e3',
  'NaN',
  'Infinity',
  '25 h',
  '1 fortnight',
  '1.2.3',
  '<b>1</b>',
  '0.0000001',
])('"%s" is no length of time', (typed) => {
  expect(readDuration(typed)).toBeNull();
});

test('random text never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const read = readDuration(typed);
      expect(read === null || (Number.isSafeInteger(read) && read > 0)).toBe(true);
    }),
  );
});
