import type { LaneBox } from './geometry.ts';
import type { LanePicture, MarkShape, MarkTrack } from './picture.ts';

/** Where the line of a message meets its lane, seen from a lane below or above. */
export function portY(lane: LanePicture, box: LaneBox, row: number, otherIsBelow: boolean): number {
  if (lane.role === 'client') return otherIsBelow ? box.barTop + box.barHeight : box.barTop;
  const top = box.barTop + row * box.rowStep;
  return otherIsBelow ? top + box.barHeight : top;
}

/** The height at which an entry is drawn, and found by the pointer. */
export function markY(lane: LanePicture, box: LaneBox, track: MarkTrack, row: number): number {
  switch (lane.role) {
    case 'client':
      return track === 'band' ? box.bandTop + box.bandHeight / 2 : box.barTop + box.barHeight / 2;
    case 'service':
      return box.barTop + row * box.rowStep + box.barHeight / 2;
    case 'store':
      return box.barTop + row * box.rowStep;
  }
}

/** Writes that were judged stand above the block they changed or left alone. */
export function glyphY(lane: LanePicture, shape: MarkShape, y: number): number {
  if (lane.role !== 'store') return y;
  switch (shape) {
    case 'corrupting':
    case 'unreplaced':
    case 'fenced':
    case 'refused':
    case 'rejected':
      return y - 10;
    default:
      return y;
  }
}
