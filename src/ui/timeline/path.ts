/*
 * SVG path data. Coordinates are rounded to a tenth of a pixel: finer is not seen and makes long strings.
 */

const NARROW = 7;

/** Rounds a coordinate for path data. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A rectangle; its corners are rounded on the sides named, as far as its size allows. */
export function rectPath(
  left: number,
  top: number,
  width: number,
  height: number,
  radius: number,
  round: { readonly left: boolean; readonly right: boolean } = BOTH,
): string {
  // Corners of a bar this narrow are not seen, but make its path five times as long.
  const r = width < NARROW ? 0 : Math.min(radius, width / 2, height / 2);
  const a = round.left ? r : 0;
  const b = round.right ? r : 0;
  if (a === 0 && b === 0) return `M${px(left)} ${px(top)}h${px(width)}v${px(height)}h${px(-width)}z`;
  const right = left + width;
  const bottom = top + height;
  return [
    `M${px(left + a)} ${px(top)}H${px(right - b)}`,
    b > 0 ? `A${px(b)} ${px(b)} 0 0 1 ${px(right)} ${px(top + b)}` : '',
    `V${px(bottom - b)}`,
    b > 0 ? `A${px(b)} ${px(b)} 0 0 1 ${px(right - b)} ${px(bottom)}` : '',
    `H${px(left + a)}`,
    a > 0 ? `A${px(a)} ${px(a)} 0 0 1 ${px(left)} ${px(bottom - a)}` : '',
    `V${px(top + a)}`,
    a > 0 ? `A${px(a)} ${px(a)} 0 0 1 ${px(left + a)} ${px(top)}` : '',
    'z',
  ].join('');
}

/** A circle. */
export function circlePath(x: number, y: number, r: number): string {
  let round = circles.get(r);
  if (round === undefined) {
    round = `a${px(r)} ${px(r)} 0 1 0 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 0 ${px(-2 * r)} 0z`;
    circles.set(r, round);
  }
  return `M${px(x - r)} ${px(y)}${round}`;
}

/** What is the same of all circles of a radius; the picture knows a handful of radii. */
const circles = new Map<number, string>();

/** A straight line. */
export function linePath(x1: number, y1: number, x2: number, y2: number): string {
  return `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}`;
}

/** A polygon through points relative to a place. */
export function polygonPath(x: number, y: number, points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([dx, dy]) => `${px(x + dx)} ${px(y + dy)}`).join('L')}z`;
}

const BOTH = { left: true, right: true };
