import { circlePath, linePath, polygonPath, px } from './path.ts';
import type { MarkShape, Severity } from './picture.ts';

/** A small shape: what is filled with its colour, what is stroked with it, and what is cut out of it. */
export interface Glyph {
  readonly fill?: string;
  readonly stroke?: string;
  /** Stroked in the ground's colour, on top of the fill. */
  readonly cut?: string;
  /** Half of its width and height, for pointers and labels. */
  readonly reach: number;
}

/** The shape of a mark with its middle at a point. */
export function markGlyph(shape: Exclude<MarkShape, 'edge'>, x: number, y: number): Glyph {
  switch (shape) {
    case 'accepted':
      return { fill: circlePath(x, y, 3.5), reach: 4 };
    case 'corrupting':
      return {
        fill: polygonPath(x, y, [
          [-8, 7],
          [0, -8],
          [8, 7],
        ]),
        cut: warning(x, y),
        reach: 9,
      };
    case 'unreplaced':
      return {
        stroke: polygonPath(x, y, [
          [-7, 6.5],
          [0, -7],
          [7, 6.5],
        ]),
        reach: 9,
      };
    case 'fenced':
      return { fill: shield(x, y), cut: cross(x, y, 3), reach: 9 };
    case 'refused':
      return { fill: octagon(x, y, 8), cut: linePath(x - 4, y, x + 4, y), reach: 9 };
    case 'rejected':
      return { stroke: octagon(x, y, 5.5) + cross(x, y, 2), reach: 7 };
    case 'read':
      return { stroke: circlePath(x, y, 3), reach: 4 };
    case 'refusal':
      return { stroke: circlePath(x, y, 4) + linePath(x - 2.8, y + 2.8, x + 2.8, y - 2.8), reach: 5 };
    case 'wait':
      return {
        fill: polygonPath(x, y, [
          [-2, -4],
          [4, 0],
          [-2, 4],
        ]),
        reach: 5,
      };
    case 'abandon':
      return { stroke: cross(x, y, 3.5), reach: 5 };
    case 'work-start':
      return { stroke: `M${px(x + 3)} ${px(y - 4)}h-3v8h3`, reach: 5 };
    case 'work-end':
      return { stroke: `M${px(x - 3)} ${px(y - 4)}h3v8h-3`, reach: 5 };
    case 'crash':
      return { stroke: cross(x, y, 6), reach: 7 };
    case 'restart':
      return { stroke: `M${px(x - 4)} ${px(y + 1)}l4 -4l4 4M${px(x)} ${px(y - 3)}v8`, reach: 6 };
    case 'clock':
      return { stroke: `${circlePath(x, y, 5)}M${px(x)} ${px(y - 3)}v3l2.4 1.6`, reach: 6 };
    case 'fault':
      return { stroke: `M${px(x + 2)} ${px(y - 5.5)}l-5 6h5.5l-4 5`, reach: 6 };
    case 'note':
      return {
        stroke: `M${px(x - 4)} ${px(y - 4.5)}h5.5l2.5 2.5v6.5h-8zM${px(x - 2)} ${px(y)}h4M${px(x - 2)} ${px(y + 2)}h3`,
        reach: 6,
      };
    case 'other':
      return {
        stroke: polygonPath(x, y, [
          [-4, 0],
          [0, -4],
          [4, 0],
          [0, 4],
        ]),
        reach: 5,
      };
  }
}

/** The shape of a finding that is no write; the same shapes stand beside the outcome words. */
export function severityGlyph(severity: Severity, x: number, y: number): Glyph {
  switch (severity) {
    case 'corrupted':
      return markGlyph('corrupting', x, y);
    case 'refused':
      return markGlyph('refused', x, y);
    case 'fenced':
      return markGlyph('fenced', x, y);
    case 'blocked':
      return {
        fill: `M${px(x - 6)} ${px(y - 6)}h12v12h-12z`,
        cut: `M${px(x - 2)} ${px(y - 3)}v6m4 0v-6`,
        reach: 7,
      };
    case 'at-risk':
      return {
        fill: polygonPath(x, y, [
          [-7, 0],
          [0, -7],
          [7, 0],
          [0, 7],
        ]),
        cut: warning(x, y - 1.5),
        reach: 8,
      };
    case 'hazard':
      return { stroke: circlePath(x - 2, y, 3.5) + circlePath(x + 2, y, 3.5), reach: 6 };
  }
}

function cross(x: number, y: number, r: number): string {
  return linePath(x - r, y - r, x + r, y + r) + linePath(x - r, y + r, x + r, y - r);
}

function warning(x: number, y: number): string {
  return `M${px(x)} ${px(y - 2.5)}v4.5m0 2.2v1`;
}

function shield(x: number, y: number): string {
  return `M${px(x)} ${px(y - 8.5)}l7 2.5v5c0 5 -3.5 8 -7 9.5c-3.5 -1.5 -7 -4.5 -7 -9.5v-5z`;
}

function octagon(x: number, y: number, r: number): string {
  const s = r * 0.414;
  return polygonPath(x, y, [
    [-s, -r],
    [s, -r],
    [r, -s],
    [r, s],
    [s, r],
    [-s, r],
    [-r, s],
    [-r, -s],
  ]);
}
