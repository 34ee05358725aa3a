import type { Box, LabelWish } from './label-placement.ts';
import type { Glyph } from './glyphs.ts';

/** What lies below what: later layers are drawn over earlier ones. */
export const LAYERS = [
  'ground',
  'density',
  'message',
  'lease',
  'bar',
  'blank',
  'hatch',
  'edge',
  'mark',
  'cut',
] as const;

/** One layer of a drawing. */
export type Layer = (typeof LAYERS)[number];

/** Patterns a path can be filled with; each client has its own two hatches. */
export type Fill = 'zombie' | 'danger' | 'pause' | 'crash';

/** Many shapes that look alike, as one path. */
export interface DrawnPath {
  readonly id: string;
  readonly className: string;
  readonly d: string;
  readonly fill: Fill | null;
  /** The client whose hatch it is. */
  readonly client: number;
}

/** Collects shapes by look, so that a picture of any size is a few dozen paths. */
export class Canvas {
  readonly wishes: LabelWish[] = [];
  readonly obstacles: Box[] = [];
  readonly #paths = new Map<string, { layer: Layer; path: DrawnPath; parts: string[] }>();
  /** Shapes of a kind mostly come one after the other. */
  #last: { layer: Layer; path: DrawnPath; parts: string[] } | null = null;

  /** Adds a shape to the path of its kind. */
  add(layer: Layer, className: string, d: string, fill: Fill | null = null, client = -1): void {
    const last = this.#last;
    if (
      last !== null &&
      last.layer === layer &&
      last.path.className === className &&
      last.path.fill === fill &&
      last.path.client === client
    ) {
      last.parts.push(d);
      return;
    }
    const id = `${layer} ${className} ${fill ?? ''} ${String(client)}`;
    let known = this.#paths.get(id);
    if (known === undefined) {
      known = { layer, path: { id, className, d: '', fill, client }, parts: [] };
      this.#paths.set(id, known);
    }
    known.parts.push(d);
    this.#last = known;
  }

  /** Adds a glyph in a colour class; labels keep clear of it. */
  glyph(glyph: Glyph, className: string, x: number, y: number): void {
    if (glyph.fill !== undefined) this.add('mark', `tl-glyph-fill ${className}`, glyph.fill);
    if (glyph.stroke !== undefined) this.add('mark', `tl-glyph-stroke ${className}`, glyph.stroke);
    if (glyph.cut !== undefined) this.add('cut', 'tl-glyph-cut', glyph.cut);
    this.block({
      left: x - glyph.reach,
      right: x + glyph.reach,
      top: y - glyph.reach,
      bottom: y + glyph.reach,
    });
  }

  /** Keeps labels out of a rectangle. */
  block(box: Box): void {
    this.obstacles.push(box);
  }

  /** Asks for a label. */
  wish(wish: LabelWish): void {
    this.wishes.push(wish);
  }

  /** The paths, bottom layer first. */
  paths(): readonly DrawnPath[] {
    const all = [...this.#paths.values()];
    return LAYERS.flatMap((layer) =>
      all.filter((item) => item.layer === layer).map(({ path, parts }) => ({ ...path, d: parts.join('') })),
    );
  }
}
