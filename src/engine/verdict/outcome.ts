import type { Finding, FindingKind, NotRecorded, Outcome } from './types.ts';

const BLOCKED: readonly FindingKind[] = ['leaked-lease', 'starvation'];
const AT_RISK: readonly FindingKind[] = [
  'overlapping-leases',
  'wrong-release',
  'token-regression',
  'stale-write-accepted',
  'false-loss',
  'duplicate-work',
];

/**
 * The word on the badge, the first that applies. Overlapping beliefs alone are a hazard, shown but never an
 * outcome. Where something is not recorded, a trace without findings is never called safe.
 */
export function outcomeOf(findings: readonly Finding[], notRecorded: readonly NotRecorded[]): Outcome {
  const kinds = new Set(findings.map((finding) => finding.kind));
  const has = (wanted: readonly FindingKind[]) => wanted.some((kind) => kinds.has(kind));
  const corrupts = ({ kind, unreplaced }: Finding) => kind === 'stale-write-accepted' && unreplaced !== true;
  if (kinds.has('lost-update') || findings.some(corrupts)) return 'corrupted';
  if (kinds.has('rightful-write-rejected')) return 'refused';
  if (has(BLOCKED)) return 'blocked';
  if (has(AT_RISK)) return 'at-risk';
  if (kinds.has('stale-write-rejected')) return 'fenced';
  return notRecorded.length === 0 ? 'safe' : 'no-finding';
}
