import type { LanePicture, RunPicture } from './picture.ts';

/** Where the parts of one lane are, in pixels from the top of the panel. */
export interface LaneBox {
  readonly top: number;
  readonly height: number;
  /** Middle of the line for short labels above the bars. */
  readonly labelY: number;
  /** Top and height of the main bar: belief, or the first row of leases or values. */
  readonly barTop: number;
  readonly barHeight: number;
  /** Distance between rows of bars. */
  readonly rowStep: number;
  /** Client: the record's bar. Store: the first fence. */
  readonly underTop: number;
  readonly underHeight: number;
  /** Client: the band of pauses and notes. Service: the line of words under a row. */
  readonly bandTop: number;
  readonly bandHeight: number;
}

/** Where the lanes of a panel are. */
export interface PanelGeometry {
  readonly lanes: readonly LaneBox[];
  readonly height: number;
}

/** How the lanes are sized. */
export interface GeometryOptions {
  /** 1 is the natural size; more where there is room, less where there is not. */
  readonly stretch: number;
  /** Names of lanes stand above them instead of beside them. */
  readonly namesAbove: boolean;
}

const NAME_LINE = 17;
const LABEL_LINE = 15;

/** Places the lanes of a picture below each other. */
export function panelGeometry(picture: RunPicture, options: GeometryOptions): PanelGeometry {
  const lanes: LaneBox[] = [];
  let top = 0;
  for (const lane of picture.lanes) {
    const box = laneBox(lane, top, options);
    lanes.push(box);
    top += box.height;
  }
  return { lanes, height: top };
}

function laneBox(lane: LanePicture, top: number, options: GeometryOptions): LaneBox {
  const size = (pixels: number): number => Math.round(pixels * options.stretch);
  const inner = top + (options.namesAbove ? NAME_LINE : 0);
  switch (lane.role) {
    case 'client': {
      const labelled = LABEL_LINE + 2;
      const barTop = inner + labelled;
      const barHeight = size(15);
      const underTop = barTop + barHeight + size(3);
      const underHeight = size(7);
      const bandTop = underTop + underHeight + size(4);
      const bandHeight = lane.hasBand ? size(12) : 0;
      const height = bandTop + bandHeight + size(lane.hasBand ? 6 : 4) - top;
      const labelY = inner + 2 + LABEL_LINE / 2;
      return {
        top,
        height,
        labelY,
        barTop,
        barHeight,
        rowStep: 0,
        underTop,
        underHeight,
        bandTop,
        bandHeight,
      };
    }
    case 'service': {
      const labelY = inner + 2 + LABEL_LINE / 2;
      const barTop = inner + LABEL_LINE + 2;
      const barHeight = size(21);
      const rowStep = barHeight + LABEL_LINE + size(5);
      const rows = Math.max(1, lane.rows.length);
      const height = barTop + rows * rowStep + size(2) - top;
      return {
        top,
        height,
        labelY,
        barTop,
        barHeight,
        rowStep,
        underTop: barTop,
        underHeight: 0,
        bandTop: barTop + barHeight + 2,
        bandHeight: LABEL_LINE,
      };
    }
    case 'store': {
      const labelY = inner + 4 + LABEL_LINE / 2;
      const barTop = inner + 26;
      const barHeight = size(21);
      const rowStep = barHeight + 26;
      const rows = Math.max(1, lane.rows.length);
      const underTop = barTop + (rows - 1) * rowStep + barHeight + size(5);
      const underHeight = LABEL_LINE + 2;
      const bandTop = underTop + lane.fences.length * underHeight;
      const height = bandTop + size(4) - top;
      return {
        top,
        height,
        labelY,
        barTop,
        barHeight,
        rowStep,
        underTop,
        underHeight,
        bandTop,
        bandHeight: 0,
      };
    }
  }
}
