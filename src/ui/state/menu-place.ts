import type { Micros } from '../../engine/time.ts';

/** Where the schedule is about to be changed: a lane of a run at an instant, or a message. */
export interface MenuPlace {
  /** The run that was pointed at; a change is made in all. */
  readonly configuration: string;
  readonly lane: string;
  readonly t: Micros;
  /** Stable name of a message; null: the lane itself. */
  readonly message: string | null;
  /** Where the pointer was, in the coordinates of the window; null: it was a key. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
}
