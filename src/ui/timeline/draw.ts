import { OVERSCAN } from './bars.ts';
import { densityOf } from './density.ts';
import type { LaneDensity } from './density.ts';
import { drawClient } from './draw-client.ts';
import { drawFindings, drawMarks } from './draw-marks.ts';
import { drawMessages } from './draw-messages.ts';
import { drawService } from './draw-service.ts';
import { drawStore } from './draw-store.ts';
import type { DrawContext } from './draw-context.ts';
import { Canvas } from './drawing.ts';
import type { DrawnPath } from './drawing.ts';
import type { PanelGeometry } from './geometry.ts';
import type { PlacedLabel } from './label-placement.ts';
import { placeLabels } from './label-placement.ts';
import { linePath } from './path.ts';
import type { RunPicture } from './picture.ts';
import type { TimeScale } from './scale.ts';
import { shortDuration } from './scale.ts';
import { findingsOutside } from './outside.ts';
import { at } from './search.ts';
import type { TimelineText } from './text.ts';
import { estimateTextWidth } from './text-width.ts';

const EDGE_WIDTH = 64;

/** A panel in pixels: a few paths, and labels that do not overlap. */
export interface Drawing {
  readonly paths: readonly DrawnPath[];
  readonly labels: readonly PlacedLabel[];
  /** How each lane's entries are shown: alone or in blocks. */
  readonly densities: readonly LaneDensity[];
}

/** Draws what is in view. Pure; the cost grows with what is drawn, not with the trace. */
export function drawPanel(
  picture: RunPicture,
  geometry: PanelGeometry,
  scale: TimeScale,
  text: TimelineText,
): Drawing {
  const clients = picture.lanes.filter((lane) => lane.role === 'client');
  const names = new Map(picture.lanes.map(({ lane }) => [lane.id, lane.label]));
  const context: DrawContext = {
    canvas: new Canvas(),
    picture,
    scale,
    text,
    measure: estimateTextWidth,
    duration: (length) => {
      const { number, unit } = shortDuration(length);
      return `${number} ${text.units[unit]}`;
    },
    nameOf: (id) => names.get(id) ?? id,
    clientName: (client) => clients[client]?.lane.label ?? '',
  };
  const densities = picture.lanes.map((lane) => densityOf(lane.marks, scale));
  drawMessages(context, geometry, densities);
  for (const [index, lane] of picture.lanes.entries()) {
    const box = at(geometry.lanes, index);
    if (lane.role === 'client') drawClient(context, lane, box);
    else if (lane.role === 'service') drawService(context, lane, box);
    else drawStore(context, lane, box);
    drawMarks(context, lane, box, at(densities, index));
    drawFindings(context, lane, box, at(densities, index));
    if (box.nameWidth > 0) {
      const { labelY: y, nameWidth: right } = box;
      context.canvas.block({ left: -12, right, top: y - 8, bottom: y + 8 });
    }
  }
  keepEdgesFree(context, geometry);
  drawEnd(context, geometry);
  return {
    paths: context.canvas.paths(),
    labels: placeLabels(context.canvas.wishes, context.canvas.obstacles, context.measure),
    densities,
  };
}

/** Arrows at the edges point at findings out of view; labels leave them room. */
function keepEdgesFree({ canvas, picture, scale }: DrawContext, geometry: PanelGeometry): void {
  const { before, after } = findingsOutside(picture, scale);
  const left = picture.findings[before - 1];
  const right = picture.findings[after];
  const boxOf = (lane: number, from: number): void => {
    const y = geometry.lanes[lane]?.labelY;
    if (y !== undefined) canvas.block({ left: from, right: from + EDGE_WIDTH, top: y - 10, bottom: y + 10 });
  };
  if (left !== undefined) boxOf(left.lane, -OVERSCAN);
  if (right !== undefined) boxOf(right.lane, scale.width + OVERSCAN - EDGE_WIDTH);
}

/** The trace tells nothing after its last entry; promises alone reach further. */
function drawEnd({ canvas, picture, scale }: DrawContext, geometry: PanelGeometry): void {
  const x = Math.round(scale.x(picture.end)) + 0.5;
  if (x < 0 || x > scale.width) return;
  canvas.add('ground', 'tl-trace-end', linePath(x, 0, x, geometry.height));
}
