import type { Finding } from '../../engine/verdict/types.ts';
import type { Run } from '../../scenarios/run.ts';
import type { Cursor } from '../state/cursor.ts';
import { atEntry } from '../state/cursor.ts';
import { severityOf } from '../timeline/severity.ts';
import { counterpart } from './counterpart.ts';
import { firstDifference } from './first-difference.ts';

/** The finding that made the outcome what it is: the first of its severity; else the first hazard, if any. */
export function decisiveFinding(run: Run): Finding | null {
  const { outcome, findings } = run.verdict;
  return findings.find((finding) => severityOf(finding) === outcome) ?? findings[0] ?? null;
}

/**
 * Where a page opens: at the decisive finding of the leading run, else of the first run that has one, else
 * at the end, where one sees that all went well.
 */
export function interestingMoment(leading: Run, runs: readonly Run[]): Cursor {
  for (const run of [leading, ...runs]) {
    const finding = decisiveFinding(run);
    if (finding !== null) return atEntry(leading, entryInLeading(leading, run, finding.entry));
  }
  return atEntry(leading, leading.entries.length - 1);
}

/** The next moment after the cursor at which any run shows a finding; after the last comes the first. */
export function nextFinding(leading: Run, runs: readonly Run[], cursor: Cursor): Cursor | null {
  const places = new Set<number>();
  for (const run of runs) {
    for (const finding of run.verdict.findings) places.add(entryInLeading(leading, run, finding.entry));
  }
  if (places.size === 0) return null;
  const sorted = [...places].sort((a, b) => a - b);
  return atEntry(leading, sorted.find((seq) => seq > cursor.seq) ?? sorted[0] ?? 0);
}

function entryInLeading(leading: Run, run: Run, seq: number): number {
  if (leading === run) return seq;
  return counterpart(run, leading, firstDifference(run, leading), { seq, t: null });
}
