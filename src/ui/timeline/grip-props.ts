/** A part of a panel that can be moved in time. Times are microseconds. */
export interface TimelineGrip {
  readonly id: string;
  /** Id of the lane that it is in. */
  readonly lane: string;
  /** In the band of a lane, or where the entry with number `seq` is. */
  readonly track: 'band' | 'entry';
  readonly seq: number;
  readonly t: number;
  /** Where what it belongs to ends, if that is before it; null: it stands at it. */
  readonly tetheredAt: number | null;
  readonly min: number;
  readonly max: number;
  /** Its name, and its place in words. */
  readonly label: string;
  readonly value: string;
  /** Seen only while the pointer or the keyboard is on it. */
  readonly quiet: boolean;
}

/** What is done with a grip: taken, moved, let go, taken back; or moved by a key. */
export type GripPhase = 'start' | 'move' | 'end' | 'cancel' | 'key';
