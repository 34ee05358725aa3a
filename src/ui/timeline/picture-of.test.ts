import { expect, test } from 'vitest';
import { badNetwork, pausedHolder, synthetic, twoKeys, watchdog, wrongRelease } from './dev/sketches.ts';
import { layoutRun } from './layout.ts';
import { pictureOf, preparePicture } from './picture-of.ts';

test.each([
  pausedHolder(false),
  pausedHolder(true),
  badNetwork(),
  twoKeys(),
  watchdog(),
  wrongRelease(),
  synthetic(500),
])('a picture that was prepared before the verdict is the same ($label)', (run) => {
  preparePicture(run);
  const picture = pictureOf(run);
  expect(picture).toEqual(layoutRun(run));
  expect(pictureOf(run)).toBe(picture);
  // What was prepared is good for one picture.
  const other = pictureOf({ ...run, verdict: { ...run.verdict, findings: [] } });
  expect(other).toEqual(layoutRun({ ...run, verdict: { ...run.verdict, findings: [] } }));
});

test('what was prepared with other lanes is not used', () => {
  const run = pausedHolder(false);
  preparePicture({ entries: run.entries, lanes: run.lanes.slice(0, 1) });
  expect(pictureOf(run)).toEqual(layoutRun(run));
});
