import { memo } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { ScenarioParameter } from '../../scenarios/schema.ts';
import { optionLabel, parameterLabel } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { endGesture, setParameter } from '../state/store.ts';

/** A parameter that is one of a few options. */
export const ChoiceField = memo(function ChoiceField(props: {
  readonly scenario: Scenario;
  readonly parameter: Extract<ScenarioParameter, { kind: 'choice' }>;
  readonly value: string;
}) {
  const { scenario, parameter, value } = props;
  const store = useAppStore();
  return (
    <label className="field choice">
      <span>{parameterLabel(scenario, parameter)}</span>
      <select
        value={value}
        onChange={(event) => {
          setParameter(store, parameter.id, event.target.value);
          // Every choice is undone by itself.
          endGesture(store);
        }}
      >
        {parameter.options.map((option) => (
          <option key={option} value={option}>
            {optionLabel(option)}
          </option>
        ))}
      </select>
    </label>
  );
});
