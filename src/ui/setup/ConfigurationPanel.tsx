import { memo } from 'react';
import { configurationLabel } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { scenarioOf } from '../state/source.ts';
import { toggleConfiguration } from '../state/store.ts';
import type { Outcome } from '../../engine/verdict/types.ts';
import { OutcomeTag } from './OutcomeTag.tsx';
import { expectedOutcome } from './expected-outcome.ts';
import { text } from '../text.ts';

/** Which configurations of the schedule are shown side by side. */
export const ConfigurationPanel = memo(function ConfigurationPanel() {
  const store = useAppStore();
  const scenario = useApp(({ source }) => scenarioOf(source));
  const shown = useApp(shownConfigurations);
  if (scenario === null || scenario.configurations.length < 2) return null;
  return (
    <fieldset className="configurations">
      <legend>{text.page.configurations}</legend>
      {scenario.configurations.map(({ id }) => {
        const isShown = shown.includes(id);
        const isLast = isShown && shown.length === 1;
        return (
          <label key={id} title={isLast ? text.page.lastConfiguration : undefined}>
            <input
              type="checkbox"
              checked={isShown}
              disabled={isLast}
              onChange={() => toggleConfiguration(store, id)}
            />
            <span>{configurationLabel(scenario, id)}</span>
            <Expected outcome={expectedOutcome(scenario, id)} />
          </label>
        );
      })}
    </fieldset>
  );
});

/** What comes out of a configuration as long as nothing is changed. */
function Expected({ outcome }: { readonly outcome: Outcome | null }) {
  if (outcome === null) return null;
  return (
    <span title={text.page.expectedNote}>
      <span className="hidden">{text.page.expectedNote}: </span>
      <OutcomeTag outcome={outcome} />
    </span>
  );
}
