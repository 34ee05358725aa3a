import type { Trace } from '../engine/trace.ts';
import type { TraceOrigin, Verdict } from '../engine/verdict/types.ts';

/** One horizontal lane of the picture. */
export interface Lane {
  /** Same as `actor` in entries. */
  readonly id: string;
  readonly role: 'client' | 'service' | 'store';
  /** Shown name; the id where nothing better is known. */
  readonly label: string;
}

/** Values by store and record. */
export interface InitialRecords {
  readonly [store: string]: { readonly [record: string]: string };
}

/**
 * One configuration played over one schedule, or one recorded trace: all that the picture, the list and
 * the verdict need. The world at an entry comes from the scenario's history, not from here.
 */
export interface Run {
  /** Stable id of the configuration, such as `naive`; `recorded` for a recorded trace. */
  readonly configuration: string;
  readonly label: string;
  readonly origin: TraceOrigin;
  readonly lanes: readonly Lane[];
  /** What the records of the stores hold before anybody writes; left out where nobody recorded it. */
  readonly initial?: InitialRecords;
  readonly entries: Trace;
  readonly verdict: Verdict;
}
