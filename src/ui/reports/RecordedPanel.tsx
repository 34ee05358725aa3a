import { memo } from 'react';
import { useApp } from '../state/app-context.ts';
import { recordedOf } from '../state/source.ts';
import { ReportView } from './ReportView.tsx';

/** What is told about the recorded trace that is open; nothing for a scenario. */
export const RecordedPanel = memo(function RecordedPanel() {
  const run = useApp(({ source }) => recordedOf(source));
  const about = useApp(({ source }) => ('about' in source ? (source.about ?? null) : null));
  const stores = useApp(({ source }) => (source.kind === 'trace' ? source.stores : undefined));
  return run === null ? null : <ReportView run={run} about={about} stores={stores} />;
});
