import type { Bar, BarRules } from './bars.ts';
import { barsInView } from './bars.ts';
import { clientClass } from './colours.ts';
import type { DrawContext } from './draw-context.ts';
import type { LaneBox } from './geometry.ts';
import { linePath, rectPath } from './path.ts';
import type { BeliefSegment, ClientLane, Segment, ZombieSegment, ZombieWindow } from './picture.ts';

const RADIUS = 4;
const SHORT_PX = 3;
/** A flag may stand where a window begins; its label then begins behind it. */
const PAST_FLAG = 14;

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
  for (const bar of barsInView(lane.waits, scale)) {
    canvas.add('bar', `tl-wait ${clientClass(lane.colour)}`, linePath(bar.left, y, bar.right, y));
  }
}

function drawBeliefs(context: DrawContext, lane: ClientLane, box: LaneBox): void {
  const { canvas, scale } = context;
  const colour = clientClass(lane.colour);
  const slice = (box.barHeight - (lane.slices - 1)) / lane.slices;
  const topOf = (index: number): number => box.barTop + index * (slice + 1);

  for (const bar of barsInView(lane.beliefs, scale, rulesFor(lane))) {
    const round = { left: bar.begins, right: bar.ends && bar.segment.endSeq !== null };
    const top = topOf(bar.segment.slice);
    const many = bar.count > 1 ? 'tl-many ' : '';
    canvas.add(
      'bar',
      `tl-belief ${many}${colour}`,
      rectPath(bar.left, top, bar.right - bar.left, slice, RADIUS, round),
    );
  }
  // The hatch lies on the ground's colour, so that it reads as a bar that has lost its filling.
  const hatch = (fill: 'zombie' | 'danger', bar: Bar<ZombieSegment>): void => {
    const { segment } = bar;
    const shape = rectPath(bar.left, topOf(segment.slice), bar.right - bar.left, slice, RADIUS, {
      left: false,
      right: segment.endsBelief && segment.endSeq !== null && bar.ends,
    });
    canvas.add('blank', 'tl-hatch-ground', shape);
    canvas.add('hatch', `tl-hatch tl-${fill} ${colour}`, shape, fill, lane.colour);
  };
  for (const bar of barsInView(lane.harmless, scale, { shows: isLong })) hatch('zombie', bar);
  for (const bar of barsInView(lane.dangers, scale, rulesFor(lane))) hatch('danger', bar);
  labelZombies(context, lane, box);
}

/** One label for a zombie window, harmless and dangerous part together. */
function labelZombies(
  { canvas, scale, text, duration, clientName }: DrawContext,
  lane: ClientLane,
  box: LaneBox,
): void {
  const rules = { shows: (window: ZombieWindow, pixels: number) => window.danger || isLong(window, pixels) };
  for (const { segment: window, count } of barsInView(lane.windows, scale, rules)) {
    if (count > 1) continue;
    const left = Math.max(0, scale.x(window.start));
    const right = Math.min(scale.width, scale.x(window.end));
    const length = duration(window.end - window.start);
    const { other } = window;
    const words = window.neverGranted
      ? [text.neverGranted]
      : [
          ...(other === null ? [] : [text.zombieAgainst(length, clientName(other))]),
          text.zombieFor(length),
          text.zombie,
        ];
    canvas.wish({
      id: `zombie ${String(window.start)} ${String(window.slice)}`,
      className: window.danger
        ? 'tl-label tl-halo tl-tone-corrupted'
        : `tl-label tl-halo ${clientClass(lane.colour)}`,
      size: 11,
      bold: false,
      rank: 2,
      within: [0, scale.width],
      choices: words.flatMap((word) => [
        { text: word, x: left, y: box.labelY, anchor: 'start' as const },
        { text: word, x: left + PAST_FLAG, y: box.labelY, anchor: 'start' as const },
        { text: word, x: right, y: box.labelY, anchor: 'end' as const },
        { text: word, x: (left + right) / 2, y: box.labelY, anchor: 'middle' as const },
      ]),
    });
  }
}

/** What the lock service's record says about this client. */
function drawRecord({ canvas, scale }: DrawContext, lane: ClientLane, box: LaneBox): void {
  const colour = clientClass(lane.colour);
  for (const bar of barsInView(lane.leases, scale)) {
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
  for (const bar of barsInView(lane.stops, scale)) {
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
      className: 'tl-label tl-halo tl-on-band',
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

/** Bars of different slices stay apart; with one slice there is nothing to ask. */
function rulesFor(lane: ClientLane): BarRules<BeliefSegment> {
  return lane.slices === 1 ? {} : { mayJoin: (a, b) => a.slice === b.slice };
}

/** Harmless and too short to be seen: each belief that ends a moment after its lease has such a window. */
function isLong(_window: Segment, pixels: number): boolean {
  return pixels >= SHORT_PX;
}
