import type { StoreKind } from '../machines/resource-store/stores/rule.ts';

const store: Readonly<Record<StoreKind, string>> = {
  naive: 'Naive',
  fenced: 'Fenced',
  'strictly-fenced': 'Strictly fenced',
  'conditional-update': 'Conditional update',
  'fenced-at-takeover': 'Fenced at takeover',
  authoritative: 'Authoritative',
  'epoch-sink': 'Epoch sink',
  'check-then-write': 'Check, then write',
  'check-then-write-misparsed': 'Check, then write (misread)',
  'compare-and-set': 'Compare and set',
};

/** Words around the public reports and other recorded traces. */
export const reportsText = {
  heading: 'Recorded traces',
  choose: 'Public reports',
  title: 'Public reports',
  intro: 'Distributed locks that went wrong, as they were reported, retold as recorded traces.',
  close: 'Close',
  about: 'About this trace',
  source: 'Reported at',
  symptom: 'Symptom',
  setup: 'Setup',
  fix: 'Fix',
  notLoaded: (title: string) => `"${title}" could not be loaded. Check the connection and try again.`,

  ways: 'The report and its simulation',
  report: (id: string) => `Public report ${id}`,
  recorded: 'as recorded',
  simulated: 'simulated',
  theReport: 'The report',
  itsSimulation: 'Its simulation',
  withTheFix: 'With the fix',
  sideBySide: 'Side by side',

  stores: 'Which store would have stopped it',
  storesNote: 'All writes of this trace, replayed against each kind of store.',
  noStaleWrites: 'There is no stale write in this trace, so no store had anything to stop.',
  storeKind: 'Store',
  stops: 'Stops every stale write',
  refusesRightful: 'Would refuse a rightful write',
  yes: 'yes',
  no: 'no',
  nothingToStop: 'none to stop',
  store,
};
