/** Where the numbers of a world lie in its words: each place has a field of its own width. */
export interface Layout {
  /** Words that a world takes. */
  readonly words: number;
  readonly fields: readonly Field[];
}

/** One place's bits; a field never spans two words. */
export interface Field {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** Packs fields of these widths, in bits, into as few words of 32 bits as go in order. */
export function layoutOf(widths: readonly number[]): Layout {
  const fields: Field[] = [];
  let word = 0;
  let shift = 0;
  for (const width of widths) {
    if (shift + width > 32) {
      word += 1;
      shift = 0;
    }
    fields.push({ word, shift, mask: width === 32 ? -1 : (1 << width) - 1 });
    shift += width;
  }
  return { words: word + 1, fields };
}

/** Bits that hold the numbers below `count`; none for a place that has one number only. */
export function widthFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}

/** Bits that a place may get beyond what it needs: tables of steps are as long as a field is wide. */
const ROOM = 4;

/**
 * Widths for places with so many numbers in use, with room to grow: what is left of one word is dealt out
 * bit by bit among the places that have more than one number, the scarcest first. More than a word is
 * dealt out where the numbers alone need more: then every place gets one bit to spare.
 */
export function roomyWidths(sizes: readonly number[]): number[] {
  const widths = sizes.map(widthFor);
  let spare = 32 - widths.reduce((sum, width) => sum + width, 0);
  if (spare < 0) return widths.map((width) => (width === 0 ? 0 : Math.min(width + 1, 32)));
  const mayGrow = (place: number): boolean => (widths[place] ?? 0) < widthFor(sizes[place] ?? 1) + ROOM;
  const growing = sizes.flatMap((size, place) => (size > 1 ? [place] : []));
  const room = (place: number): number => (widths[place] ?? 0) - Math.log2(sizes[place] ?? 1);
  while (spare > 0) {
    const [scarcest] = growing.filter(mayGrow).toSorted((a, b) => room(a) - room(b));
    if (scarcest === undefined) break;
    widths[scarcest] = (widths[scarcest] ?? 0) + 1;
    spare -= 1;
  }
  return widths;
}
