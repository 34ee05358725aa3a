import type { FindingKind, Outcome } from '../../engine/verdict/types.ts';
import type { Cause } from '../../scenarios/causes.ts';

/** What the list of all scenarios is narrowed to; null and empty words: not at all. */
export interface GalleryFilter {
  readonly words: string;
  readonly system: string | null;
  readonly outcome: Outcome | null;
  readonly finding: FindingKind | null;
  readonly cause: Cause | null;
}

/** Nothing is left out. */
export const EVERYTHING: GalleryFilter = {
  words: '',
  system: null,
  outcome: null,
  finding: null,
  cause: null,
};
