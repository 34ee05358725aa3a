import type { Scenario } from '../../scenarios/scenario.ts';
import { configurationLabel } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { setLeading, toggleConfiguration } from '../state/store.ts';
import { text } from './words.ts';

/** The most configurations that stand side by side. */
const MOST_SHOWN = 4;

/** Which configuration is asked about: the one that is stepped through in the picture as well. */
export function ConfigurationChoice(props: { readonly scenario: Scenario; readonly configuration: string }) {
  const { scenario, configuration } = props;
  const store = useAppStore();
  return (
    <label className="study-choice">
      <span>{text.configuration}</span>
      <select
        value={configuration}
        onChange={({ target: { value } }) => {
          const shown = shownConfigurations(store.getState());
          // It is shown beside the others where there is room.
          if (!shown.includes(value) && shown.length < MOST_SHOWN) toggleConfiguration(store, value);
          else if (!shown.includes(value)) store.setState({ shown: [value], leading: null });
          setLeading(store, value);
        }}
      >
        {scenario.configurations.map(({ id }) => (
          <option key={id} value={id}>
            {configurationLabel(scenario, id)}
          </option>
        ))}
      </select>
    </label>
  );
}
