import type { Ref } from 'react';
import type { Entry } from '../../engine/trace.ts';
import type { Micros } from '../../engine/time.ts';
import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import type { GripPhase, TimelineGrip } from './grip-props.ts';
import type { TimeView } from './time-view.ts';
import type { TimelineText } from './text.ts';

/** The moment looked at. Among several entries at one time, `seq` of the first run says how far it has come. */
export interface TimelineCursor {
  readonly t: Micros;
  readonly seq?: number;
}

/** Where a cursor change came from, for whoever needs more than the entry. */
export interface CursorChange {
  /** Index into `runs` of the run whose entry it is. */
  readonly run: number;
  /** The time pointed at; at or after the entry's own. */
  readonly t: Micros;
}

/** The first entries in which two neighbouring runs part. */
export interface TimelineDifference {
  readonly t: Micros;
  /** The entry of the run above that has no equal below; null if only the run below has one. */
  readonly above: number | null;
  /** The entry of the run below that has no equal above; null if only the run above has one. */
  readonly below: number | null;
  readonly sentence: string;
}

/** What the shell may ask of the picture, for its own keys and buttons. */
export interface TimelineHandle {
  /** Zooms around the cursor, or the middle if the cursor is out of view; above 1 shows less. */
  readonly zoomBy: (factor: number) => void;
  /** Moves by a share of what is shown; positive is later. */
  readonly panBy: (share: number) => void;
  /** Shows the whole run. */
  readonly fit: () => void;
  /** Brings a moment into view. */
  readonly reveal: (t: Micros) => void;
  /** Puts the keyboard's focus on an entry. */
  readonly focusEntry: (run: number, seq: number) => void;
}

/** Where the picture was asked for what can be done there. */
export interface TimelineAsk {
  /** Index into `runs`. */
  readonly run: number;
  readonly lane: string;
  /** The time pointed at; null: a name of a lane, which is at no time. */
  readonly t: number | null;
  /** The entry or message pointed at, by the number of its entry. */
  readonly seq: number | null;
  /** Where the pointer was; null: the keyboard. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

/** Properties of the timeline. */
export interface TimelineProps {
  /** One to four configurations of one schedule, on one time axis. */
  readonly runs: readonly Run[];
  readonly cursor: TimelineCursor;
  /** The reader pointed at a moment: the last entry at or before it. */
  readonly onCursorChange: (seq: number, change: CursorChange) => void;
  /** Id of the selected lane. */
  readonly selectedLane: string | null;
  readonly onSelectLane: (lane: string | null) => void;
  /** Between each run and the next; null where the two tell the same. */
  readonly differences: readonly (TimelineDifference | null)[];
  /** null: the whole run. */
  readonly view: TimeView | null;
  /** The view stays what it is, even where the runs end before it does: something is being moved in it. */
  readonly isViewHeld?: boolean;
  readonly onViewChange: (view: TimeView | null) => void;
  /** Whether long stretches in which nothing happens are drawn short. */
  readonly folds?: boolean;
  /** Whether lanes grow with the height that the picture is given; else its height is what they need. */
  readonly fills?: boolean;
  /** What can be taken hold of, run by run; none where it is left out. */
  readonly grips?: readonly (readonly TimelineGrip[])[];
  readonly onGrip?: (run: number, grip: string, phase: GripPhase, t: number) => void;
  /** Runs as they were before a change that is not over, run by run: drawn faintly below those of now. */
  readonly ghosts?: readonly Run[] | null;
  /** Asked for by a context menu, by its key, or by a long touch. */
  readonly onAsk?: ((ask: TimelineAsk) => void) | undefined;
  readonly text: TimelineText;
  /** One sentence about an entry, the same as in list and transcript. */
  readonly describe: (entry: Entry, run: Run) => string;
  /** One sentence about a finding; without it the details show the entry alone. */
  readonly describeFinding?: (finding: Finding, run: Run) => string;
  readonly ref?: Ref<TimelineHandle>;
}
