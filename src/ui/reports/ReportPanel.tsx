import { lazy, memo, Suspense, useRef, useState } from 'react';
import type { ReportEntry } from '../../scenarios/reports/index.ts';
import { OpenTrace } from '../import/OpenTrace.tsx';
import type { Opened } from '../import/opened.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { notify, open } from '../state/store.ts';
import './report-panel.css';
import { text } from './words.ts';

const ReportsDialog = lazy(async () => ({ default: (await import('./ReportsDialog.tsx')).ReportsDialog }));

/** Recorded traces to choose from: the public reports, and one's own. */
export const ReportPanel = memo(function ReportPanel() {
  const store = useAppStore();
  const openId = useApp(({ source }) => (source.kind === 'report' ? source.id : null));
  const [isChoosing, setChoosing] = useState(false);
  const latest = useRef<ReportEntry | null>(null);
  const load = async (report: ReportEntry): Promise<void> => {
    latest.current = report;
    try {
      const { openReport } = await import('../open/open-report.ts');
      const source = await openReport(report.id);
      // Somebody who has chosen another one meanwhile wants that one.
      if (source !== null && latest.current === report) open(store, source);
    } catch {
      notify(store, { text: text.notLoaded(report.title) });
    }
  };
  const onOpen = ({ source }: Opened): void => {
    latest.current = null;
    open(store, source);
  };
  return (
    <section className="reports" aria-label={text.heading}>
      <div className="reports-actions">
        <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {text.choose}
        </button>
        <OpenTrace onOpen={onOpen} />
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <ReportsDialog
            openId={openId}
            onOpen={(report) => void load(report)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </section>
  );
});
