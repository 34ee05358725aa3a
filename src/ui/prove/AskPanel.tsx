import { useId, useState } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import { RANGES, USUAL, type Ask, type AskNumber } from './ask.ts';
import { text } from './words.ts';

/** What may happen, how far to look, and what counts. */
export function AskPanel(props: {
  readonly ask: Ask;
  readonly scenario: Scenario;
  readonly configuration: string;
  readonly onChange: (to: Partial<Ask>) => void;
}) {
  const { ask, scenario, configuration, onChange } = props;
  const number = (name: AskNumber) => (
    <NumberField key={name} name={name} value={ask[name]} onChange={(value) => onChange({ [name]: value })} />
  );
  const isChanged = (Object.keys(RANGES) as AskNumber[]).some((name) => ask[name] !== USUAL[name]);
  return (
    <div className="study-side">
      <div className="study-views" role="group" aria-label={text.view}>
        {([false, true] as const).map((matrix) => (
          <button
            key={String(matrix)}
            type="button"
            aria-pressed={ask.matrix === matrix}
            onClick={() => onChange({ matrix })}
          >
            {matrix ? text.views.matrix : text.views.one}
          </button>
        ))}
      </div>
      {!ask.matrix && <ConfigurationChoice scenario={scenario} configuration={configuration} />}
      <fieldset>
        <legend>{text.budget}</legend>
        {/* The matrix has its own columns of the others. */}
        {(ask.matrix ? (['crash'] as const) : (['pause', 'crash', 'lose', 'late'] as const)).map(number)}
      </fieldset>
      <fieldset>
        <legend>{text.howFar}</legend>
        {(['states', 'megabytes'] as const).map(number)}
        {(['pausedHolder', 'keepsFaults'] as const).map((name) => (
          <label key={name} className="study-check">
            <input
              type="checkbox"
              checked={ask[name]}
              onChange={(event) => onChange({ [name]: event.target.checked })}
            />
            <span>
              {text[name][0]}
              <small>{text[name][1]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {isChanged && (
        <button type="button" className="link" onClick={() => onChange({ ...USUAL, matrix: ask.matrix })}>
          {text.reset}
        </button>
      )}
    </div>
  );
}

/** A whole number; what is no such number is told and changes nothing. */
function NumberField(props: {
  readonly name: AskNumber;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { name, value, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [label, note] = text.fields[name];
  const { min, max } = RANGES[name];
  const read = (written: string): number | null => {
    const plain = written.replaceAll(/[,\s]/gu, '');
    const found = Number(plain);
    return /^\d+$/u.test(plain) && found >= min && found <= max ? found : null;
  };
  const isWrong = typed !== null && read(typed) === null;
  const step = (by: number): void => {
    setTyped(null);
    onChange(Math.min(max, Math.max(min, value + by)));
  };
  const isCount = max < 10;
  return (
    <div className="study-number">
      <label htmlFor={id}>
        {label}
        <small>{isWrong ? <span className="refused">{text.range(min, max)}</span> : note}</small>
      </label>
      <input
        id={id}
        type="text"
        role={isCount ? 'spinbutton' : undefined}
        aria-valuenow={isCount ? value : undefined}
        aria-valuemin={isCount ? min : undefined}
        aria-valuemax={isCount ? max : undefined}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={isWrong}
        value={typed ?? (isCount ? String(value) : value.toLocaleString('en-US'))}
        onChange={(event) => {
          setTyped(event.target.value);
          const found = read(event.target.value);
          if (found !== null) onChange(found);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (!isCount || by === 0) return;
          event.preventDefault();
          step(by);
        }}
      />
    </div>
  );
}
