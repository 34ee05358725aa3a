import { OVERSCAN, windowOf } from './bars.ts';
import { clientClass } from './colours.ts';
import type { LaneDensity } from './density.ts';
import { inBlock } from './density.ts';
import type { DrawContext } from './draw-context.ts';
import type { PanelGeometry } from './geometry.ts';
import { circlePath, linePath, polygonPath } from './path.ts';
import type { MessageLine } from './picture.ts';
import { portY } from './ports.ts';
import type { TimeScale } from './scale.ts';
import { at } from './search.ts';

/** A lost message gets this far on its way. */
const LOST_SHARE = 0.7;
/** One whose outcome nobody knows, this far. */
const UNKNOWN_SHARE = 0.62;
const LONG_PX = 30;
const MOST_LINES = 1500;

/** Draws messages as slanted lines on true time. */
export function drawMessages(
  context: DrawContext,
  geometry: PanelGeometry,
  densities: readonly LaneDensity[],
): void {
  const { picture, scale } = context;
  const [first, last] = windowOf(picture.messages, scale.from, scale.to);
  let drawn = 0;
  for (let index = first; index < last && drawn < MOST_LINES; index++) {
    const message = at(picture.messages, index);
    if (message.end < scale.from || isSummarised(message, scale, densities)) continue;
    drawMessage(context, geometry, message);
    drawn += 1;
  }
}

/** An end is in a block: the block stands for the message, too, unless the line is long enough to be told apart. */
function isSummarised(message: MessageLine, scale: TimeScale, densities: readonly LaneDensity[]): boolean {
  if (scale.x(message.end) - scale.x(message.start) > LONG_PX) return false;
  return (
    inBlock(densities[message.from]?.blocks ?? [], message.start) ||
    inBlock(densities[message.to]?.blocks ?? [], message.end)
  );
}

function drawMessage(
  { picture, scale, canvas }: DrawContext,
  geometry: PanelGeometry,
  message: MessageLine,
): void {
  const from = at(picture.lanes, message.from);
  const to = at(picture.lanes, message.to);
  const down = message.to > message.from;
  const x1 = scale.x(message.start);
  const y1 = portY(from, at(geometry.lanes, message.from), message.fromRow, down);
  const fullX = scale.x(message.end);
  const fullY = portY(to, at(geometry.lanes, message.to), message.toRow, !down);
  const reply = from.role !== 'client' && to.role === 'client';
  const looks = looksOf(reply, message.client);

  if (message.fate === 'handled') {
    canvas.add('message', looks.line, linePath(x1, y1, fullX, fullY));
    if (x1 > -OVERSCAN) canvas.add('message', looks.arrow, circlePath(x1, y1, 1.8));
    if (Math.abs(fullX) < scale.width + OVERSCAN) arrow(canvas, looks.arrow, x1, y1, fullX, fullY);
    return;
  }
  const share = message.fate === 'lost' ? LOST_SHARE : UNKNOWN_SHARE;
  const y2 = y1 + (fullY - y1) * share;
  if (message.fate === 'lost') {
    // The bar stands across the line, as long as an arrowhead is wide and some more.
    canvas.add('message', looks.line, linePath(x1, y1, fullX, y2));
    canvas.add('mark', `tl-lost ${clientClass(message.client)}`, linePath(fullX - 6, y2, fullX + 6, y2));
    canvas.block({ left: fullX - 7, right: fullX + 7, top: y2 - 3, bottom: y2 + 3 });
  } else {
    canvas.add('message', looks.unknown, linePath(x1, y1, fullX, y2));
    canvas.add('mark', `tl-open-end ${clientClass(message.client)}`, circlePath(fullX, y2, 2.5));
  }
}

function arrow(
  canvas: DrawContext['canvas'],
  look: string,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 8) return;
  const dx = (x2 - x1) / length;
  const dy = (y2 - y1) / length;
  const back = 6;
  const half = 2.8;
  canvas.add(
    'message',
    look,
    polygonPath(x2, y2, [
      [0, 0],
      [-dx * back - dy * half, -dy * back + dx * half],
      [-dx * back + dy * half, -dy * back - dx * half],
    ]),
  );
}

interface Looks {
  readonly line: string;
  readonly unknown: string;
  readonly arrow: string;
}

const known = new Map<number, Looks>();

/** How the messages of a client look; made once, for they are many. */
function looksOf(reply: boolean, client: number): Looks {
  const place = client * 2 + Number(reply);
  let looks = known.get(place);
  if (looks === undefined) {
    const kind = `${reply ? 'tl-reply' : 'tl-request'} ${clientClass(client)}`;
    looks = {
      line: `tl-message ${kind}`,
      unknown: `tl-message tl-unknown ${kind}`,
      arrow: `tl-arrow ${kind}`,
    };
    known.set(place, looks);
  }
  return looks;
}
