import { useEffect, useMemo } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import { configurationLabel } from '../labels.ts';
import { useApp } from '../state/app-context.ts';
import type { Ask } from './ask.ts';
import { desk, useDesk } from './desk-of-page.ts';
import { ProgressFigures } from './ProgressFigures.tsx';
import type { ProofState } from './proof-desk.ts';
import { questionOf, type Question } from './question.ts';
import { Report } from './Report.tsx';
import { text } from './words.ts';

/** One configuration within one budget: begun, watched, cancelled, and what came of it. */
export function OnePanel(props: {
  readonly ask: Ask;
  readonly scenario: Scenario;
  readonly configuration: string;
}) {
  const { ask, scenario, configuration } = props;
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const question = useMemo(
    () => questionOf(scenario, configuration, { values, edits }, ask),
    [scenario, configuration, values, edits, ask],
  );
  const { key } = question;
  const state = useDesk().stateOf(key);
  // What nobody looks at any more is not gone on with.
  useEffect(() => () => desk.cancel([key]), [key]);
  const isBusy = state !== null && state.phase !== 'ended';
  const label = configurationLabel(scenario, configuration);
  return (
    <section className="study-main" aria-label={label}>
      <div className="study-bar">
        {isBusy ? (
          <button
            type="button"
            className="primary"
            aria-disabled={state.phase === 'stopping'}
            onClick={() => desk.cancel([key])}
          >
            {text.cancel}
          </button>
        ) : (
          <button
            type="button"
            className="primary"
            aria-disabled={desk.isAnswered(key)}
            onClick={() => desk.ask([question])}
          >
            {state === null ? text.start : desk.isAnswered(key) ? text.explored : text.again}
          </button>
        )}
        {/* What an answer says stands below; it is said aloud here. */}
        <p role="status" className={state?.end?.type === 'done' ? 'hidden' : ''}>
          {saidOf(state, label)}
        </p>
      </div>
      {state === null && <p className="muted">{text.notAsked}</p>}
      {isBusy && <ProgressFigures progress={state.progress} maxBytes={question.job.maxBytes} />}
      {state?.phase === 'ended' && (
        <Ended state={state} question={question} scenario={scenario} label={label} />
      )}
    </section>
  );
}

/** What is said aloud: that it began, and how it ended; not every number on the way. */
function saidOf(state: ProofState | null, label: string): string {
  if (state === null) return '';
  if (state.phase === 'stopping') return text.said.stopping;
  if (state.phase !== 'ended') return text.said.running;
  const { end } = state;
  switch (end?.type) {
    case 'done': {
      const { counterexample, others, complete } = end.report;
      return `${label}: ${text.headline((counterexample === null ? 0 : 1) + others.length, complete)}.`;
    }
    case 'failed':
      return text.failed.crashed(end.message);
    case 'problem':
      return text.failed.problem;
    default:
      return text.failed.unheard;
  }
}

function Ended(props: {
  readonly state: ProofState;
  readonly question: Question;
  readonly scenario: Scenario;
  readonly label: string;
}) {
  const { state, question, scenario, label } = props;
  const { end, progress } = state;
  if (end?.type === 'done') {
    return (
      <Report
        report={end.report}
        seconds={end.seconds}
        question={question}
        scenario={scenario}
        label={label}
      />
    );
  }
  if (end?.type === 'problem') {
    return (
      <div className="prove-message">
        <p>{text.failed.problem}</p>
        <ul>
          {end.problems.map(({ where, what }) => (
            <li key={`${where} ${what}`}>
              {where}: {what}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="prove-message">
      <p className="refused">
        {end?.type === 'failed' ? text.failed.crashed(end.message) : text.failed.unheard}
      </p>
      <p>{text.failed.soFar(progress?.progress ?? null)}</p>
      <p>{text.failed.advice}</p>
    </div>
  );
}
