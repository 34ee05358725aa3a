import { useId } from 'react';
import { GOALS, type Goal } from '../prove/ask.ts';
import { text as prove } from '../prove/words.ts';
import { configurationLabel } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import type { StudyPageProps } from '../study/page.ts';
import { useParts } from '../study/use-parts.ts';
import { MOST_RANGE, textOfBreak, type BreakAsk } from './ask.ts';
import { PARTS } from './asked.ts';
import { parSentence } from './par-words.ts';
import { ParTable } from './ParTable.tsx';
import { ownFaults, startBreaking } from './play.ts';
import { usePar } from './use-par.ts';
import { text } from './words.ts';
import './break.css';

/** What is to be broken by hand, how few faults suffice as far as that is known, and the way to the picture where it is done. */
export function BreakPage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const store = useAppStore();
  const isGoing = useApp((state) => state.breaking !== null);
  const ask = useParts(asked, PARTS, onChange);
  const { par, levels, tryAgain } = usePar(scenario, configuration, ask);
  const change = (to: Partial<BreakAsk>): void => onChange(textOfBreak({ ...ask, ...to }));
  const isProven = par.best === null && par.excluded > ask.most;
  return (
    <>
      <div className="study-side">
        <ConfigurationChoice scenario={scenario} configuration={configuration} />
        <fieldset>
          <legend>{text.goal}</legend>
          {(Object.keys(GOALS) as Goal[]).map((goal) => (
            <label key={goal} className="study-check">
              <input
                type="radio"
                name="break-goal"
                checked={ask.goal === goal}
                onChange={() => change({ goal })}
              />
              <span>{text.goals[goal]}</span>
            </label>
          ))}
        </fieldset>
        <MostChoice value={ask.most} onChange={(most) => change({ most })} />
      </div>
      <section className="study-main" aria-label={configurationLabel(scenario, configuration)}>
        <div className="study-bar">
          <button
            type="button"
            className="primary"
            onClick={() => startBreaking(store, scenario, configuration, textOfBreak(ask))}
          >
            {isGoing ? text.startAgain : text.start}
          </button>
          <span className="muted">{text.startNote(ownFaults(scenario, configuration))}</span>
        </div>
        <p>{text.how}</p>
        <p className="muted">{text.counts}</p>
        <section className="break-search" aria-labelledby="break-par">
          <h3 id="break-par">{text.par}</h3>
          <p className="muted">{text.parIs}</p>
          <p role="status" className="break-par">
            {parSentence(par, ask.most)}
          </p>
          {tryAgain !== null && (
            <button type="button" onClick={tryAgain}>
              {text.tryAgain}
            </button>
          )}
          <ParTable levels={levels} fewest={par.best?.count ?? null} />
          {isProven && (
            <>
              {prove.says({ complete: true, properties: par.properties }, false).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </>
          )}
          <p className="muted">
            {text.within(par.best?.count ?? ask.most)} {text.states(par.states)}
          </p>
        </section>
      </section>
    </>
  );
}

/** Up to how many faults the par is searched for. */
function MostChoice(props: { readonly value: number; readonly onChange: (value: number) => void }) {
  const { value, onChange } = props;
  const id = useId();
  const [label, note] = text.most;
  const numbers = Array.from(
    { length: MOST_RANGE.max - MOST_RANGE.min + 1 },
    (_, index) => MOST_RANGE.min + index,
  );
  return (
    <div className="study-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
      <span>{note}</span>
    </div>
  );
}
