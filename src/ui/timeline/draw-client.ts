import { barsInView } from './bars.ts';
import { clientClass } from './colours.ts';
import type { DrawContext } from './draw.ts';
import type { LaneBox } from './geometry.ts';
import { linePath, rectPath } from './path.ts';
import type { ClientLane, Segment, ZombieSegment } from './picture.ts';

const RADIUS = 4;

/** Draws belief above the record above what stopped the client. */
export function drawClient(context: DrawContext, lane: ClientLane, box: LaneBox): void {
  drawWaits(context, lane, box);
  drawBeliefs(context, lane, box);
  drawRecord(context, lane, box);
  drawStops(context, lane, box);
}

/** A client that waits for the key: a dashed line where its belief would be. */
function drawWaits({ canvas, scale }: DrawContext, lane: ClientLane, box: LaneBox): void {
  const y = Math.round(box.barTop + box.barHeight / 2) + 0.5;
  for (const bar of barsInView(lane.waits, scale, () => 0)) {
    canvas.add('bar', `tl-wait ${clientClass(lane.colour)}`, linePath(bar.left, y, bar.right, y));
  }
}

function drawBeliefs(context: DrawContext, lane: ClientLane, box: LaneBox): void {
  const { canvas, scale } = context;
  const colour = clientClass(lane.colour);
  const slice = (box.barHeight - (lane.slices - 1)) / lane.slices;
  const topOf = (index: number): number => box.barTop + index * (slice + 1);

  for (const bar of barsInView(lane.beliefs, scale, sliceOf)) {
    const round = { left: bar.begins, right: bar.ends };
    const top = topOf(bar.segment.slice);
    canvas.add('bar', `tl-belief ${colour}`, rectPath(bar.left, top, bar.right - bar.left, slice, RADIUS, round));
  }
  // The hatch lies on the ground's colour, so that it reads as a bar that has lost its filling.
  for (const bar of barsInView(lane.zombies, scale, sliceOf)) {
    const { segment } = bar;
    const shape = rectPath(bar.left, topOf(segment.slice), bar.right - bar.left, slice, RADIUS, {
      left: false,
      right: segment.endsBelief && bar.ends,
    });
    canvas.add('bar', 'tl-hatch-ground', shape);
    canvas.add(
      'hatch',
      `tl-hatch ${colour} ${segment.danger ? 'tl-danger' : 'tl-zombie'}`,
      shape,
      segment.danger ? 'danger' : 'zombie',
      lane.colour,
    );
  }
  labelZombies(context, lane, box);
}

/** One label for a zombie window, harmless and dangerous part together. */
function labelZombies({ canvas, scale, text, duration, clientName }: DrawContext, lane: ClientLane, box: LaneBox): void {
  const windows: { start: number; end: number; danger: ZombieSegment | null; first: ZombieSegment }[] = [];
  for (const { segment, right, left } of barsInView(lane.zombies, scale, sliceOf)) {
    const before = windows.at(-1);
    const danger = segment.danger ? segment : null;
    if (before !== undefined && before.end === segment.start && before.first.slice === segment.slice) {
      before.end = segment.end;
      before.danger ??= danger;
    } else if (right - left >= 2) {
      windows.push({ start: segment.start, end: segment.end, danger, first: segment });
    }
  }
  for (const window of windows) {
    const left = Math.max(0, scale.x(window.start));
    const right = Math.min(scale.width, scale.x(window.end));
    const length = duration(window.end - window.start);
    const other = window.danger?.other ?? null;
    const words = window.first.neverGranted
      ? [text.neverGranted]
      : [
          ...(other === null ? [] : [text.zombieAgainst(length, clientName(other))]),
          text.zombieFor(length),
          text.zombie,
        ];
    canvas.wish({
      id: `zombie ${String(window.start)} ${String(window.first.slice)}`,
      className: window.danger === null ? `tl-label ${clientClass(lane.colour)}` : 'tl-label tl-tone-corrupted',
      size: 11,
      bold: false,
      rank: 2,
      within: [0, scale.width],
      choices: words.flatMap((word) => [
        { text: word, x: left, y: box.labelY, anchor: 'start' as const },
        { text: word, x: right, y: box.labelY, anchor: 'end' as const },
        { text: word, x: (left + right) / 2, y: box.labelY, anchor: 'middle' as const },
      ]),
    });
  }
}

/** What the lock service's record says about this client. */
function drawRecord({ canvas, scale }: DrawContext, lane: ClientLane, box: LaneBox): void {
  const colour = clientClass(lane.colour);
  for (const bar of barsInView(lane.leases, scale, () => 0)) {
    const shape = rectPath(
      bar.left + 0.5,
      box.underTop + 0.5,
      Math.max(1, bar.right - bar.left - 1),
      box.underHeight - 1,
      2,
      { left: bar.begins, right: bar.ends },
    );
    canvas.add('lease', `tl-record ${colour}`, shape);
  }
}

function drawStops({ canvas, scale, text, duration }: DrawContext, lane: ClientLane, box: LaneBox): void {
  for (const bar of barsInView(lane.stops, scale, () => 0)) {
    const { segment } = bar;
    const crash = segment.kind === 'crash';
    canvas.add(
      'bar',
      crash ? 'tl-crash' : 'tl-pause',
      rectPath(bar.left, box.bandTop, bar.right - bar.left, box.bandHeight, 2),
      crash ? 'crash' : 'pause',
    );
    const left = Math.max(0, bar.left) + (crash ? 12 : 3);
    const right = Math.min(scale.width, bar.right) - 3;
    const words = crash ? [text.crashed] : [text.pausedFor(duration(lengthOf(segment))), text.paused];
    canvas.wish({
      id: `stop ${String(segment.startSeq)}`,
      className: 'tl-label tl-on-band',
      size: 11,
      bold: false,
      rank: 4,
      within: [left, right],
      choices: words.flatMap((word) => [
        { text: word, x: (left + right) / 2, y: box.bandTop + box.bandHeight / 2, anchor: 'middle' as const },
        { text: word, x: left, y: box.bandTop + box.bandHeight / 2, anchor: 'start' as const },
        { text: word, x: right, y: box.bandTop + box.bandHeight / 2, anchor: 'end' as const },
      ]),
    });
  }
}

function lengthOf(segment: Segment): number {
  return segment.end - segment.start;
}

function sliceOf(segment: { readonly slice: number }): number {
  return segment.slice;
}
