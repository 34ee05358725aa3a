import type { Finding, Outcome } from '../../engine/verdict/types.ts';
import type { Severity } from './picture.ts';

/** How bad a finding is. Overlapping beliefs alone are a hazard: shown, never an outcome. */
export function severityOf(finding: Finding): Severity {
  switch (finding.kind) {
    case 'stale-write-accepted':
      return finding.unreplaced === true ? 'at-risk' : 'corrupted';
    case 'lost-update':
      return 'corrupted';
    case 'rightful-write-rejected':
      return 'refused';
    case 'leaked-lease':
    case 'starvation':
      return 'blocked';
    case 'overlapping-leases':
    case 'wrong-release':
    case 'token-regression':
    case 'false-loss':
    case 'duplicate-work':
      return 'at-risk';
    case 'stale-write-rejected':
      return 'fenced';
    case 'overlapping-beliefs':
      return 'hazard';
  }
}

const ORDER: readonly Severity[] = ['corrupted', 'refused', 'blocked', 'at-risk', 'fenced', 'hazard'];

/** The worse of two severities. */
export function worse(a: Severity, b: Severity | undefined): Severity {
  return b !== undefined && ORDER.indexOf(b) < ORDER.indexOf(a) ? b : a;
}

/** When the outcome came about: the first finding of its severity; null where none shows it. */
export function outcomeAt(outcome: Outcome, findings: readonly Finding[]): number | null {
  let first: number | null = null;
  for (const finding of findings) {
    if (severityOf(finding) === outcome && (first === null || finding.t < first)) first = finding.t;
  }
  return first;
}
