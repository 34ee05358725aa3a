import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import { severityOf, worse } from '../timeline/severity.ts';

/** What is to be said about a run at one of its entries. */
export interface AtCursor {
  readonly run: Run;
  /** The worst finding at the entry itself, else the last one before it; null if there is none yet. */
  readonly finding: Finding | null;
  /** Whether the finding is at the very entry. */
  readonly isNow: boolean;
  /** How many findings are still ahead. */
  readonly ahead: number;
}

/** What each run shows where the cursor stands; `places` are their entries there. */
export function atCursor(runs: readonly Run[], places: readonly number[]): readonly AtCursor[] {
  return runs.map((run, index) => {
    const place = places[index] ?? 0;
    const past = run.verdict.findings.filter((finding) => finding.entry <= place);
    const latest = past.reduce((last, finding) => Math.max(last, finding.entry), -1);
    const finding = past.filter(({ entry }) => entry === latest).reduce<Finding | null>(worseFinding, null);
    return {
      run,
      finding,
      isNow: finding !== null && finding.entry === place,
      ahead: run.verdict.findings.length - past.length,
    };
  });
}

function worseFinding(before: Finding | null, finding: Finding): Finding {
  if (before === null) return finding;
  const kept = severityOf(before);
  return worse(kept, severityOf(finding)) === kept ? before : finding;
}
