import { memo } from 'react';
import { scenarioText } from '../../text/scenarios/known.ts';
import { scenarioTryNext } from '../labels.ts';
import { useApp } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { text } from '../text.ts';

/** What is claimed and what happens, what to change next, and where the idea comes from. */
export const AboutPanel = memo(function AboutPanel() {
  const scenario = useApp(({ source }) => scenarioOf(source));
  if (scenario === null) return null;
  const tryNext = scenarioTryNext(scenario);
  const words = scenarioText(scenario.id);
  const claim = words?.claim;
  const source = scenario.source ?? words?.source;
  return (
    <>
      {claim !== undefined && (
        <dl className="claim">
          <dt>{text.page.claim}</dt>
          <dd>{claim}</dd>
          <dt>{text.page.truth}</dt>
          <dd>{words?.truth}</dd>
        </dl>
      )}
      {tryNext !== '' && (
        <details className="about">
          <summary>{text.page.tryNext}</summary>
          <p>{tryNext}</p>
          {source !== undefined && <p className="muted">{text.page.sourceOf(source)}</p>}
        </details>
      )}
    </>
  );
});
