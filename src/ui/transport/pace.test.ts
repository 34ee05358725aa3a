import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMs } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';
import { advance, positionAt, SPEEDS, timeOfPosition } from './pace.ts';

const gaps = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 30 });

test('time never runs back, and every run ends', () => {
  fc.assert(
    fc.property(gaps, fc.constantFrom(...SPEEDS), fc.integer({ min: 1, max: 1000 }), (ms, speed, frameMs) => {
      const run = runWithGaps(ms);
      let position = { seq: 0, share: 0 };
      let before = timeOfPosition(run, position);
      for (let frame = 0; frame < 100_000 && position.seq < run.entries.length - 1; frame += 1) {
        position = advance(run, position, frameMs, speed);
        const now = timeOfPosition(run, position);
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(position).toEqual({ seq: run.entries.length - 1, share: 0 });
    }),
    { numRuns: 50 },
  );
});

test('at 1x an ordinary stretch takes as long as it is', () => {
  const run = runWithGaps([1000]);
  expect(framesToEnd(run, 1)).toBe(Math.ceil(1000 / 16));
  expect(framesToEnd(run, 2)).toBe(Math.ceil(500 / 16));
});

test('a long empty stretch is hurried through in a second and a half', () => {
  expect(framesToEnd(runWithGaps([3_600_000]), 1)).toBe(Math.ceil(1500 / 16));
});

test('entries close together can still be followed', () => {
  expect(framesToEnd(runWithGaps([0, 1]), 1)).toBe(Math.ceil(300 / 16));
});

test('the first frame after a time in the background moves no further than a tenth of a second', () => {
  const run = runWithGaps([1000, 1000, 1000]);
  expect(advance(run, { seq: 0, share: 0 }, 3_600_000, 1)).toEqual({ seq: 0, share: 0.1 });
});

test('playback goes on from where the cursor stands', () => {
  const run = runWithGaps([1000]);
  expect(positionAt(run, 0, 250_000)).toEqual({ seq: 0, share: 0.25 });
  expect(positionAt(run, 1, 1_000_000)).toEqual({ seq: 1, share: 0 });
});

function framesToEnd(run: Run, speed: number): number {
  let position = { seq: 0, share: 0 };
  let frames = 0;
  while (position.seq < run.entries.length - 1) {
    position = advance(run, position, 16, speed);
    frames += 1;
  }
  return frames;
}

function runWithGaps(ms: readonly number[]): Run {
  let t = 0;
  const entries = [0, ...ms].map((gap, seq) => {
    t += gap;
    return { seq, t: fromMs(t), ev: 'note', actor: 'A', cause: null };
  });
  return {
    configuration: 'test',
    label: 'Test',
    origin: 'simulated',
    lanes: [],
    entries,
    verdict: { outcome: 'safe', findings: [], liveness: [], notRecorded: [] },
  };
}
