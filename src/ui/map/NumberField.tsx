import { useId, useState } from 'react';
import { sweepText } from '../../text/sweep.ts';
import { numberText } from '../setup/unit-of.ts';

/** How a number is written in its field: the word of its unit, and how many of what is kept are one of it. */
export interface FieldUnit {
  readonly word: string;
  readonly per: number;
}

/** How values of a target are written in fields. */
export function fieldUnit(unit: 'time' | 'chance' | 'rate'): FieldUnit {
  return { word: sweepText.units[unit], per: unit === 'time' ? 1000 : unit === 'chance' ? 0.01 : 1 };
}

/** A whole number, without a unit. */
export const COUNT: FieldUnit = { word: '', per: 1 };

/** A number in its unit; what is none, or out of range, is told and changes nothing. */
export function NumberField(props: {
  readonly label: string;
  readonly value: number;
  readonly unit: FieldUnit;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, unit, min, max, isWhole = false, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const read = (written: string): number | null => {
    // Among whole numbers a comma stands between thousands.
    const plain = isWhole ? written.replaceAll(/[\s,](?=\d{3}\b)/gu, '') : written.replace(',', '.');
    if (!/^\s*-?\d{1,12}(?:\.\d{0,9})?\s*$/u.test(plain)) return null;
    const found = Math.round(Number(plain) * unit.per * 1e6) / 1e6;
    if (isWhole && !Number.isInteger(found)) return null;
    return found >= min && found <= max ? found : null;
  };
  const isWrong = typed !== null && read(typed) === null;
  const inUnit = (one: number): string => numberText(one / unit.per);
  return (
    <div className="study-number map-number">
      <label htmlFor={id}>
        {label}
        {isWrong && (
          <small className="refused" id={`${id}-range`}>
            {sweepText.range(inUnit(min), `${inUnit(max)} ${unit.word}`.trim())}
          </small>
        )}
      </label>
      <span className="map-field">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-range` : undefined}
          value={typed ?? inUnit(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            const found = read(event.target.value);
            if (found !== null) onChange(found);
          }}
          onBlur={() => setTyped(null)}
        />
        <span aria-hidden="true">{unit.word}</span>
      </span>
    </div>
  );
}
