import { memo } from 'react';
import { describeFinding } from '../describe.ts';
import { formatTime } from '../format-time.ts';
import { cursorTime, leadingRun, placesOf, shownRuns } from '../state/derived.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { SeverityShape } from '../shell/SeverityShape.tsx';
import { text } from '../text.ts';
import { toneClass } from '../timeline/colours.ts';
import { severityOf } from '../timeline/severity.ts';
import { atCursor, type AtCursor } from './at-cursor.ts';

/** What is wrong at the cursor, one sentence for each configuration. */
export const MomentPanel = memo(function MomentPanel() {
  const leading = useApp(leadingRun);
  const time = useApp(cursorTime);
  const { runs, problems } = useApp(shownRuns);
  const places = useApp(placesOf);
  return (
    <section className="moment" aria-labelledby="moment-heading">
      <h2 id="moment-heading">{text.page.moment(formatTime(leading, time))}</h2>
      {problems.map(({ where, what }) => (
        <p key={`${where} ${what}`} className="verdict tl-tone-refused">
          {text.page.cannotPlay(where, what)}
        </p>
      ))}
      {atCursor(runs, places).map((one) => (
        <RunAtCursor
          key={one.run.configuration}
          run={one.run}
          finding={one.finding}
          isNow={one.isNow}
          ahead={one.ahead}
          several={runs.length > 1}
        />
      ))}
    </section>
  );
});

const RunAtCursor = memo(function RunAtCursor(props: AtCursor & { readonly several: boolean }) {
  const { run, finding, isNow, ahead, several } = props;
  const store = useAppStore();
  const explained = useApp(
    (state) =>
      state.explained?.configuration === run.configuration &&
      state.explained.finding === (finding === null ? -1 : run.verdict.findings.indexOf(finding)),
  );
  const severity = finding === null ? null : severityOf(finding);
  return (
    <div
      className={`verdict ${severity === null ? 'tl-tone-safe' : toneClass(severity)}${isNow ? ' now' : ''}`}
    >
      <p className="verdict-head">
        {several && <strong>{run.label}</strong>}
        {severity !== null && finding !== null && (
          <span className="verdict-word">
            <SeverityShape severity={severity} />
            {text.timeline.findings[finding.kind]}
          </span>
        )}
      </p>
      <p>
        {finding === null ? (
          noFinding(run, ahead)
        ) : (
          <>
            {!isNow && <span className="verdict-time">{text.page.earlier(formatTime(run, finding.t))} </span>}
            {describeFinding(finding, run)}
          </>
        )}
        {several && finding !== null && (
          <>
            {' '}
            <button
              type="button"
              className="link"
              aria-pressed={explained}
              aria-label={text.page.explainFinding(run.label)}
              onClick={() =>
                store.setState({
                  explained: {
                    configuration: run.configuration,
                    finding: run.verdict.findings.indexOf(finding),
                  },
                })
              }
            >
              {text.page.explain}
            </button>
          </>
        )}
      </p>
      {finding === null && run.verdict.notRecorded.length > 0 && ahead === 0 && (
        <p className="muted">
          {text.page.notRecorded(
            run.verdict.notRecorded.map((kind) => text.page.notRecordedKinds[kind]).join(', '),
          )}
        </p>
      )}
    </div>
  );
});

function noFinding(run: AtCursor['run'], ahead: number): string {
  if (ahead > 0) return `${text.page.nothingYet} ${text.page.ahead(ahead)}`;
  return run.origin === 'recorded' ? text.page.notFoundRecorded : text.page.nothingAtAll;
}
