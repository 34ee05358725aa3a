import type { ReactNode } from 'react';
import { sweepText as words } from '../../text/sweep.ts';
import { desk } from './desk-of-page.ts';
import type { MapState } from './map-desk.ts';
import type { MapQuestion } from './subject.ts';

/** Begins, stops and goes on with what is drawn, and says how far it is. */
export function SweepBar(props: {
  readonly question: MapQuestion;
  readonly state: MapState | null;
  readonly cells: number;
  /** What the button that begins is called. */
  readonly begin: string;
  readonly children?: ReactNode;
}) {
  const { question, state, cells, begin, children } = props;
  const isRunning = state?.phase === 'running';
  const isDone = state?.end?.type === 'done';
  const label = state === null ? begin : isDone ? words.isDrawn : words.goOn;
  const done = state?.cells.size ?? 0;
  return (
    <>
      <div className="study-bar">
        {isRunning ? (
          <button type="button" className="primary" onClick={() => desk.cancel(question.key)}>
            {words.cancel}
          </button>
        ) : (
          <button type="button" className="primary" aria-disabled={isDone} onClick={() => desk.ask(question)}>
            {state?.end?.type === 'failed' ? words.again : label}
          </button>
        )}
        <p role="status" className={isRunning ? 'hidden' : ''}>
          {saidOf(state, question, cells)}
        </p>
        {isRunning && (
          <>
            <progress value={done} max={cells} aria-label={begin} />
            <span className="map-progress">
              {words.progress(done, cells, Math.round(state.runs / Math.max(0.05, state.seconds)))}
            </span>
          </>
        )}
        {children}
      </div>
      {state?.end?.type === 'failed' && <p className="muted">{words.failed.soFar(done)}</p>}
      {state?.end?.type === 'problem' && (
        <ul className="map-problems refused">
          {state.end.problems.map(({ where, what }) => (
            <li key={`${where} ${what}`}>{words.draws.problem(where, what)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What is said aloud: that it began and how it ended, not every cell on the way. */
function saidOf(state: MapState | null, { job }: MapQuestion, cells: number): string {
  if (state === null) return words.waits(cells * job.runs);
  if (state.phase === 'running') return words.begun;
  const { end } = state;
  switch (end?.type) {
    case 'done':
      return words.done(state.cells.size, state.runs, state.seconds);
    case 'cancelled':
    case undefined:
      return words.cancelled(state.cells.size, cells);
    case 'failed':
      return words.failed.crashed(end.message);
    case 'problem':
      return words.failed.problem;
  }
}
