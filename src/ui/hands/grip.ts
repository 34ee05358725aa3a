import type { Edited } from '../state/edit-tree.ts';

/** What a grip takes hold of; the catalogue has a name for each. */
export type GripKind =
  | 'pause-start'
  | 'pause-end'
  | 'crash'
  | 'restart'
  | 'clock'
  | 'act'
  | 'fault-start'
  | 'fault-end'
  | 'cut-start'
  | 'cut-end'
  | 'lease-end'
  | 'arrival'
  | 'sending';

/** Where in its lane a grip is. */
export type GripTrack = 'band' | 'lease' | 'message-from' | 'message-to';

/** A part of the picture that can be taken hold of and moved in time. */
export interface Grip {
  /** Its own name, the same as long as what it holds is there. */
  readonly id: string;
  readonly kind: GripKind;
  /** Names that its words need: a client, a node, a message. */
  readonly subject: string;
  readonly other: string;
  /** The lane that it is drawn in. */
  readonly lane: string;
  readonly track: GripTrack;
  /** Number of the entry whose place it shares, for its height in the lane. */
  readonly seq: number;
  /** Where what it belongs to ends, if that is before the grip; a line leads from there to it. */
  readonly tetheredAt?: number;
  /** Where it is, and where it can be, in microseconds. */
  readonly t: number;
  readonly min: number;
  readonly max: number;
  /** The state in which it is at an instant, in microseconds, and all else as it is now. */
  readonly moved: (t: number) => Edited;
}
