import { AXIS_HEIGHT } from './AxisBar.tsx';
import { panelGeometry } from './geometry.ts';
import { HEADER_HEIGHT } from './PanelHeader.tsx';
import type { RunPicture } from './picture.ts';

const LEAST = 0.85;
const MOST = 8;
const GAP_PX = 9;
const WORDS_PX = 22;
/** The words between the panels take more lines where there is less room beside each other. */
const NARROW_WORDS_PX = 40;
/** Coarse steps, so that a height that changes by a pixel does not draw everything anew. */
const STEP = 0.05;

/** How much larger than natural the lanes may be so that the panels fill the height and do not overflow it. */
export function stretchFor(
  pictures: readonly RunPicture[],
  height: number,
  { sentences, narrow }: { readonly sentences: number; readonly narrow: boolean },
): number {
  const words = narrow ? NARROW_WORDS_PX : WORDS_PX;
  const around = AXIS_HEIGHT + pictures.length * (HEADER_HEIGHT + GAP_PX) + sentences * words;
  const room = height - around;
  let low = Math.round(LEAST / STEP);
  let high = Math.round(MOST / STEP);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (heightAt(pictures, middle * STEP) <= room) low = middle;
    else high = middle - 1;
  }
  return low * STEP;
}

function heightAt(pictures: readonly RunPicture[], stretch: number): number {
  let sum = 0;
  for (const picture of pictures) sum += panelGeometry(picture, { stretch, namesAbove: false }).height;
  return sum;
}
