import { expect, test } from 'vitest';
import { drawn } from '../../explore/map/draws.ts';
import type { MapDraw } from '../../scenarios/map/map-spec.ts';
import { cutsOf } from './cut.ts';
import type { MapTarget } from './targets-of.ts';

const target = { id: 'pause', min: 1000, max: 20_000 } as MapTarget;

test.each([
  { kind: 'exponential', mean: 9000 },
  { kind: 'log-normal', median: 5000, spread: 1 },
  { kind: 'log-normal', median: 30_000, spread: 0.5 },
] as const)('the share that is cut is that of values drawn beyond the range: %j', (from) => {
  const values = Array.from({ length: 20_000 }, (_, seed) => drawn(from, seed, 'pause'));
  const [least, most] = [1000, 20_000].map((end, at) => {
    const beyond = values.filter((value) => (at === 0 ? value < end : value > end));
    return beyond.length / values.length;
  });
  const cuts = cutsOf({ target: 'pause', from }, target);
  const shareAt = (end: string): number => cuts.find((cut) => cut.end === end)?.share ?? 0;
  expect(shareAt('least')).toBeCloseTo(least ?? 0, 1.8);
  expect(shareAt('most')).toBeCloseTo(most ?? 0, 1.8);
});

test('what is not cut is not told', () => {
  const none = (draw: MapDraw, of = target) => expect(cutsOf(draw, of)).toEqual([]);
  none({ target: 'pause', from: { kind: 'uniform', from: 0, to: 30_000 } });
  none({ target: 'pause', from: { kind: 'exponential', mean: 1000 } }, { ...target, min: 0 });
  none({ target: 'pause', from: { kind: 'exponential', mean: 9000, atMost: 9000 } }, { ...target, min: 0 });
  none(
    { target: '/faults/0/for', from: { kind: 'exponential', mean: 9000 } },
    { ...target, id: '/faults/0/for' },
  );
});
