import type { Finding, Outcome } from '../../engine/verdict/types.ts';
import type { Lane } from '../../scenarios/run.ts';

/*
 * The picture of a run in time and lanes, before any pixel. Times are microseconds as plain numbers, because
 * an end may be Infinity. Lists are sorted by start, so what is in view is found by binary search.
 */

/** Something that lasts. `endSeq` is null where no entry ends it. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly startSeq: number;
  readonly endSeq: number | null;
}

/** A client thinks that it holds `key`, right or wrong. */
export interface BeliefSegment extends Segment {
  readonly key: string;
  /** Which slice of the belief bar it is drawn in, if the client believes in several keys. */
  readonly slice: number;
}

/** Belief without a lease. */
export interface ZombieSegment extends Segment {
  readonly key: string;
  readonly slice: number;
  /** Somebody else was granted the key since: now it can do harm. */
  readonly danger: boolean;
  /** Colour index of the client who was granted the key, if `danger`. */
  readonly other: number | null;
  /** It lasts to the end of its belief. */
  readonly endsBelief: boolean;
  /** The client has had no lease of this key at all. */
  readonly neverGranted: boolean;
}

/** A whole zombie window, harmless and dangerous part together. */
export interface ZombieWindow extends Segment {
  readonly slice: number;
  readonly danger: boolean;
  readonly other: number | null;
  readonly neverGranted: boolean;
}

/** Dotted band: the process stands still; or it is gone. */
export interface StopSegment extends Segment {
  readonly kind: 'pause' | 'crash';
}

/** How a lease came to its end; `promise`: at its promised end, without an entry; `open`: it did not. */
export type LeaseEnd = 'expire' | 'release' | 'revoke' | 'steal' | 'forget' | 'again' | 'promise' | 'open';

/** A lease in the record of a lock service. */
export interface LeaseSegment extends Segment {
  /** Colour index of the holder, -1 if it has no lane. */
  readonly client: number;
  readonly clientId: string;
  readonly key: string;
  readonly token: number | null;
  /** The last promised end, Infinity if none was given. */
  readonly promised: number;
  readonly endedBy: LeaseEnd;
  /** Who ended it, if that was not its holder. */
  readonly by: string | null;
  readonly renewals: readonly { readonly t: number; readonly seq: number }[];
}

/** What a record holds between two accepted writes. */
export interface ValueSegment extends Segment {
  readonly client: number;
  readonly clientId: string;
  readonly value: string | null;
  /** The write deleted the record. */
  readonly deletes: boolean;
  readonly token: number | null;
  /** The write broke a property: the block keeps a marked edge. */
  readonly severity: Severity | null;
}

/** The highest token a store has seen for a key, from `start` on. */
export interface FenceStep extends Segment {
  readonly fence: number;
}

/** Where a message got to; `unknown`: nothing in the trace tells. */
export type MessageFate = 'handled' | 'lost' | 'unknown';

/** A message from the lane it left to the lane it was for, on true time. */
export interface MessageLine extends Segment {
  readonly from: number;
  readonly to: number;
  /** Row of the lane at either end: a key of a service, a record of a store. */
  readonly fromRow: number;
  readonly toRow: number;
  /** Colour index of the client it belongs to, -1 if none. */
  readonly client: number;
  readonly fate: MessageFate;
}

/** How bad a finding is; each has a colour, a shape and a word. */
export type Severity = 'corrupted' | 'refused' | 'blocked' | 'at-risk' | 'fenced' | 'hazard';

/**
 * The drawn shape of an entry. `edge` has none of its own: the entry is the end of a bar or of a line, where
 * it is found by pointer and keyboard all the same.
 */
export type MarkShape =
  | 'edge'
  | 'accepted'
  | 'corrupting'
  | 'unreplaced'
  | 'fenced'
  | 'refused'
  | 'rejected'
  | 'read'
  | 'refusal'
  | 'wait'
  | 'abandon'
  | 'work-start'
  | 'work-end'
  | 'crash'
  | 'restart'
  | 'clock'
  | 'fault'
  | 'note'
  | 'other';

/** Which part of its lane an entry belongs to. */
export type MarkTrack = 'belief' | 'band' | 'row';

/** Every entry of a lane, in order, as parallel lists. */
export interface LaneMarks {
  readonly t: Float64Array;
  readonly seq: Uint32Array;
  readonly shape: readonly MarkShape[];
  readonly track: readonly MarkTrack[];
  readonly row: Uint32Array;
  /** Colour index, -1 if none. */
  readonly client: Int32Array;
}

/** A finding and where it is shown. */
export interface FindingMark {
  readonly finding: Finding;
  readonly severity: Severity;
  readonly t: number;
  readonly seq: number;
  readonly lane: number;
  /** The entry is a write: its own shape tells the finding, no flag is needed. */
  readonly onWrite: boolean;
}

interface LaneBase {
  readonly lane: Lane;
  readonly marks: LaneMarks;
  readonly findings: readonly FindingMark[];
}

/** A client: what it believes, above what the lock service's record says, above what stopped it. */
export interface ClientLane extends LaneBase {
  readonly role: 'client';
  readonly colour: number;
  /** Into how many slices the belief bar is cut: one a key. */
  readonly slices: number;
  readonly beliefs: readonly BeliefSegment[];
  /** All zombie windows, and the harmless and the dangerous ones apart. */
  readonly zombies: readonly ZombieSegment[];
  readonly harmless: readonly ZombieSegment[];
  readonly dangers: readonly ZombieSegment[];
  readonly windows: readonly ZombieWindow[];
  readonly leases: readonly LeaseSegment[];
  readonly stops: readonly StopSegment[];
  readonly waits: readonly Segment[];
  /** Something is drawn in the band below belief and record. */
  readonly hasBand: boolean;
}

/** One row of a lock service: leases of a key that do not overlap. */
export interface LeaseRow {
  readonly key: string;
  readonly leases: readonly LeaseSegment[];
}

/** A lock service: its leases, by key. */
export interface ServiceLane extends LaneBase {
  readonly role: 'service';
  readonly rows: readonly LeaseRow[];
}

/** One row of a store: the values of a record. */
export interface RecordRow {
  readonly record: string;
  /** What it held before the first write, if somebody read it. */
  readonly initial: string | null;
  readonly values: readonly ValueSegment[];
}

/** One fence of a store: the highest token seen for a key. */
export interface FenceLine {
  readonly key: string;
  readonly steps: readonly FenceStep[];
}

/** A store: its values, by record, and its fences, by key. */
export interface StoreLane extends LaneBase {
  readonly role: 'store';
  readonly rows: readonly RecordRow[];
  readonly fences: readonly FenceLine[];
}

/** One lane, by role. */
export type LanePicture = ClientLane | ServiceLane | StoreLane;

/** The whole run as a picture. */
export interface RunPicture {
  /** First and last moment of the trace. */
  readonly start: number;
  readonly end: number;
  /** The last moment worth showing: promised ends may lie beyond the trace. */
  readonly until: number;
  readonly lanes: readonly LanePicture[];
  readonly messages: readonly MessageLine[];
  /** `runningEnds` of the messages. */
  readonly messageEnds: Float64Array;
  readonly findings: readonly FindingMark[];
  readonly outcome: Outcome;
  /** When the outcome came about; null where no entry shows it. */
  readonly outcomeAt: number | null;
  /** More than one key, so that keys are worth naming. */
  readonly namesKeys: boolean;
}
