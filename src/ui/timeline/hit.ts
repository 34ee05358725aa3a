import { windowOf } from './bars.ts';
import type { LaneDensity } from './density.ts';
import type { DensityBlock } from './density.ts';
import type { PanelGeometry } from './geometry.ts';
import type {
  BeliefSegment,
  LanePicture,
  LeaseSegment,
  MessageLine,
  RunPicture,
  Segment,
  StopSegment,
  ValueSegment,
  ZombieSegment,
} from './picture.ts';
import { glyphY, markY, portY } from './ports.ts';
import type { TimeScale } from './scale.ts';
import { at, lowerBoundOf } from './search.ts';

/** What is under the pointer. */
export type Hit =
  | {
      readonly kind: 'entry';
      readonly seq: number;
      readonly lane: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly kind: 'block'; readonly block: DensityBlock; readonly lane: number }
  | { readonly kind: 'bar'; readonly bar: HitBar; readonly lane: number };

/** A bar, by what it shows. */
export type HitBar =
  | { readonly of: 'zombie'; readonly segment: ZombieSegment }
  | { readonly of: 'belief'; readonly segment: BeliefSegment }
  | { readonly of: 'lease'; readonly segment: LeaseSegment }
  | { readonly of: 'stop'; readonly segment: StopSegment }
  | { readonly of: 'wait'; readonly segment: Segment }
  | { readonly of: 'value'; readonly segment: ValueSegment; readonly record: string };

/** A panel as the pointer meets it. */
export interface HitScene {
  readonly picture: RunPicture;
  readonly geometry: PanelGeometry;
  readonly scale: TimeScale;
  readonly densities: readonly LaneDensity[];
}

const REACH_X = 10;
const REACH_Y = 13;
const REACH_LINE = 4;

/** Finds what is at a point: an entry if one is near, else the bar, else the block of many entries. */
export function hitTest(scene: HitScene, x: number, y: number): Hit | null {
  const lane = scene.geometry.lanes.findIndex((box) => y >= box.top && y < box.top + box.height);
  if (lane < 0) return null;
  return (
    nearestEntry(scene, lane, x, y) ??
    nearestMessage(scene, lane, x, y) ??
    barAt(scene, lane, x, y) ??
    blockAt(scene, lane, x)
  );
}

/** Where an entry is drawn in its panel; null if it has no lane. */
export function placeOfEntry(scene: HitScene, seq: number): { lane: number; x: number; y: number } | null {
  for (const [lane, picture] of scene.picture.lanes.entries()) {
    const index = lowerBoundOf(picture.marks.seq, seq);
    if (picture.marks.seq[index] !== seq) continue;
    const { x, y } = placeOf(scene, lane, index);
    return { lane, x, y };
  }
  return null;
}

/** Where a lane's mark is drawn. */
export function placeOf(
  scene: HitScene,
  lane: number,
  index: number,
): { readonly x: number; readonly y: number } {
  const picture = at(scene.picture.lanes, lane);
  const box = at(scene.geometry.lanes, lane);
  const { marks } = picture;
  const y = markY(picture, box, at(marks.track, index), at(marks.row, index));
  return { x: scene.scale.x(at(marks.t, index)), y: glyphY(picture, at(marks.shape, index), y) };
}

function nearestEntry(scene: HitScene, lane: number, x: number, y: number): Hit | null {
  const { scale } = scene;
  const { marks } = at(scene.picture.lanes, lane);
  let best: Hit | null = null;
  let least = Infinity;
  const first = lowerBoundOf(marks.t, scale.t(x - REACH_X));
  const last = lowerBoundOf(marks.t, scale.t(x + REACH_X));
  for (const [from, to] of scene.densities[lane]?.alone ?? []) {
    for (let index = Math.max(from, first); index < Math.min(to, last); index++) {
      const place = placeOf(scene, lane, index);
      const dx = Math.abs(place.x - x);
      const dy = Math.abs(place.y - y);
      // A drawn shape is aimed at; the end of a bar is met by chance.
      const distance = Math.hypot(dx, dy) + (at(marks.shape, index) === 'edge' ? 5 : 0);
      if (dx > REACH_X || dy > REACH_Y || distance >= least) continue;
      if (at(marks.shape, index) === 'edge' && dx > 5) continue;
      least = distance;
      best = { kind: 'entry', seq: at(marks.seq, index), lane, x: place.x, y: place.y };
    }
  }
  return best;
}

function nearestMessage(scene: HitScene, lane: number, x: number, y: number): Hit | null {
  const { picture, scale } = scene;
  const [first, last] = windowOf(picture.messages, scale.t(x - REACH_LINE), scale.t(x + REACH_LINE));
  let best: MessageLine | null = null;
  let least = REACH_LINE;
  for (let index = first; index < last; index++) {
    const message = at(picture.messages, index);
    const distance = distanceToLine(scene, message, x, y);
    if (distance >= least) continue;
    least = distance;
    best = message;
  }
  return best === null ? null : { kind: 'entry', seq: best.startSeq, lane, x, y };
}

function distanceToLine(scene: HitScene, message: MessageLine, x: number, y: number): number {
  const down = message.to > message.from;
  const x1 = scene.scale.x(message.start);
  const x2 = scene.scale.x(message.end);
  const y1 = portY(
    at(scene.picture.lanes, message.from),
    at(scene.geometry.lanes, message.from),
    message.fromRow,
    down,
  );
  const y2 = portY(
    at(scene.picture.lanes, message.to),
    at(scene.geometry.lanes, message.to),
    message.toRow,
    !down,
  );
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Infinity;
  const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  if (along < 0 || along > length) return Infinity;
  return Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / length;
}

function barAt(scene: HitScene, lane: number, x: number, y: number): Hit | null {
  const picture = at(scene.picture.lanes, lane);
  const bar = barOf(picture, scene, lane, scene.scale.t(x), y);
  return bar === null ? null : { kind: 'bar', bar, lane };
}

function barOf(picture: LanePicture, scene: HitScene, lane: number, time: number, y: number): HitBar | null {
  const box = at(scene.geometry.lanes, lane);
  if (picture.role === 'client') {
    if (y >= box.barTop - 2 && y < box.underTop - 1) {
      const zombie = covering(picture.zombies, time);
      if (zombie !== null) return { of: 'zombie', segment: zombie };
      const belief = covering(picture.beliefs, time);
      if (belief !== null) return { of: 'belief', segment: belief };
      const wait = covering(picture.waits, time);
      return wait === null ? null : { of: 'wait', segment: wait };
    }
    if (y >= box.underTop - 1 && y < box.bandTop - 1) {
      const lease = covering(picture.leases, time);
      return lease === null ? null : { of: 'lease', segment: lease };
    }
    const stop = y >= box.bandTop - 1 ? covering(picture.stops, time) : null;
    return stop === null ? null : { of: 'stop', segment: stop };
  }
  const index = Math.floor((y - box.barTop) / box.rowStep);
  const row = picture.rows[index];
  if (row === undefined || y - box.barTop - index * box.rowStep > box.barHeight) return null;
  if ('leases' in row) {
    const lease = covering(row.leases, time);
    return lease === null ? null : { of: 'lease', segment: lease };
  }
  const value = covering(row.values, time);
  return value === null ? null : { of: 'value', segment: value, record: row.record };
}

function covering<S extends Segment>(segments: readonly S[], time: number): S | null {
  const [first, last] = windowOf(segments, time, time + 1);
  for (let index = last - 1; index >= first; index--) {
    const segment = at(segments, index);
    if (segment.start <= time && time < segment.end) return segment;
  }
  return null;
}

function blockAt(scene: HitScene, lane: number, x: number): Hit | null {
  const time = scene.scale.t(x);
  const block = scene.densities[lane]?.blocks.find(({ from, to }) => from <= time && time < to);
  return block === undefined ? null : { kind: 'block', block, lane };
}
