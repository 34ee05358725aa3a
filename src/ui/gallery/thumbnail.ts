import type { ClientLane, RunPicture, ServiceLane, StoreLane } from '../timeline/picture.ts';
import { clientClass, toneClass } from '../timeline/colours.ts';

/** One shape of a small picture. */
export interface ThumbnailShape {
  /** SVG path data in a space of `THUMBNAIL_WIDTH` by the picture's height. */
  readonly d: string;
  readonly className: string;
}

/** A run drawn very small: who believes, what the lock service records, what was written, what went wrong. */
export interface Thumbnail {
  readonly height: number;
  readonly shapes: readonly ThumbnailShape[];
}

/** The small picture of one thing that is listed; null: it cannot be drawn. */
export interface DrawnThumbnail {
  readonly id: string;
  readonly thumbnail: Thumbnail | null;
}

/** Width of the space that a small picture is drawn in. */
export const THUMBNAIL_WIDTH = 240;
const EDGE = 6;
const BELIEF = 7;
const LEASE = 3;
const GAP = 4;
const ROW = 7;
/** More lanes than these would not fit under each other; the first ones are drawn. */
const MOST_CLIENTS = 8;
const MOST_ROWS = 3;

/** Draws a run from its own picture: the same layout as that of the timeline, without words. Pure. */
export function thumbnailOf(picture: RunPicture): Thumbnail {
  const span = Math.max(1, picture.until - picture.start);
  const x = (t: number): number =>
    EDGE + ((Math.min(t, picture.until) - picture.start) / span) * (THUMBNAIL_WIDTH - 2 * EDGE);
  const shapes: ThumbnailShape[] = [];
  const middleOf = new Map<number, number>();
  let y = EDGE;
  const bar = (from: number, to: number, top: number, height: number, className: string): void => {
    const left = x(from);
    const right = Math.max(left + 1, x(to));
    shapes.push({
      d: `M${px(left)} ${px(top)}H${px(right)}v${px(height)}H${px(left)}z`,
      className,
    });
  };
  const client = (lane: ClientLane): void => {
    const colour = clientClass(lane.colour);
    for (const belief of lane.beliefs) bar(belief.start, belief.end, y, BELIEF, `${colour} gt-belief`);
    for (const zombie of lane.zombies) {
      bar(zombie.start, zombie.end, y, BELIEF, `${colour} ${zombie.danger ? 'gt-danger' : 'gt-zombie'}`);
    }
    for (const stop of lane.stops) {
      bar(stop.start, stop.end, y + BELIEF + 1, 2, stop.kind === 'crash' ? 'gt-crash' : 'gt-pause');
    }
    for (const wait of lane.waits) bar(wait.start, wait.end, y + BELIEF / 2, 1, `${colour} gt-wait`);
    y += BELIEF + GAP;
  };
  const service = (lane: ServiceLane): void => {
    for (const row of lane.rows.slice(0, MOST_ROWS)) {
      for (const lease of row.leases) {
        bar(lease.start, lease.end, y, LEASE, `${clientClass(lease.client)} gt-lease`);
      }
      y += LEASE + 2;
    }
    y += GAP - 2;
  };
  const store = (lane: StoreLane): void => {
    for (const row of lane.rows.slice(0, MOST_ROWS)) {
      for (const value of row.values) {
        const tone = value.severity === null ? '' : ` gt-marked ${toneClass(value.severity)}`;
        bar(value.start, value.end, y, ROW, `${clientClass(value.client)} gt-value${tone}`);
      }
      y += ROW + 2;
    }
    y += GAP - 2;
  };
  const { lanes } = picture;
  const clients = lanes.filter((lane) => lane.role === 'client').slice(0, MOST_CLIENTS);
  for (const [index, lane] of lanes.entries()) {
    const top = y;
    if (lane.role === 'client') {
      if (clients.includes(lane)) client(lane);
    } else if (lane.role === 'service') service(lane);
    else store(lane);
    middleOf.set(index, (top + y - GAP) / 2);
  }
  for (const { severity, t, lane } of picture.findings) {
    if (severity === 'hazard') continue;
    shapes.push({
      d: mark(x(t), middleOf.get(lane) ?? EDGE),
      className: `gt-finding ${toneClass(severity)}`,
    });
  }
  return { height: Math.max(y, EDGE) + EDGE - GAP, shapes };
}

/** A small triangle, the shape of what went wrong. */
function mark(x: number, y: number): string {
  return `M${px(x - 5)} ${px(y + 4)}L${px(x)} ${px(y - 5)}L${px(x + 5)} ${px(y + 4)}z`;
}

function px(value: number): string {
  return value.toFixed(1).replace(/\.0$/u, '');
}
