import type { Micros } from '../time.ts';

/** The kinds of finding, named as in recorded cases. docs/GLOSSARY.md defines each. */
export const FINDING_KINDS = [
  'overlapping-leases',
  'overlapping-beliefs',
  'stale-write-accepted',
  'stale-write-rejected',
  'rightful-write-rejected',
  'lost-update',
  'wrong-release',
  'token-regression',
  'leaked-lease',
  'starvation',
  'false-loss',
  'duplicate-work',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** The word on the badge; the first that applies, in this order. */
export const OUTCOMES = [
  'corrupted',
  'refused',
  'blocked',
  'at-risk',
  'fenced',
  'safe',
  'no-finding',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One thing the trace shows, at one entry. Sentences are made from this on demand, never stored in it. */
export interface Finding {
  readonly kind: FindingKind;
  /** Only for stale writes accepted: the key had not been granted again. */
  readonly unreplaced?: true;
  readonly t: Micros;
  readonly client: string;
  readonly key: string;
  /** `seq` of the entry that shows it. */
  readonly entry: number;
  /** `seq` of every entry in the chain of causes, root first, ending with `entry`. */
  readonly causes: readonly number[];
  /** What the sentence needs; see describe-finding. */
  readonly facts: FindingFacts;
}

/** What a sentence about a finding may need; each is present where it is known. */
export interface FindingFacts {
  /** The other party: who holds now, who believes too, whose lease was ended. */
  readonly other?: string;
  readonly token?: number;
  readonly otherToken?: number;
  readonly fence?: number;
  readonly store?: string;
  readonly record?: string;
  readonly value?: string;
  readonly unit?: string;
  /** When the client's lease was over. */
  readonly leaseEnded?: Micros;
  /** How it was over: ran out, was released, ... */
  readonly leaseEndedBy?: string;
  /** When the key was granted again. */
  readonly grantedAgain?: Micros;
  readonly expires?: Micros;
  readonly base?: number;
  readonly version?: number;
  readonly reason?: string;
  /** The client was never granted the key. */
  readonly neverGranted?: true;
  /** Whether the other party's lease was live at that moment; absent where that was not looked at. */
  readonly otherHolds?: boolean;
  /** When the other party's part happened: its grant, its first write, its first work, its belief. */
  readonly otherAt?: Micros;
  /** Leaked lease: how the lease stays. */
  readonly leak?: Leak;
  /** Leaked lease: how its holder went. */
  readonly gone?: Gone;
  /** When the holder went, or from when on nobody worked under the key. */
  readonly since?: Micros;
  /** False loss: how long the lease was still good, and the margin that its holder had declared. */
  readonly leftUs?: Micros;
  readonly marginUs?: Micros;
}

/** How a lease stays after its holder went: it has no end, outlived its end, or is renewed. */
export type Leak = 'no-end' | 'past-its-end' | 'renewed';

/** How a holder went: it crashed, stopped believing, finished its work, or never learned of its grant. */
export type Gone = 'crashed' | 'gave-up' | 'finished' | 'never-knew';

/** Whether the trace was made by the model, which records everything, or by somebody's log. */
export type TraceOrigin = 'simulated' | 'recorded';

/** What a recorded log cannot show because it lacks the entries for it. */
export type NotRecorded = 'starvation' | 'duplicate-work' | 'false-loss';

/** The verdict on one trace. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** Liveness findings alone: leaked lease, starvation, false loss, duplicate work, by kind. */
  readonly liveness: readonly FindingKind[];
  readonly notRecorded: readonly NotRecorded[];
}
