import { describe, expect, test } from 'vitest';
import type { MapAxis } from '../../scenarios/map/map-spec.ts';
import { edgeOf } from './edge.ts';
import { nearestCell, placeOf, stepOf, ticksOf } from './geometry.ts';

const axis: MapAxis = { target: 'a', from: 0, to: 9000, cells: 10, scale: 'linear' };
const log: MapAxis = { target: 'a', from: 1, to: 1000, cells: 4, scale: 'log' };

test('a value lies in the middle of its cell, at equal distances or equal ratios', () => {
  expect([0, 9000, 4500].map((value) => placeOf(axis, value))).toEqual([0.05, 0.95, 0.5]);
  expect(placeOf(log, 10)).toBeCloseTo(0.375);
  expect([placeOf(axis, -2000), placeOf(axis, 9600), placeOf(log, 0)]).toEqual([null, null, null]);
  expect([0, 400, 600, 9000, 99_999, -1].map((value) => nearestCell(axis, value))).toEqual([
    0, 0, 1, 9, 9, 0,
  ]);
});

test('marks say round values in the unit that suits them', () => {
  expect(ticksOf(axis, 'time', 5).map(({ label }) => label)).toEqual(['0 s', '2 s', '4 s', '6 s', '8 s']);
  expect(ticksOf({ ...axis, from: 0, to: 0.3 }, 'chance', 3).map(({ label }) => label)).toContain('10 %');
  expect(ticksOf({ ...axis, cells: 1 }, 'time', 3)).toEqual([{ at: 0.5, label: '0 s' }]);
});

test('steps are in order, and none is none', () => {
  const shares = [0, 0.001, 0.05, 0.06, 0.25, 0.4, 0.5, 0.51, 0.9, 0.91, 1];
  expect(shares.map(stepOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

describe('the edge in a row', () => {
  test.each([
    [[0, 0.2, 0.6, 0.9], { kind: 'from', at: 2 }],
    [[0.9, 0.6, 0.5, 0], { kind: 'to', at: 1 }],
    [[0, 0.6, 0.7, 0.1], { kind: 'between', at: 1, last: 2 }],
    [[0.6, 0.7], { kind: 'all' }],
    [[0, 0], { kind: 'never' }],
    [[0, 0.6, 0.1, 0.8], { kind: 'mixed', at: 1 }],
    [[0.1, 0.3, 0.2], { kind: 'none', at: 1, most: 0.3 }],
    [[0.1, null, 0.2], null],
  ])('%j is %j', (shares, edge) => {
    expect(edgeOf(shares)).toEqual(edge);
  });
});
