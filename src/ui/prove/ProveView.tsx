import { useEffect, useMemo, useRef } from 'react';
import { useApp, useAppStore } from '../state/app-context.ts';
import { leadingRun } from '../state/derived.ts';
import { scenarioOf } from '../state/source.ts';
import { notify } from '../state/store.ts';
import { scenarioName } from '../labels.ts';
import { text as page } from '../text.ts';
import { askOfText, textOfAsk, type Ask } from './ask.ts';
import { AskPanel } from './AskPanel.tsx';
import { MatrixPanel } from './MatrixPanel.tsx';
import { OnePanel } from './OnePanel.tsx';
import { toggleProve } from './toggle-prove.ts';
import { text } from './words.ts';
import './prove.css';

/** What can be asked of all schedules of the open scenario, and what came of it. */
export function ProveView() {
  const store = useAppStore();
  const source = useApp((state) => state.source);
  const written = useApp((state) => state.prove) ?? '';
  const configuration = useApp((state) => leadingRun(state).configuration);
  const { ask, strange } = useMemo(() => askOfText(written), [written]);
  const heading = useRef<HTMLHeadingElement>(null);
  const scenario = scenarioOf(source);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    for (const part of strange) notify(store, { text: text.strange(part) });
    if (strange.length > 0) store.setState({ prove: textOfAsk(ask) });
  }, [store, strange, ask]);
  useEffect(() => {
    if (scenario !== null) document.title = page.page.title(`${text.heading}: ${scenarioName(scenario)}`);
    return () => {
      if (scenario !== null) document.title = page.page.title(scenarioName(scenario));
    };
  }, [scenario]);
  const change = (to: Partial<Ask>): void => store.setState({ prove: textOfAsk({ ...ask, ...to }) });
  return (
    <div className="prove ui">
      <div className="prove-head">
        <h2 id="prove-heading" ref={heading} tabIndex={-1}>
          {text.heading}
        </h2>
        <button type="button" onClick={() => toggleProve(store)}>
          {text.close}
        </button>
        <p>{text.lesson}</p>
      </div>
      {scenario === null ? (
        <p>{text.noScenario}</p>
      ) : (
        <>
          <AskPanel ask={ask} scenario={scenario} configuration={configuration} onChange={change} />
          {ask.matrix ? (
            <MatrixPanel ask={ask} scenario={scenario} onChange={change} />
          ) : (
            <OnePanel ask={ask} scenario={scenario} configuration={configuration} />
          )}
        </>
      )}
    </div>
  );
}
