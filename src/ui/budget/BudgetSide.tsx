import type { ReactNode } from 'react';
import type { Believing, Renewing } from '../../scenarios/budget/figures.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import { NOTHING, type Typed } from './asked.ts';
import type { ClientBudget } from './budget-of.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { FigureField } from './FigureField.tsx';
import { text } from './words.ts';

/** Whose budget it is, and every number that it is made of. */
export function BudgetSide(props: {
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly found: ClientBudget;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  readonly children: ReactNode;
}) {
  const { scenario, configuration, found, typed, onChange } = props;
  const { figures, holders, read } = found;
  const fields = (...names: readonly FieldName[]) =>
    names
      .filter((name) => FIELDS[name].isUsed(figures))
      .map((name) => (
        <FigureField
          key={`${read.client} ${name}`}
          name={name}
          value={figures[name]}
          mark={found.marks[name]}
          onChange={(value) => onChange({ ...typed, numbers: { ...typed.numbers, [name]: value } })}
          onTakeBack={() => {
            const { [name]: _typed, ...numbers } = typed.numbers;
            onChange({ ...typed, numbers });
          }}
        />
      ));
  return (
    <div className="study-side budget-side">
      <ConfigurationChoice scenario={scenario} configuration={configuration} />
      {holders.length > 1 && (
        <Choice
          label={text.client}
          value={read.client}
          choices={Object.fromEntries(holders.map((id) => [id, id]))}
          onChange={(client) => onChange({ ...typed, client: client === holders[0] ? null : client })}
        />
      )}
      <fieldset>
        <legend>{text.groups.lease}</legend>
        {fields('ttl')}
        <Choice
          label={text.renewing}
          value={figures.renewing}
          choices={text.renewings}
          onChange={(renewing: Renewing) =>
            onChange({ ...typed, renewing: renewing === read.figures.renewing ? null : renewing })
          }
        />
        {fields('interval', 'failed', 'work')}
      </fieldset>
      <fieldset>
        <legend>{text.groups.requests}</legend>
        {fields('timeout', 'retries', 'backoff', 'factor', 'cap', 'way')}
      </fieldset>
      <fieldset>
        <legend>{text.groups.faults}</legend>
        {fields('stop', 'drift')}
      </fieldset>
      <fieldset>
        <legend>{text.groups.belief}</legend>
        <Choice
          label={text.believing}
          value={figures.believing}
          choices={text.believings}
          onChange={(believing: Believing) =>
            onChange({ ...typed, believing: believing === read.figures.believing ? null : believing })
          }
        />
        {fields('margin', 'write')}
      </fieldset>
      {typed !== NOTHING &&
        (typed.renewing ?? typed.believing ?? Object.keys(typed.numbers)[0]) !== undefined && (
          <button
            type="button"
            className="link"
            onClick={() => onChange({ ...NOTHING, client: typed.client })}
          >
            {text.takeAllBack}
          </button>
        )}
      {props.children}
    </div>
  );
}

function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}) {
  const { label, value, choices, onChange } = props;
  return (
    <label className="study-choice">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {(Object.keys(choices) as Value[]).map((choice) => (
          <option key={choice} value={choice}>
            {choices[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
