import { MOST_IN_LANE } from './density.ts';
import type { LanePicture, RunPicture } from './picture.ts';
import { estimateTextWidth } from './text-width.ts';

/** Where the parts of one lane are, in pixels from the top of the panel. */
export interface LaneBox {
  readonly top: number;
  readonly height: number;
  /** Middle of the line for short labels above the bars. */
  readonly labelY: number;
  /** Width that the lane's name takes of that line; 0 where names stand beside the lanes. */
  readonly nameWidth: number;
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
  /** Where blocks of many entries are drawn; without height in lanes that never need them. */
  readonly densityTop: number;
  readonly densityHeight: number;
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
  /** Names of lanes stand in the line above their bars instead of beside them. */
  readonly namesAbove: boolean;
}

const LABEL_LINE = 15;
/** Bars grow up to this; beyond it only the room between them does. */
const MOST_BAR_STRETCH = 2;
/** Where the name of a record ends, from the middle of its bar. */
const ROW_NAME_END = 18;
const DENSITY_HEIGHT = 16;

const KEPT = 64;
const kept = new Map<string, PanelGeometry>();

/** The same object for an equal geometry: what depends on it alone need not be drawn anew for another run. */
export function sharedGeometry(geometry: PanelGeometry): PanelGeometry {
  const key = JSON.stringify(geometry);
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= KEPT) kept.clear();
  kept.set(key, geometry);
  return geometry;
}

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

type Body = Omit<LaneBox, 'top' | 'height' | 'nameWidth' | 'densityTop' | 'densityHeight'>;

function laneBox(lane: LanePicture, top: number, options: GeometryOptions): LaneBox {
  const bar = (pixels: number): number => Math.round(pixels * Math.min(options.stretch, MOST_BAR_STRETCH));
  const room = (pixels: number): number => Math.round(pixels * options.stretch);
  const { body, end } = bodyOf(lane, top, bar, room);
  const densityHeight = lane.marks.seq.length > MOST_IN_LANE ? DENSITY_HEIGHT : 0;
  return {
    ...body,
    top,
    nameWidth: options.namesAbove
      ? estimateTextWidth(lane.lane.label, 12, true) + (lane.role === 'client' ? 28 : 14)
      : 0,
    densityTop: end,
    densityHeight,
    height: end + densityHeight + (densityHeight > 0 ? 4 : 0) + room(8) - top,
  };
}

type Size = (pixels: number) => number;

function bodyOf(lane: LanePicture, top: number, bar: Size, room: Size): { body: Body; end: number } {
  switch (lane.role) {
    case 'client': {
      const barTop = top + LABEL_LINE + 2;
      const barHeight = bar(15);
      const underTop = barTop + barHeight + bar(3);
      const underHeight = bar(7);
      const bandTop = underTop + underHeight + bar(4);
      const bandHeight = lane.hasBand ? bar(12) : 0;
      const labelY = top + 2 + LABEL_LINE / 2;
      const body = { labelY, barTop, barHeight, rowStep: 0, underTop, underHeight, bandTop, bandHeight };
      return { body, end: lane.hasBand ? bandTop + bandHeight : underTop + underHeight };
    }
    case 'service': {
      const barTop = top + LABEL_LINE + 2;
      const barHeight = bar(21);
      const rowStep = barHeight + LABEL_LINE + room(5);
      const rows = Math.max(1, lane.rows.length);
      const body = {
        labelY: top + 2 + LABEL_LINE / 2,
        barTop,
        barHeight,
        rowStep,
        underTop: barTop,
        underHeight: 0,
        bandTop: barTop + barHeight + 2,
        bandHeight: LABEL_LINE,
      };
      return { body, end: barTop + (rows - 1) * rowStep + barHeight + LABEL_LINE + 2 };
    }
    case 'store': {
      const barTop = top + 26;
      const barHeight = bar(21);
      const rowStep = barHeight + 26;
      const rows = Math.max(1, lane.rows.length);
      const underTop = barTop + (rows - 1) * rowStep + barHeight + bar(5);
      const underHeight = LABEL_LINE + 2;
      const bandTop = underTop + lane.fences.length * underHeight;
      const nameEnd = barTop + (rows - 1) * rowStep + barHeight / 2 + ROW_NAME_END;
      const labelY = top + 6 + LABEL_LINE / 2;
      const body = { labelY, barTop, barHeight, rowStep, underTop, underHeight, bandTop, bandHeight: 0 };
      return { body, end: Math.max(bandTop, Math.round(nameEnd)) };
    }
  }
}
