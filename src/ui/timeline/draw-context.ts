import type { Canvas } from './drawing.ts';
import type { RunPicture } from './picture.ts';
import type { TimeScale } from './scale.ts';
import type { TimelineText } from './text.ts';
import type { MeasureText } from './text-width.ts';

/** What the parts of a drawing share. */
export interface DrawContext {
  readonly canvas: Canvas;
  readonly picture: RunPicture;
  readonly scale: TimeScale;
  readonly text: TimelineText;
  readonly measure: MeasureText;
  readonly duration: (length: number) => string;
  /** Shown name of the client with this colour index. */
  readonly clientName: (client: number) => string;
  /** Shown name of whoever has this id; the id itself for whoever has no lane. */
  readonly nameOf: (id: string) => string;
}
