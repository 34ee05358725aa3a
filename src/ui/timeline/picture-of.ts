import type { Run } from '../../scenarios/run.ts';
import { layoutRun } from './layout.ts';
import type { RunPicture } from './picture.ts';

const pictures = new WeakMap<Run, RunPicture>();

/** The picture of a run, laid out once as long as the run lives. */
export function pictureOf(run: Run): RunPicture {
  const known = pictures.get(run);
  if (known !== undefined) return known;
  const picture = layoutRun(run);
  pictures.set(run, picture);
  return picture;
}
