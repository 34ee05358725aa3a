import type { ExploreReport, ReportedCounterexample } from '../../explore/job.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { useAppStore } from '../state/app-context.ts';
import { faultWords } from '../edit/fault-words.ts';
import { openFound } from './open-found.ts';
import { faultsOfScript } from './opened-counterexample.ts';
import type { Question } from './question.ts';
import { text } from './words.ts';

/** What an exploration found, in words that say no more than it showed. */
export function Report(props: {
  readonly report: ExploreReport;
  readonly seconds: number;
  readonly question: Question;
  readonly scenario: Scenario;
  readonly label: string;
}) {
  const { report, seconds, question, scenario, label } = props;
  const { counterexample, others, properties, bounds } = report;
  const { job } = question;
  const found = [...(counterexample === null ? [] : [counterexample]), ...others].toSorted(
    (a, b) => a.length - b.length,
  );
  const keepsFaults = job.kind === 'scenario' && job.keepsFaults;
  const tone = found.length > 0 ? 'tl-tone-corrupted' : report.complete ? 'tl-tone-fenced' : 'tl-tone-safe';
  return (
    <div className="prove-report">
      <h3 className={`prove-headline ${tone}`}>{text.headline(found.length, report.complete)}</h3>
      {found.length > 0 && (
        <section aria-labelledby="prove-found">
          <h4 id="prove-found">{text.findings}</h4>
          <ul className="prove-found">
            {found.map((one) => (
              <Found key={one.property} found={one} question={question} scenario={scenario} />
            ))}
          </ul>
        </section>
      )}
      <p>
        {text.lookedInto(label, report, seconds)} {text.bounds(bounds.faults, keepsFaults)} {text.values}
      </p>
      <p>{text.cut(report)}</p>
      <table className="prove-properties">
        <caption>{text.table}</caption>
        <tbody>
          {properties.map((result) => (
            <tr key={result.name}>
              <th scope="row">{text.property(result.name, job.kind === 'scenario' && job.pausedHolder)}</th>
              <td className={result.status === 'fails' ? 'tl-tone-corrupted' : ''}>{text.status(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <section aria-labelledby="prove-says">
        <h4 id="prove-says">{text.proves.heading}</h4>
        {text.says(report, job.kind === 'scenario' && job.pausedHolder).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
    </div>
  );
}

function Found(props: {
  readonly found: ReportedCounterexample;
  readonly question: Question;
  readonly scenario: Scenario;
}) {
  const { found, question, scenario } = props;
  const store = useAppStore();
  const broken = text.broken(found.property);
  const by =
    found.faults === null ? null : faultsOfScript(found.faults).map((one) => faultWords(one, text.ms));
  return (
    <li>
      <p>
        <strong>{broken}</strong> {text.length(found.length, found.cycle)}
        <span className="muted">{text.by(by)}</span>
      </p>
      <button
        type="button"
        aria-label={text.openLabel(broken)}
        onClick={() => openFound(store, scenario, question, found)}
      >
        {text.open}
      </button>
      <details>
        <summary>{text.steps}</summary>
        <ol>
          {found.actions.map((action, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a step has no other name than its place
            <li key={index}>
              <code>{action}</code>
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}
