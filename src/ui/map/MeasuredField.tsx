import { useId, useState } from 'react';
import { readMeasured } from '../../scenarios/map/distribution.ts';
import { sweepText } from '../../text/sweep.ts';
import { numberText } from '../setup/unit-of.ts';

const words = sweepText.draws;
/** More problems than these help nobody. */
const MOST_TOLD = 5;

/** A list of one's own measured durations, pasted or typed. While it cannot be read, the one before stays. */
export function MeasuredField(props: {
  readonly values: readonly number[];
  readonly onChange: (values: readonly number[]) => void;
}) {
  const { values, onChange } = props;
  const id = useId();
  /** As it was typed, remarks and units included. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readMeasured(typed);
  const isOwn = read?.ok === true && same(read.value, values);
  const isWrong = read?.ok === false;
  const shown = typed !== null && (isOwn || isWrong) ? typed : values.map(numberText).join('\n');
  return (
    <div className="map-measured">
      <label htmlFor={id}>{words.list}</label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-note`}
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          const found = readMeasured(event.target.value);
          if (found.ok) onChange(found.value);
        }}
      />
      <div id={`${id}-note`} role="status">
        {read?.ok === false ? (
          <>
            <ul className="refused">
              {read.problems.slice(0, MOST_TOLD).map(({ where, what }) => (
                <li key={`${where} ${what}`}>{words.problem(where, what)}</li>
              ))}
            </ul>
            <small>{words.unchanged}</small>
          </>
        ) : (
          <small>
            {words.listed(values.length, Math.min(...values), Math.max(...values))} {words.listNote}
          </small>
        )}
      </div>
    </div>
  );
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
