import type { ChartEdge } from '../../machines/chart.ts';

/** A point of the drawing, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A state's place: its centre and size. */
export interface PlacedState extends Point {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** The way between two states; one line for both directions. */
export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly events: readonly string[];
  /** Events of the way back; empty where there is none. */
  readonly back: readonly string[];
  readonly points: readonly Point[];
}

/** A region of a chart with everything in its place. */
export interface RegionLayout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly edges: readonly PlacedEdge[];
  /** What leads somewhere from whichever state the region is in; not drawn as lines. */
  readonly fromAnyState: readonly ChartEdge[];
}
