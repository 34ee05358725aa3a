import type { CatalogueEntry } from '../builtin/catalogue.ts';

/** The name of the dispatch comparison where scenarios have theirs. */
export const DISPATCH_ID = 'dispatch';

/** The dispatch comparison in a list of scenarios: no document makes it. What it shows with its own parameters is held to what is played by a test. */
export const DISPATCH_ENTRY: CatalogueEntry = {
  id: DISPATCH_ID,
  system: 'S2',
  row: '',
  causes: ['pause', 'fence', 'no-lock'],
  report: '',
  shows: [
    { configuration: 'scan', outcome: 'at-risk', findings: ['stale-write-accepted'] },
    { configuration: 'claim', outcome: 'at-risk', findings: ['stale-write-accepted'] },
    { configuration: 'leader', outcome: 'fenced', findings: ['overlapping-beliefs', 'stale-write-rejected'] },
  ],
  document: {},
};
