import { useState } from 'react';
import type { Question } from '../../text/questions.ts';
import { SeeRun } from './SeeRun.tsx';
import { questions as text } from './words.ts';

/** The eight questions one after the other, and below them the rules of use. */
export function Questions() {
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const question = text.list[at];
  const right = text.list.filter(({ id, right: answer }) => chosen[id] === answer).length;
  const last = text.list.length - 1;
  if (question === undefined) return null;
  return (
    <>
      <section className="guide-question" aria-label={text.place(at + 1, text.list.length)}>
        <div className="guide-question-head">
          <p className="muted">{text.place(at + 1, text.list.length)}</p>
          <p className="muted" role="status">
            {text.answered(right, text.list.length)}
          </p>
          <button type="button" aria-disabled={at === 0} onClick={() => setAt(Math.max(0, at - 1))}>
            {text.previous}
          </button>
          <button
            type="button"
            className="primary"
            aria-disabled={at === last}
            onClick={() => setAt(Math.min(last, at + 1))}
          >
            {text.next}
          </button>
        </div>
        <Asked
          key={question.id}
          question={question}
          chosen={chosen[question.id] ?? null}
          onChoose={(answer) => setChosen({ ...chosen, [question.id]: answer })}
        />
      </section>
      <section aria-labelledby="guide-rules">
        <h3 id="guide-rules">{text.rulesTitle}</h3>
        <p className="muted">{text.rulesNote}</p>
        <ol className="guide-rules">
          {text.rules.map(({ id, rule, because, scenario }) => (
            <li key={id}>
              <strong>{rule}</strong> {because} <SeeRun scenario={scenario} />
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

interface AskedProps {
  readonly question: Question;
  readonly chosen: number | null;
  readonly onChoose: (answer: number) => void;
}

/** A question and its answers. The first choice counts: then the right one is shown, and the run. */
function Asked({ question, chosen, onChoose }: AskedProps) {
  const { asks, answers, right, because, scenario, shows } = question;
  return (
    <>
      <h3 id="guide-asks">{asks}</h3>
      <ul className="guide-answers" aria-labelledby="guide-asks">
        {answers.map((answer, index) => (
          <li key={answer}>
            <button
              type="button"
              aria-pressed={chosen === index}
              aria-disabled={chosen !== null}
              className={toneOf(index, chosen, right)}
              onClick={() => {
                if (chosen === null) onChoose(index);
              }}
            >
              {answer}
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className="guide-because">
        {chosen !== null && (
          <>
            <p>
              <strong>{chosen === right ? text.right : text.wrong(answers[right] ?? '')}</strong> {because}
            </p>
            <SeeRun scenario={scenario} shows={shows} />
          </>
        )}
      </div>
    </>
  );
}

function toneOf(index: number, chosen: number | null, right: number): string {
  if (chosen === null) return '';
  if (index === right) return 'guide-right';
  return index === chosen ? 'guide-wrong' : '';
}
