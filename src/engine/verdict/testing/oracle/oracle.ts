import type { Trace } from '../../../trace.ts';
import type { TraceOrigin } from '../../types.ts';
import type { Claim } from './claim.ts';
import { leaks } from './leaks.ts';
import { duplicateWork, falseLosses, starvations } from './liveness.ts';
import { safetyClaims } from './safety.ts';

/**
 * What a trace shows by the definitions of the findings, each said of the whole trace as it is written: with no state
 * kept from one entry to the next, in time that grows with the cube of the trace and worse. It is written apart from the verdict,
 * so that both must be wrong in the same way to agree on what is wrong. Where the words leave room it says so, and
 * reads them as the verdict does.
 */
export function claimsOf(trace: Trace, origin: TraceOrigin): readonly Claim[] {
  const safety = safetyClaims(trace);
  return [
    ...safety,
    ...duplicateWork(trace, safety),
    ...falseLosses(trace),
    ...starvations(trace),
    ...leaks(trace, origin),
  ];
}
