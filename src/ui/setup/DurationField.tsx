import { memo, useId, useState } from 'react';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { ScenarioParameter } from '../../scenarios/schema.ts';
import { parameterLabel } from '../labels.ts';
import { useAppStore } from '../state/app-context.ts';
import { endGesture, setParameter } from '../state/store.ts';
import { text } from '../text.ts';
import { numberText, unitOf } from './unit-of.ts';

/** Keys of the field for the number after which the next change is another one. */
const ENDS_TYPING = new Set(['ArrowUp', 'ArrowDown', 'Enter', 'Escape']);

/** A length or moment of time: a slider, and a field for the exact number. */
export const DurationField = memo(function DurationField(props: {
  readonly scenario: Scenario;
  readonly parameter: Extract<ScenarioParameter, { kind: 'duration' }>;
  readonly value: number;
}) {
  const { scenario, parameter, value } = props;
  const { id, min, max, step } = parameter;
  const store = useAppStore();
  const field = useId();
  const label = parameterLabel(scenario, parameter);
  const { unit, per } = unitOf(parameter);
  const shown = numberText(value / per);
  /** What stands in the field while it is being typed in. */
  const [typed, setTyped] = useState<string | null>(null);
  const refused = typed !== null && readNumber(typed, per, min, max) === null;
  /** One drag, one key that is held or one number that is typed is undone by itself. */
  const end = (): void => endGesture(store);
  const share = max > min ? (value - min) / (max - min) : 0;

  return (
    <div className="field duration">
      <label htmlFor={field}>{label}</label>
      <span className="number">
        <input
          id={field}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={typed ?? shown}
          aria-invalid={refused}
          aria-describedby={`${field}-range`}
          onChange={(event) => {
            setTyped(event.target.value);
            const read = readNumber(event.target.value, per, min, max);
            if (read !== null) setParameter(store, id, read);
          }}
          onBlur={() => {
            setTyped(null);
            end();
          }}
          onKeyUp={(event) => {
            if (ENDS_TYPING.has(event.key)) end();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') setTyped(null);
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            setTyped(null);
            const next = value + (event.key === 'ArrowUp' ? step : -step);
            setParameter(store, id, Math.min(max, Math.max(min, next)));
          }}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={`${shown} ${unit}`}
        min={min}
        max={max}
        step={step}
        value={value}
        style={{ '--share': String(share) } as React.CSSProperties}
        onChange={(event) => setParameter(store, id, event.target.valueAsNumber)}
        onPointerUp={end}
        onKeyUp={end}
        onBlur={end}
      />
      <span id={`${field}-range`} className={refused ? 'refused' : 'hidden'}>
        {text.page.outOfRange(`${numberText(min / per)} ${unit}`, `${numberText(max / per)} ${unit}`)}
      </span>
    </div>
  );
});

/** Reads a number in the field's unit as milliseconds; null if it is none or out of range. */
function readNumber(typed: string, per: number, min: number, max: number): number | null {
  if (!/^\s*-?\d{1,12}([.,]\d{0,9})?\s*$/u.test(typed)) return null;
  const value = Math.round(Number(typed.replace(',', '.')) * per * 1000) / 1000;
  return value >= min && value <= max ? value : null;
}
