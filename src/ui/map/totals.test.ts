import { expect, test } from 'vitest';
import type { MapAsk } from './ask.ts';
import type { DrawnSide } from './MapPicture.tsx';
import { totalsOf, wordsOfEdges } from './totals.ts';

const ask: MapAsk = {
  x: { target: 'pause', from: 0, to: 3000, cells: 4, scale: 'linear' },
  y: { target: 'ttl', from: 1000, to: 2000, cells: 2, scale: 'linear' },
  draws: [],
  runs: 50,
  seed: 1,
  show: 'corrupted',
  cell: null,
};
const x: DrawnSide = { axis: ask.x, label: 'Pause', unit: 'time', own: null, ownValue: null };
const y: DrawnSide = { axis: ask.y, label: 'TTL', unit: 'time', own: null, ownValue: null };
const told = (shares: readonly (number | null)[], ownCell = 6): readonly string[] =>
  wordsOfEdges({ ask, x, y, ownCell, shareOf: (cell) => shares[cell] ?? null });

test('edges are told along both sides, through the cell of the values of now', () => {
  expect(told([0, 0, 0, 0.9, 0, 0.2, 0.6, 0.9])).toEqual([
    'At TTL 2 s: corrupted in more than half of the runs from Pause 2 s on.',
    'At Pause 2 s: corrupted in more than half of the runs from TTL 2 s on.',
  ]);
  expect(told([0, 0, 0, 0, 0, 0.2, 0.6, 0.1])[0]).toBe(
    'At TTL 2 s: corrupted in more than half of the runs at Pause 2 s alone.',
  );
  expect(told([0, 0, 0, 0, 0, 0.125, 0, 0])).toEqual([
    'At TTL 2 s: corrupted in no more than half of the runs; most often, 12.5 %, at Pause 1 s.',
    'At Pause 2 s: no run was corrupted.',
  ]);
});

test('where the value of now was not played, the nearest one that was is told as such', () => {
  const sentences = wordsOfEdges({
    ask,
    x: { ...x, ownValue: 2000 },
    y: { ...y, ownValue: 1700 },
    ownCell: 6,
    shareOf: () => 0.9,
  });
  expect(sentences).toEqual([
    'At TTL 2 s, the value played that is nearest to 1.7 s as it is now: corrupted in more than half of the runs at every value played.',
    'At Pause 2 s: corrupted in more than half of the runs at every value played.',
  ]);
});

test('nothing is told of what is not complete', () => {
  expect(told([0, 0, 0, 0.9, 0, null, 0.6, 0.9])).toHaveLength(1);
  expect(totalsOf(ask, null)).toEqual([]);
});

test('where no run came to an outcome it says what that shows', () => {
  const outcomes = { corrupted: 0, refused: 0, blocked: 0, 'at-risk': 0, fenced: 0, safe: 50 };
  const cell = { runs: 50, outcomes } as never;
  expect(totalsOf(ask, new Map([[0, cell]]))).toEqual([
    'Corrupted in 0 of all 50 runs. With 50 runs in a cell, none of them corrupted, the 95 % interval of its chance is 0 to 7.1 %.',
  ]);
});
