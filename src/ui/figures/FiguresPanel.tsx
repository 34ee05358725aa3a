import { memo, useMemo } from 'react';
import { runFigures, type ClientFigures } from '../../engine/figures/run-figures.ts';
import { ZERO } from '../../engine/time.ts';
import type { Run } from '../../scenarios/run.ts';
import { formatTime } from '../format-time.ts';
import { useApp } from '../state/app-context.ts';
import { shownRuns } from '../state/derived.ts';
import { text } from './words.ts';
import './figures.css';

type Figure = keyof typeof text.rows;

const FIGURES = Object.keys(text.rows) as readonly Figure[];

/** What each client of each run shown counted: how long it waited and held, what failed, what stores stopped. */
export const FiguresPanel = memo(function FiguresPanel() {
  const { runs } = useApp(shownRuns);
  return (
    <div className="figures">
      <p className="muted">{text.note}</p>
      {runs.map((run) => (
        <FiguresTable key={run.configuration} run={run} />
      ))}
    </div>
  );
});

function FiguresTable({ run }: { readonly run: Run }) {
  const clients = useMemo(() => figuresOf(run), [run]);
  return (
    <div className="figures-scroll">
      <table>
        <caption>{run.label}</caption>
        <thead>
          <tr>
            <th scope="col">{text.figure}</th>
            {clients.map(({ client }) => (
              <th key={client} scope="col">
                {client}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => (
            <tr key={figure}>
              <th scope="row" title={text.rows[figure][1]}>
                {text.rows[figure][0]}
              </th>
              {clients.map((of) => (
                <td key={of.client} className={toneOf(figure, of[figure])}>
                  {wordOf(run, figure, of)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function figuresOf({ entries, verdict, lanes }: Run): readonly ClientFigures[] {
  const clients = lanes.flatMap(({ id, role }) => (role === 'client' ? [id] : []));
  return runFigures(entries, verdict.findings, clients, entries.at(-1)?.t ?? ZERO);
}

function wordOf(run: Run, figure: Figure, of: ClientFigures): string {
  if (figure === 'waitingUs' || figure === 'holdingUs')
    return of[figure] === 0 ? '0' : formatTime(run, of[figure] as typeof ZERO);
  return String(of[figure]);
}

/** What is nothing steps back; what a store took or stopped stands out. */
function toneOf(figure: Figure, value: number): string {
  if (value === 0) return 'figures-none';
  if (figure === 'staleWritesAccepted') return 'figures-accepted';
  return figure === 'staleWritesStopped' ? 'figures-stopped' : '';
}
