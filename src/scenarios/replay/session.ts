import type { RecordedOperation } from './recorded-operations.ts';

/** What came of one operation: a result, or the identifier of an error. */
export type OperationOutcome =
  | { readonly result: { readonly [field: string]: unknown } }
  | { readonly error: string };

/** One recorded system in the middle of a sequence, made of the machines that scenarios use. */
export interface ReplaySession {
  /** The system's own clock, in the recording's unit. */
  clock(): number;
  perform(operation: RecordedOperation): OperationOutcome;
}
