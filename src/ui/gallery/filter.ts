import type { CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';
import { CAUSES } from '../../scenarios/causes.ts';
import { FINDING_KINDS, OUTCOMES } from '../../engine/verdict/types.ts';
import type { GalleryFilter } from '../state/gallery-filter.ts';
import {
  builtinConfigurationLabel,
  builtinName,
  builtinSentence,
  builtinSource,
  systemName,
} from '../labels.ts';

/** The filter's choices beside words and system, each with all that can be chosen. */
export const FACETS = {
  outcome: OUTCOMES,
  finding: FINDING_KINDS,
  cause: CAUSES,
} as const;

/** Whether a scenario is left in: some configuration shows the outcome, some the finding. */
export function passes(entry: CatalogueEntry, filter: GalleryFilter): boolean {
  const { words, system, outcome, finding, cause } = filter;
  return (
    (system === null || entry.system === system) &&
    (outcome === null || entry.shows.some((shown) => shown.outcome === outcome)) &&
    (finding === null || entry.shows.some((shown) => shown.findings.includes(finding))) &&
    (cause === null || entry.causes.includes(cause)) &&
    matchesWords(entry, words)
  );
}

/** Whether name, sentence, row, report, source, system or names of configurations hold every one of the words. */
export function matchesWords({ id, row, report, system, shows }: CatalogueEntry, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return true;
  const told = [builtinName(id), builtinSentence(id), builtinSource(id), systemName(system)];
  const compared = shows.map(({ configuration }) => builtinConfigurationLabel(id, configuration));
  const all = [id, row, report, ...told, ...compared].join(' ').toLowerCase();
  return wanted.split(/\s+/u).every((word) => all.includes(word));
}
