import { useId, useState } from 'react';
import { isIn } from './asked.ts';
import type { Mark } from './budget-of.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { text } from './words.ts';

/** One number of the budget, where it comes from, and the way back to what the scenario says. */
export function FigureField(props: {
  readonly name: FieldName;
  readonly value: number | null;
  readonly mark: Mark;
  readonly onChange: (value: number | null) => void;
  readonly onTakeBack: () => void;
}) {
  const { name, value, mark, onChange, onTakeBack } = props;
  const id = useId();
  /** What stands in the field while it is being typed in. */
  const [typed, setTyped] = useState<string | null>(null);
  const { kind, min, max } = FIELDS[name];
  const isWrong = typed !== null && read(name, typed) === undefined;
  const label = text.fields[name];
  return (
    <div className="study-number budget-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={kind === 'count' ? 'numeric' : 'text'}
        autoComplete="off"
        maxLength={16}
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        value={typed ?? shown(name, value)}
        onChange={(event) => {
          setTyped(event.target.value);
          const found = read(name, event.target.value);
          if (found !== undefined) onChange(found);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') setTyped(null);
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          setTyped(null);
          const next = Math.min(max, Math.max(min, rounded((value ?? 0) + by * stepOf(name, value ?? 0))));
          onChange(next);
        }}
      />
      <small id={`${id}-note`}>
        {isWrong ? (
          <span className="refused">{text.expected[kind](shown(name, min), shown(name, max))}</span>
        ) : (
          <>
            <span className={`budget-mark budget-mark-${mark}`}>{text.marks[mark]}</span>
            {mark === 'typed' && (
              <button
                type="button"
                className="link"
                aria-label={text.takeBackLabel(label)}
                onClick={() => {
                  setTyped(null);
                  onTakeBack();
                }}
              >
                {text.takeBack}
              </button>
            )}
            {name === 'timeout' && value === null && `; ${text.noneNote}`}
          </>
        )}
      </small>
    </div>
  );
}

function shown(name: FieldName, value: number | null): string {
  if (value === null) return text.none;
  switch (FIELDS[name].kind) {
    case 'time':
      return text.length(value);
    case 'part':
      return text.percent(value);
    default:
      return String(value);
  }
}

const PER: Readonly<Record<string, number>> = {
  us: 0.001,
  µs: 0.001,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
};

/** What was typed as a number of the field; undefined if it is none. A length without a unit is in seconds. */
function read(name: FieldName, written: string): number | null | undefined {
  const plain = written.trim().toLowerCase().replace(',', '.');
  if (name === 'timeout' && (plain === '' || plain === text.none)) return null;
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{0,6})?)\s*([a-zµ%]*)$/u.exec(plain) ?? [];
  if (number === '') return undefined;
  const per = perOf(FIELDS[name].kind, unit);
  if (per === undefined) return undefined;
  const value = rounded(Number(number) * per);
  return isIn(name, value) ? value : undefined;
}

function perOf(kind: (typeof FIELDS)[FieldName]['kind'], unit: string): number | undefined {
  if (kind === 'time') return unit === '' ? 1000 : PER[unit];
  if (kind === 'part') return unit === '' || unit === '%' ? 0.01 : undefined;
  return unit === '' ? 1 : undefined;
}

/** To the microsecond, or a millionth. */
function rounded(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}

/** By how much an arrow key changes a number: about a tenth of it. */
function stepOf(name: FieldName, value: number): number {
  const { kind } = FIELDS[name];
  if (kind === 'count') return 1;
  if (kind === 'part') return 0.005;
  if (kind === 'factor') return 0.5;
  return value < 100 ? 10 : value < 2000 ? 100 : value < 60_000 ? 500 : 5000;
}
