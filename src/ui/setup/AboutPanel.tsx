import { memo } from 'react';
import { scenarioTryNext } from '../labels.ts';
import { useApp } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { text } from '../text.ts';

/** What to change next in a scenario, and what fencing does not do. */
export const AboutPanel = memo(function AboutPanel() {
  const scenario = useApp(({ source }) => scenarioOf(source));
  const tryNext = scenario === null ? '' : scenarioTryNext(scenario);
  return (
    <section className="about">
      {tryNext !== '' && (
        <>
          <h2>{text.page.tryNext}</h2>
          <p>{tryNext}</p>
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
