import { memo } from 'react';
import { configurationLabel } from '../labels.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { scenarioOf } from '../state/source.ts';
import { toggleConfiguration } from '../state/store.ts';
import { hasEdits } from '../../scenarios/edits.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { shownRuns } from '../state/derived.ts';
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
            <Outcomes scenario={scenario} configuration={id} />
          </label>
        );
      })}
    </fieldset>
  );
});

/**
 * What a configuration comes to: what is seen beside, where it is shown. Of one that is not, what the scenario says of
 * it as long as nothing is changed; then nothing is known.
 */
function Outcomes(props: { readonly scenario: Scenario; readonly configuration: string }) {
  const { scenario, configuration } = props;
  const seen = useApp(
    (state) =>
      shownRuns(state).runs.find((run) => run.configuration === configuration)?.verdict.outcome ?? null,
  );
  const isAsWritten = useApp(
    ({ values, edits, schedule }) =>
      Object.keys(values).length === 0 && !hasEdits(edits) && schedule.picks.length === 0,
  );
  const outcome = seen ?? (isAsWritten ? expectedOutcome(scenario, configuration) : null);
  if (outcome === null) return null;
  const note = seen === null ? text.page.expectedNote : text.page.outcomeNote;
  return (
    <span title={note}>
      <span className="hidden">{note}: </span>
      <OutcomeTag outcome={outcome} />
    </span>
  );
}
