import { memo } from 'react';
import { scenarioTryNext } from '../labels.ts';
import { useApp } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { text } from '../text.ts';

/** What to change next in a scenario. */
export const AboutPanel = memo(function AboutPanel() {
  const scenario = useApp(({ source }) => scenarioOf(source));
  const tryNext = scenario === null ? '' : scenarioTryNext(scenario);
  if (tryNext === '') return null;
  return (
    <details className="about">
      <summary>{text.page.tryNext}</summary>
      <p>{tryNext}</p>
    </details>
  );
});
