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

/** The shapes of one look, as far as they are collected. */
interface Look {
  readonly className: string;
  readonly fill: Fill | null;
  readonly client: number;
  readonly parts: string[];
}

/** Collects shapes by look, so that a picture of any size is a few dozen paths. */
export class Canvas {
  readonly wishes: LabelWish[] = [];
  readonly obstacles: Box[] = [];
  readonly #layers: { readonly [layer in Layer]: Map<string, Look> } = {
    ground: new Map(),
    density: new Map(),
    message: new Map(),
    lease: new Map(),
    bar: new Map(),
    blank: new Map(),
    hatch: new Map(),
    edge: new Map(),
    mark: new Map(),
    cut: new Map(),
  };

  /** Adds a shape to the path of its kind. */
  add(layer: Layer, className: string, d: string, fill: Fill | null = null, client = -1): void {
    const looks = this.#layers[layer];
    const name = fill === null ? className : `${className} ${fill} ${String(client)}`;
    const look = looks.get(name);
    if (look === undefined) looks.set(name, { className, fill, client, parts: [d] });
    else look.parts.push(d);
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
    const paths: DrawnPath[] = [];
    for (const layer of LAYERS) {
      for (const [name, { className, fill, client, parts }] of this.#layers[layer]) {
        paths.push({ id: `${layer} ${name}`, className, d: parts.join(''), fill, client });
      }
    }
    return paths;
  }
}
