import type { FindingMark, RunPicture } from './picture.ts';
import type { TimeView } from './time-view.ts';
import { lowerBound } from './search.ts';

/** How many findings lie before a view, and the index of the first one after it. */
export function findingsOutside(
  picture: RunPicture,
  view: TimeView,
): { readonly before: number; readonly after: number } {
  const { findings } = picture;
  return {
    before: lowerBound(findings, view.from, timeOf),
    after: lowerBound(findings, view.to + 1, timeOf),
  };
}

function timeOf(mark: FindingMark): number {
  return mark.t;
}
