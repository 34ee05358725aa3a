import { barsInView } from './bars.ts';
import { clientClass, toneClass } from './colours.ts';
import type { DrawContext } from './draw-context.ts';
import type { LaneBox } from './geometry.ts';
import { shorten } from './label-placement.ts';
import { linePath, rectPath } from './path.ts';
import type { FenceLine, RecordRow, StoreLane, ValueSegment } from './picture.ts';

/** Draws what the records of a store hold, by writer, and its fences below. */
export function drawStore(context: DrawContext, lane: StoreLane, box: LaneBox): void {
  const rows: readonly RecordRow[] =
    lane.rows.length > 0 ? lane.rows : [{ record: '', initial: null, values: [] }];
  for (const [index, row] of rows.entries()) drawRow(context, row, box.barTop + index * box.rowStep, box);
  for (const [index, fence] of lane.fences.entries()) {
    drawFence(context, fence, box.underTop + index * box.underHeight, lane.fences.length > 1);
  }
}

function drawRow(context: DrawContext, row: RecordRow, top: number, box: LaneBox): void {
  const { canvas, scale, picture, text } = context;
  const left = Math.max(-12, scale.x(picture.start));
  const right = Math.min(scale.width + 12, scale.x(row.values[0]?.start ?? picture.until));
  if (right > left) {
    canvas.add('ground', 'tl-unwritten', rectPath(left, top, right - left, box.barHeight, 4, LEFT));
    const labelLeft = Math.max(0, left) + 7;
    canvas.wish({
      id: `unwritten ${row.record}`,
      className: 'tl-label tl-muted',
      size: 12,
      bold: false,
      rank: 7,
      within: [labelLeft, Math.min(right, scale.width) - 4],
      choices: initialWords(row, text).map((word) => ({
        text: word,
        x: labelLeft,
        y: top + box.barHeight / 2,
        anchor: 'start' as const,
      })),
    });
  }
  for (const bar of barsInView(row.values, scale, { kindOf: clientOf })) {
    const { segment } = bar;
    const colour = bar.uniform ? clientClass(segment.client) : 'tl-no-client';
    const width = bar.right - bar.left;
    canvas.add('lease', `tl-value ${colour}`, rectPath(bar.left, top, width, box.barHeight, 3, NONE));
    if (segment.severity === 'corrupted' || segment.severity === 'at-risk') {
      const tone = toneClass(segment.severity);
      const edge = rectPath(bar.left, top, Math.min(3, width), box.barHeight, 0, NONE);
      canvas.add('edge', `tl-marked-edge ${tone}`, edge);
      canvas.add(
        'edge',
        `tl-marked-line ${tone}`,
        rectPath(bar.left, top + 0.75, width, box.barHeight - 1.5, 0),
      );
    } else {
      canvas.add('edge', `tl-value-edge ${colour}`, rectPath(bar.left, top, 1.5, box.barHeight, 0, NONE));
    }
    if (bar.count === 1) labelValue(context, segment, bar.left, bar.right, top + box.barHeight / 2);
  }
}

/** What a record holds before the first write, as far as that is known. */
function initialWords({ record, initial }: RecordRow, text: DrawContext['text']): readonly string[] {
  if (initial === null || initial === '') return [text.unwritten];
  return record === '' ? [initial] : [text.initial(record, initial), initial];
}

function labelValue(
  context: DrawContext,
  segment: ValueSegment,
  left: number,
  right: number,
  y: number,
): void {
  const { canvas, scale, text, measure, nameOf } = context;
  const x = Math.max(0, left) + 8;
  const end = Math.min(scale.width, right) - 4;
  const bad = segment.severity === 'corrupted';
  const style = { size: 12, bold: bad };
  const writer = nameOf(segment.clientId);
  const value = segment.deletes ? text.deleted : segment.value;
  const full = text.value(writer, value, segment.token);
  const short = value === null ? '' : shorten(value, end - x, style, measure);
  const words = [full, short, writer];
  canvas.wish({
    id: `value ${String(segment.startSeq)}`,
    className: `tl-label ${bad ? 'tl-tone-corrupted' : clientClass(segment.client)}`,
    ...style,
    rank: bad ? 0 : 2,
    within: [x, end],
    choices: words
      .filter((word) => word !== '')
      .map((word) => ({ text: word, x, y, anchor: 'start' as const })),
  });
}

function drawFence(context: DrawContext, fence: FenceLine, top: number, named: boolean): void {
  const { canvas, scale, picture, text } = context;
  const y = top + 1;
  for (const bar of barsInView(fence.steps, scale)) {
    const { segment } = bar;
    const right = Math.min(bar.right, scale.x(picture.until));
    const post = bar.begins ? linePath(bar.left, y - 5, bar.left, y + 9) : '';
    canvas.add('edge', 'tl-fence tl-tone-fenced', linePath(bar.left, y, right, y) + post);
    if (bar.count > 1) continue;
    const x = Math.max(0, bar.left) + 5;
    canvas.wish({
      id: `fence ${fence.key} ${String(segment.startSeq)}`,
      className: 'tl-label tl-halo tl-tone-fenced',
      size: 11,
      bold: false,
      rank: 5,
      within: [0, Math.min(scale.width, Math.max(right, x + 44))],
      choices: [
        ...(named ? [text.fenceOf(segment.fence, fence.key)] : []),
        text.fenceAt(segment.fence),
        String(segment.fence),
      ].map((word) => ({ text: word, x, y: y + 9, anchor: 'start' as const })),
    });
  }
}

const NONE = { left: false, right: false };
const LEFT = { left: true, right: false };

function clientOf(value: ValueSegment): number {
  return value.client;
}
