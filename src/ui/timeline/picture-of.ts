import type { Trace } from '../../engine/trace.ts';
import type { Run } from '../../scenarios/run.ts';
import { basisOf, layoutRun, type LayoutBasis } from './layout.ts';
import type { RunPicture } from './picture.ts';

const pictures = new WeakMap<Run, RunPicture>();
const prepared = new WeakMap<Trace, LayoutBasis>();

/** The picture of a run, laid out once as long as the run lives. */
export function pictureOf(run: Run): RunPicture {
  const known = pictures.get(run);
  if (known !== undefined) return known;
  const basis = prepared.get(run.entries);
  prepared.delete(run.entries);
  const picture = layoutRun(run, basis?.lanes.lanes === run.lanes ? basis : undefined);
  pictures.set(run, picture);
  return picture;
}

/** Does most of the layout of a recorded run while it is judged elsewhere: of the run with these very lists. */
export function preparePicture(run: Pick<Run, 'entries' | 'lanes'>): void {
  prepared.set(run.entries, basisOf(run));
}
