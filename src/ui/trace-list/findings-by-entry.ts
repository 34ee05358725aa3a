import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import { severityOf, worse } from '../timeline/severity.ts';

const known = new WeakMap<Run, ReadonlyMap<number, Finding>>();

/** The worst finding of each entry that has any. */
export function findingsByEntry(run: Run): ReadonlyMap<number, Finding> {
  let found = known.get(run);
  if (found === undefined) {
    const made = new Map<number, Finding>();
    for (const finding of run.verdict.findings) {
      const other = made.get(finding.entry);
      const severity = severityOf(finding);
      if (other === undefined || worse(severityOf(other), severity) === severity)
        made.set(finding.entry, finding);
    }
    found = made;
    known.set(run, found);
  }
  return found;
}
