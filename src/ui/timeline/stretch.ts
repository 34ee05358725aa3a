import { AXIS_HEIGHT } from './AxisBar.tsx';
import { panelGeometry } from './geometry.ts';
import { HEADER_HEIGHT } from './PanelHeader.tsx';
import type { RunPicture } from './picture.ts';

const LEAST = 0.9;
const MOST = 1.7;
const GAP_PX = 10;
const WORDS_PX = 24;

/** How much larger than natural the lanes may be so that the panels fill the height and do not overflow it. */
export function stretchFor(pictures: readonly RunPicture[], height: number, hasWords: boolean): number {
  const heightAt = (stretch: number): number =>
    pictures.reduce((sum, picture) => sum + panelGeometry(picture, { stretch, namesAbove: false }).height, 0);
  const around = AXIS_HEIGHT + pictures.length * (HEADER_HEIGHT + GAP_PX) + (hasWords ? WORDS_PX : 0);
  const natural = heightAt(1);
  const growth = heightAt(2) - natural;
  if (growth <= 0) return 1;
  const wanted = 1 + (height - around - natural) / growth;
  // In steps, so that a height that changes by a pixel does not draw everything anew.
  return Math.min(MOST, Math.max(LEAST, Math.floor(wanted * 20) / 20));
}
