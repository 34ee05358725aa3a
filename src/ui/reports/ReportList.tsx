import { memo } from 'react';
import { REPORTS, type ReportEntry } from '../../scenarios/reports/index.ts';
import { OutcomeTag } from '../setup/OutcomeTag.tsx';
import './reports.css';

/** What the list is told and tells. */
export interface ReportListProps {
  /** Id of the report that is open; null if another thing is. */
  readonly openId: string | null;
  readonly onOpen: (report: ReportEntry) => void;
}

/** The public reports to choose from, each with where it was reported and what comes out of it. */
export const ReportList = memo(function ReportList({ openId, onOpen }: ReportListProps) {
  return (
    <ul className="report-list">
      {REPORTS.map((report) => (
        <li key={report.id}>
          <button
            type="button"
            aria-current={report.id === openId ? 'true' : undefined}
            onClick={() => onOpen(report)}
          >
            <span className="report-title">{report.title}</span>
            <OutcomeTag outcome={report.outcome} />
            <span className="report-source">{report.source}</span>
          </button>
        </li>
      ))}
    </ul>
  );
});
