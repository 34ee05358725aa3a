import { memo } from 'react';
import { configurationLabel, scenarioTryNext } from '../labels.ts';
import { useApp } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { text } from '../text.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { expectedOutcome } from './scenario-outcomes.ts';

/** What a scenario comes to when nothing is changed, and what to change next. */
export const AboutPanel = memo(function AboutPanel() {
  const scenario = useApp(({ source }) => scenarioOf(source));
  if (scenario === null) return null;
  const expected = scenario.configurations.flatMap(({ id }) => {
    const outcome = expectedOutcome(scenario, id);
    return outcome === null ? [] : [{ id, outcome }];
  });
  const tryNext = scenarioTryNext(scenario);
  return (
    <section className="about">
      {tryNext !== '' && (
        <>
          <h2>{text.page.tryNext}</h2>
          <p>{tryNext}</p>
        </>
      )}
      {expected.length > 0 && (
        <>
          <h2>{text.page.expected}</h2>
          <ul className="expected">
            {expected.map(({ id, outcome }) => (
              <li key={id}>
                {configurationLabel(scenario, id)} <OutcomeTag outcome={outcome} />
              </li>
            ))}
          </ul>
        </>
      )}
      <details className="limits">
        <summary>{text.page.limits}</summary>
        {text.page.limitsText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </details>
    </section>
  );
});
