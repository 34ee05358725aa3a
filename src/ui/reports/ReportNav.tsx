import { memo } from 'react';
import { AS_IT_WAS, FIXED } from '../../scenarios/builtin/simulated-reports.ts';
import { REPORTS } from '../../scenarios/reports/index.ts';
import { useCatalogue } from '../gallery/use-catalogue.ts';
import { EMPTY_LINK, encodeLink, type LinkSource } from '../link/link.ts';
import { useApp } from '../state/app-context.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { reportIdOf } from './report-id.ts';
import './report-nav.css';
import { text } from './words.ts';

/**
 * The ways between a public report, its simulation and the fix: addresses, always the same ones in the same
 * order, so that whoever goes from one to the other by keyboard stays where they are.
 */
export const ReportNav = memo(function ReportNav() {
  const source = useApp((state) => state.source);
  const shown = useApp(shownConfigurations).join();
  const report = reportIdOf(source);
  const simulation = useCatalogue()?.find((entry) => entry.report === report);
  if (report === null || simulation === undefined) return null;
  const scenario: LinkSource = { kind: 'scenario', id: simulation.id };
  const isRecorded = source.kind === 'report';
  const places: readonly Place[] = [
    { name: text.theReport, to: { kind: 'report', id: report }, shows: null, isOpen: isRecorded },
    ...[
      { name: text.itsSimulation, shows: [AS_IT_WAS] },
      { name: text.withTheFix, shows: [FIXED] },
      { name: text.sideBySide, shows: null },
    ].map(({ name, shows }) => ({
      name,
      to: scenario,
      shows,
      isOpen: !isRecorded && (shows ?? [AS_IT_WAS, FIXED]).join() === shown,
    })),
  ];
  return (
    <nav className="report-nav" aria-label={text.ways}>
      <h2>
        {text.report(report)} <span className="muted">{isRecorded ? text.recorded : text.simulated}</span>
      </h2>
      <ul>
        {places.map(({ name, to, shows, isOpen }) => (
          <li key={name}>
            <a
              href={`#${encodeLink({ ...EMPTY_LINK, source: to, shown: shows })}`}
              aria-current={isOpen ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {!isRecorded && <p className="muted">{REPORTS.find(({ id }) => id === report)?.source}</p>}
    </nav>
  );
});

interface Place {
  readonly name: string;
  readonly to: LinkSource;
  /** Configurations shown; null: those that the page shows of its own accord. */
  readonly shows: readonly string[] | null;
  readonly isOpen: boolean;
}
