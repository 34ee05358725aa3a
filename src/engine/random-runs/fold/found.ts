import { FINDING_KINDS, type Finding, type FindingKind, type Outcome } from '../../verdict/types.ts';

/** Kinds of finding of a run, as bits; stale writes accepted that are unreplaced have a bit of their own. */
export type Found = number;

/** The bit of a kind; of a stale write accepted, where the key had been granted again. */
export function foundBit(kind: FindingKind): Found {
  return 1 << FINDING_KINDS.indexOf(kind);
}

/** Stale writes accepted although nobody had been granted the key since. */
export const UNREPLACED: Found = 1 << FINDING_KINDS.length;

/** What a verdict found. */
export function foundIn(findings: readonly Pick<Finding, 'kind' | 'unreplaced'>[]): Found {
  return findings.reduce(
    (found, { kind, unreplaced }) => found | (unreplaced === true ? UNREPLACED : foundBit(kind)),
    0,
  );
}

/** The kinds that were found, in the order of FINDING_KINDS. */
export function kindsFound(found: Found): readonly FindingKind[] {
  return FINDING_KINDS.filter(
    (kind) =>
      (found & foundBit(kind)) !== 0 || (kind === 'stale-write-accepted' && (found & UNREPLACED) !== 0),
  );
}

const CORRUPTED = foundBit('stale-write-accepted') | foundBit('lost-update');
const REFUSED = foundBit('rightful-write-rejected');
const BLOCKED = foundBit('leaked-lease') | foundBit('starvation');
const FENCED = foundBit('stale-write-rejected');
const AT_RISK =
  foundBit('overlapping-leases') |
  foundBit('wrong-release') |
  foundBit('token-regression') |
  UNREPLACED |
  foundBit('false-loss') |
  foundBit('duplicate-work');

/** The word on the badge of a simulated run; see verdict/outcome.ts. */
export function outcomeOfFound(found: Found): Outcome {
  if ((found & CORRUPTED) !== 0) return 'corrupted';
  if ((found & REFUSED) !== 0) return 'refused';
  if ((found & BLOCKED) !== 0) return 'blocked';
  if ((found & AT_RISK) !== 0) return 'at-risk';
  return (found & FENCED) !== 0 ? 'fenced' : 'safe';
}
