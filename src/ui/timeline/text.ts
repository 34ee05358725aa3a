import type { FindingKind, Outcome } from '../../engine/verdict/types.ts';
import type { TimeUnit } from './scale.ts';

/** Every word that the timeline shows. The catalogue has a section of this shape. */
export interface TimelineText {
  /** Name of the whole picture for screen readers. */
  readonly label: string;
  readonly units: Readonly<Record<TimeUnit, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  /** Name of the status that holds the outcome word of a configuration. */
  readonly outcomeOf: (configuration: string) => string;
  /** What follows the outcome word: `at 17.0 s`. */
  /** How long a stretch is that is drawn short. */
  readonly folded: (length: string) => string;
  readonly at: (time: string) => string;
  /** Name of one panel's picture: `Naive store: 4 lanes, 23 entries`. */
  readonly panel: (configuration: string, lanes: number, entries: number) => string;
  /** Name of the list of entries in a panel. */
  readonly gripsOf: (configuration: string) => string;
  readonly entriesOf: (configuration: string) => string;
  readonly selectLane: (lane: string) => string;

  /** Small words beside the lanes' names. */
  readonly believes: string;
  readonly record: string;
  readonly leases: string;
  readonly fence: string;

  readonly zombie: string;
  readonly zombieFor: (duration: string) => string;
  readonly zombieAgainst: (duration: string, other: string) => string;
  readonly hatches: { readonly zombie: string; readonly danger: string };
  readonly neverGranted: string;
  readonly paused: string;
  readonly pausedFor: (duration: string) => string;
  readonly crashed: string;
  readonly lease: (holder: string, token: number | null) => string;
  readonly leaseShort: (holder: string, token: number | null) => string;
  readonly expired: string;
  readonly ranOut: string;
  readonly released: string;
  readonly revoked: (by: string | null) => string;
  readonly stolen: (by: string | null) => string;
  readonly forgotten: string;
  readonly value: (writer: string, value: string | null, token: number | null) => string;
  /** Stands for the value of a record that was deleted. */
  readonly deleted: string;
  readonly unwritten: string;
  /** What a record holds before anybody writes. */
  readonly initial: (record: string, value: string) => string;
  readonly fenceAt: (fence: number) => string;
  readonly fenceOf: (fence: number, key: string) => string;
  readonly staleWrite: (token: number | null) => string;
  readonly staleWriteShort: string;
  readonly fencedWriteShort: (token: number, fence: number) => string;
  readonly fencedWrite: (token: number | null, fence: number | null) => string;
  /** Two or three words for a finding's flag. */
  readonly findings: Readonly<Record<FindingKind, string>>;
  /** Two findings in one label. */
  readonly both: (words: string, others: string) => string;
  readonly andMore: (words: string, more: number) => string;

  readonly entries: (count: number) => string;
  /** Names of the bars for the details: who, from when to when. */
  readonly details: {
    readonly belief: (client: string, key: string) => string;
    readonly zombie: (client: string, key: string, other: string | null) => string;
    readonly lease: (holder: string, key: string, token: number | null) => string;
    readonly pause: (client: string) => string;
    readonly crash: (client: string) => string;
    readonly wait: (client: string) => string;
    readonly value: (store: string, record: string, writer: string, value: string | null) => string;
    readonly deleted: (store: string, record: string, writer: string) => string;
    readonly dense: (count: number) => string;
    readonly span: (from: string, to: string, duration: string) => string;
    readonly openSpan: (from: string) => string;
  };
  readonly findingsBefore: (count: number) => string;
  readonly findingsAfter: (count: number) => string;
}
