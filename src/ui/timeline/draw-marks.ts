import { clientClass, toneClass } from './colours.ts';
import type { LaneDensity } from './density.ts';
import { inBlock } from './density.ts';
import type { DrawContext } from './draw-context.ts';
import type { LaneBox } from './geometry.ts';
import { markGlyph, severityGlyph } from './glyphs.ts';
import { linePath, rectPath } from './path.ts';
import type { FindingMark, LanePicture, MarkShape } from './picture.ts';
import { glyphY, markY } from './ports.ts';
import { at, lowerBound } from './search.ts';
import { worse } from './severity.ts';

/** Draws the shapes of the entries that are shown one by one, and blocks for the others. */
export function drawMarks(context: DrawContext, lane: LanePicture, box: LaneBox, density: LaneDensity): void {
  const { canvas, scale } = context;
  const judged: PlacedMark[] = [];
  for (const [first, last] of density.alone) {
    for (let index = first; index < last; index++) {
      const shape = at(lane.marks.shape, index);
      if (shape === 'edge') continue;
      const x = scale.x(at(lane.marks.t, index));
      const own = markY(lane, box, at(lane.marks.track, index), at(lane.marks.row, index));
      const y = glyphY(lane, shape, own);
      const mark = { shape, tone: toneOf(shape, at(lane.marks.client, index)), x, y };
      if (WORST_FIRST.includes(shape)) judged.push(mark);
      else canvas.glyph(markGlyph(shape, x, y), mark.tone, x, y);
    }
  }
  drawJudged(context, judged);
  drawBlocks(context, box, density);
}

interface PlacedMark {
  readonly shape: Exclude<MarkShape, 'edge'>;
  readonly tone: string;
  readonly x: number;
  readonly y: number;
}

const WORST_FIRST: readonly MarkShape[] = ['corrupting', 'refused', 'unreplaced', 'fenced', 'rejected'];
/** Shapes closer than this would be unreadable on top of each other. */
const APART = 10;

/** Of judged writes at one place the worst is drawn; the others stay to be found by pointer and keyboard. */
function drawJudged({ canvas }: DrawContext, marks: readonly PlacedMark[]): void {
  const drawn: PlacedMark[] = [];
  for (const shape of WORST_FIRST) {
    for (const mark of marks) {
      if (mark.shape !== shape) continue;
      if (
        drawn.some(({ x, y, shape }) => shape !== mark.shape && y === mark.y && Math.abs(x - mark.x) < APART)
      )
        continue;
      drawn.push(mark);
      canvas.glyph(markGlyph(mark.shape, mark.x, mark.y), mark.tone, mark.x, mark.y);
    }
  }
}

function toneOf(shape: MarkShape, client: number): string {
  switch (shape) {
    case 'corrupting':
      return toneClass('corrupted');
    case 'unreplaced':
      return toneClass('at-risk');
    case 'fenced':
      return toneClass('fenced');
    case 'refused':
      return toneClass('refused');
    case 'note':
    case 'other':
    case 'clock':
    case 'fault':
      return 'tl-no-client';
    default:
      return clientClass(client);
  }
}

/** Columns as high as the number of entries in them, with the number in words where there is room. */
function drawBlocks({ canvas, scale, text }: DrawContext, box: LaneBox, density: LaneDensity): void {
  if (density.blocks.length === 0) return;
  const bottom = box.densityTop + box.densityHeight;
  const most = Math.max(...density.blocks.flatMap((block) => block.columns.map((column) => column.count)));
  for (const block of density.blocks) {
    for (const column of block.columns) {
      const left = Math.max(0, scale.x(column.from));
      const right = Math.min(scale.width, scale.x(column.to));
      const height = Math.max(2, (box.densityHeight * column.count) / most);
      if (right <= left) continue;
      canvas.add('density', 'tl-density', rectPath(left, bottom - height, right - left, height, 0, NONE));
    }
    const left = Math.max(0, scale.x(block.from));
    const right = Math.min(scale.width, scale.x(block.to));
    const words = text.entries(block.last - block.first);
    canvas.wish({
      id: `block ${String(box.top)} ${String(block.first)}`,
      className: 'tl-label tl-halo tl-muted',
      size: 11,
      bold: false,
      rank: 8,
      within: [left, right],
      choices: [{ text: words, x: (left + right) / 2, y: bottom - box.densityHeight / 2, anchor: 'middle' }],
    });
  }
}

const CLOSE = 10;

/** Flags the findings that are no writes, and names the writes that are findings. */
export function drawFindings(
  context: DrawContext,
  lane: LanePicture,
  box: LaneBox,
  density: LaneDensity,
): void {
  const { scale } = context;
  const { findings } = lane;
  let index = lowerBound(findings, scale.from, (mark) => mark.t);
  while (index < findings.length) {
    const first = at(findings, index);
    if (first.t > scale.to) break;
    // Findings that stand as close as this share a flag and a label: the worst speaks for all.
    const group: FindingMark[] = [];
    const x = scale.x(first.t);
    while (index < findings.length && scale.x(at(findings, index).t) - x < CLOSE) {
      group.push(at(findings, index));
      index += 1;
    }
    drawGroup(context, lane, box, group, inBlock(density.blocks, first.t));
  }
}

function drawGroup(
  context: DrawContext,
  lane: LanePicture,
  box: LaneBox,
  group: readonly FindingMark[],
  hidden: boolean,
): void {
  const { canvas, scale, text } = context;
  const leader = group.reduce((a, b) => (worse(a.severity, b.severity) === a.severity ? a : b));
  const x = scale.x(leader.t);
  const flags = group.filter((mark) => !mark.onWrite);
  const tone = toneClass(leader.severity);
  const y =
    leader.onWrite && lane.role === 'store'
      ? box.barTop + rowOf(lane, leader) * box.rowStep - 12
      : box.labelY;

  const flag =
    flags.length === 0
      ? undefined
      : flags.reduce((a, b) => (worse(a.severity, b.severity) === a.severity ? a : b));
  if (flag !== undefined && !leader.onWrite) {
    const glyph = severityGlyph(flag.severity, x, y);
    canvas.add('edge', `tl-flag-pole ${tone}`, linePath(x, y + glyph.reach, x, box.barTop));
    canvas.glyph(glyph, tone, x, y);
  }
  if (leader.onWrite && hidden) {
    // The write itself is in a block of many entries; what it broke is shown all the same.
    canvas.glyph(severityGlyph(leader.severity, x, y + 2), tone, x, y + 2);
  }
  const words = wordsOf(context, leader);
  const others = [...new Set(group.map((mark) => mark.finding.kind))].filter(
    (kind) => kind !== leader.finding.kind,
  );
  const [second] = others;
  const long = words.map((word) =>
    second === undefined
      ? word
      : others.length === 1
        ? text.both(word, text.findings[second])
        : text.andMore(word, others.length),
  );
  canvas.wish({
    id: `finding ${String(leader.seq)} ${leader.finding.kind}`,
    className: `tl-label tl-halo ${tone}`,
    size: 11,
    bold: leader.severity !== 'hazard',
    rank: leader.severity === 'hazard' ? 5 : 0,
    within: [0, scale.width],
    choices: [...long, ...words].flatMap((word) => [
      { text: word, x: x + 16, y, anchor: 'start' as const },
      { text: word, x: x - 16, y, anchor: 'end' as const },
    ]),
  });
}

function wordsOf({ text }: DrawContext, { finding }: FindingMark): readonly string[] {
  const short = text.findings[finding.kind];
  const { token, fence } = finding.facts;
  if (finding.kind === 'stale-write-accepted') return [text.staleWrite(token ?? null), text.staleWriteShort];
  if (finding.kind === 'stale-write-rejected')
    return [
      text.fencedWrite(token ?? null, fence ?? null),
      ...(token === undefined || fence === undefined ? [] : [text.fencedWriteShort(token, fence)]),
      short,
    ];
  return [short];
}

function rowOf(lane: LanePicture, mark: FindingMark): number {
  const index = lowerBound(lane.marks.seq, mark.seq, (seq) => seq);
  return lane.marks.row[index] ?? 0;
}

const NONE = { left: false, right: false };
