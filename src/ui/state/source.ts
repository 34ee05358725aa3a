import type { Run } from '../../scenarios/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { ReportAbout } from '../reports/about.ts';
import type { StoreReplay } from '../reports/store-rows.ts';

/** A scenario that comes with the product. */
export interface BuiltinSource {
  readonly kind: 'scenario';
  readonly scenario: Scenario;
}

/** A scenario of the reader's own. */
export interface DocumentSource {
  readonly kind: 'document';
  readonly scenario: Scenario;
  readonly name: string;
  /** As it was opened: what a copy of the file holds. */
  readonly text: string;
  /** Packed for a link; null if that is too long. */
  readonly payload: string | null;
  /** How long it is when packed, in characters. */
  readonly packedLength: number;
}

/** A public report that comes with the product, as a recorded trace. */
export interface ReportSource {
  readonly kind: 'report';
  readonly id: string;
  readonly run: Run;
  readonly about: ReportAbout;
}

/** A recorded trace of the reader's own. */
export interface TraceSource {
  readonly kind: 'trace';
  readonly run: Run;
  /** What a case says beside its trace. */
  readonly about?: ReportAbout;
  readonly name: string;
  readonly text: string;
  readonly payload: string | null;
  readonly packedLength: number;
  /**
   * What each kind of store would have done with its writes, where a worker is at it; null: it broke down. Never
   * rejects.
   */
  readonly stores?: Promise<StoreReplay | null>;
}

/** What is open. */
export type Source = BuiltinSource | DocumentSource | ReportSource | TraceSource;

/** The scenario that is open; null for a recorded trace. */
export function scenarioOf(source: Source): Scenario | null {
  return source.kind === 'scenario' || source.kind === 'document' ? source.scenario : null;
}

/** The trace that is open; null for a scenario. */
export function recordedOf(source: Source): Run | null {
  return source.kind === 'report' || source.kind === 'trace' ? source.run : null;
}
