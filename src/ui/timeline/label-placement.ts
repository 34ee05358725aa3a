import type { MeasureText } from './text-width.ts';

/** A way to write a label: where, and in which words. Anchors as in SVG. */
export interface LabelChoice {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Middle of the line. */
  readonly y: number;
}

/** A wish for a label. */
export interface LabelWish {
  readonly id: string;
  readonly className: string;
  readonly size: number;
  readonly bold: boolean;
  /** Lower numbers are placed first. */
  readonly rank: number;
  /** Tried in order: first move, then shorten; what fits nowhere is dropped. */
  readonly choices: readonly LabelChoice[];
  /** The label stays between these, in pixels. */
  readonly within: readonly [left: number, right: number];
}

/** A label that found its place. */
export interface PlacedLabel extends LabelChoice {
  readonly id: string;
  readonly className: string;
  readonly size: number;
  readonly bold: boolean;
  readonly box: Box;
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room kept between two labels on one line. */
const GAP = 5;
const CELL = 64;
/** More rows of cells than any picture has. */
const ROWS = 65_536;

/**
 * Places labels so that none overlaps another or an obstacle. Order: by rank, then by wish. Each takes the
 * first of its choices that fits within its bounds and meets nothing; a label without such a choice is
 * dropped, its words stay in the details that pointer and focus show.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  obstacles: readonly Box[],
  measure: MeasureText,
): readonly PlacedLabel[] {
  const taken = new BoxGrid();
  for (const box of obstacles) taken.add(box);
  const placed: PlacedLabel[] = [];
  for (const wish of wishes.toSorted((a, b) => a.rank - b.rank)) {
    for (const choice of wish.choices) {
      const box = boxOf(choice, wish, measure);
      if (box.left < wish.within[0] || box.right > wish.within[1] || taken.meets(box)) continue;
      taken.add({ ...box, left: box.left - GAP, right: box.right + GAP });
      const { id, className, size, bold } = wish;
      placed.push({ ...choice, id, className, size, bold, box });
      break;
    }
  }
  return placed;
}

/** The rectangle that a label will take. */
export function boxOf(
  choice: LabelChoice,
  style: { readonly size: number; readonly bold: boolean },
  measure: MeasureText,
): Box {
  const width = measure(choice.text, style.size, style.bold);
  const left =
    choice.anchor === 'start' ? choice.x : choice.anchor === 'end' ? choice.x - width : choice.x - width / 2;
  const half = style.size * 0.6;
  return { left, right: left + width, top: choice.y - half, bottom: choice.y + half };
}

/** Boxes by cells of the picture, so that a look-up meets a few boxes and not all. */
class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  add(box: Box): void {
    for (const name of cellsOf(box)) {
      const cell = this.#cells.get(name);
      if (cell === undefined) this.#cells.set(name, [box]);
      else cell.push(box);
    }
  }

  meets(box: Box): boolean {
    for (const name of cellsOf(box)) {
      for (const other of this.#cells.get(name) ?? []) {
        const apart =
          other.right <= box.left ||
          other.left >= box.right ||
          other.bottom <= box.top ||
          other.top >= box.bottom;
        if (!apart) return true;
      }
    }
    return false;
  }
}

function cellsOf(box: Box): readonly number[] {
  const names: number[] = [];
  for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column++) {
    for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row++) {
      names.push(column * ROWS + row);
    }
  }
  return names;
}

/** Shortens words to a width, with an ellipsis; empty if not even two letters fit. */
export function shorten(
  text: string,
  width: number,
  style: { size: number; bold: boolean },
  measure: MeasureText,
): string {
  if (measure(text, style.size, style.bold) <= width) return text;
  const letters = [...text];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const cut = `${letters.slice(0, middle).join('').trimEnd()}…`;
    if (measure(cut, style.size, style.bold) <= width) low = middle;
    else high = middle - 1;
  }
  return low < 2 ? '' : `${letters.slice(0, low).join('').trimEnd()}…`;
}
