import type { Distribution } from '../../scenarios/map/distribution.ts';
import { MOST_DRAWS, type MapDraw } from '../../scenarios/map/map-spec.ts';
import { sweepText } from '../../text/sweep.ts';
import type { AddedPause } from './add-pause.ts';
import { cutsOf } from './cut.ts';
import { MeasuredField } from './MeasuredField.tsx';
import { COUNT, fieldUnit, NumberField, type FieldUnit } from './NumberField.tsx';
import { TargetChoice } from './TargetChoice.tsx';
import type { MapTarget } from './targets-of.ts';
import { around } from './usual.ts';

const words = sweepText.draws;

/** Everything that is drawn anew for each run. */
export function DrawFields(props: {
  readonly draws: readonly MapDraw[];
  readonly targets: readonly MapTarget[];
  /** Targets of the sides. */
  readonly swept: readonly string[];
  readonly onChange: (draws: readonly MapDraw[]) => void;
  /** A pause that may be added, where nobody is paused; null: none. */
  readonly pause: AddedPause | null;
  readonly onPause: (pause: AddedPause) => void;
}) {
  const { draws, targets, swept, onChange, pause, onPause } = props;
  const used = [...swept, ...draws.map(({ target }) => target)];
  const free = targets.find(({ id }) => !used.includes(id));
  return (
    <fieldset className="map-draws">
      <legend>{words.heading}</legend>
      {draws.length === 0 && <p className="muted">{words.none}</p>}
      {draws.map((draw, index) => (
        <DrawField
          key={draw.target}
          draw={draw}
          targets={targets}
          used={used}
          onChange={(to) => onChange(draws.map((one, at) => (at === index ? to : one)))}
          onRemove={() => onChange(draws.filter((one) => one !== draw))}
        />
      ))}
      {free !== undefined && draws.length < MOST_DRAWS && (
        <button type="button" onClick={() => onChange([...draws, { target: free.id, from: around(free) }])}>
          {words.add}
        </button>
      )}
      {pause !== null && draws.length + pause.draws.length <= MOST_DRAWS && (
        <button type="button" onClick={() => onPause(pause)}>
          {words.addPause(pause.node)}
        </button>
      )}
    </fieldset>
  );
}

function DrawField(props: {
  readonly draw: MapDraw;
  readonly targets: readonly MapTarget[];
  readonly used: readonly string[];
  readonly onChange: (draw: MapDraw) => void;
  readonly onRemove: () => void;
}) {
  const { draw, targets, used, onChange, onRemove } = props;
  const { from } = draw;
  const target = targets.find(({ id }) => id === draw.target);
  const label = target?.label ?? draw.target;
  const unit = target?.unit ?? 'time';
  // What has no upper end would be drawn beyond what a chance can be; a list is of times.
  const kinds = (Object.keys(words.kinds) as Distribution['kind'][]).filter(
    (kind) => unit === 'time' || kind === 'constant' || kind === 'uniform' || kind === from.kind,
  );
  return (
    <div className="map-draw" role="group" aria-label={label}>
      <TargetChoice
        label={words.what}
        value={draw.target}
        targets={targets}
        used={used}
        onChange={(to) => onChange({ target: to.id, from: around(to) })}
      />
      <label className="map-choice">
        <span>{words.kind}</span>
        <select
          value={from.kind}
          onChange={(event) => {
            const kind = kinds.find((one) => one === event.target.value);
            if (kind !== undefined && target !== undefined)
              onChange({ ...draw, from: likely(kind, from, target) });
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {from.kind === 'measured' ? (
        <MeasuredField
          values={from.values}
          onChange={(values) => onChange({ ...draw, from: { kind: 'measured', values: [...values] } })}
        />
      ) : (
        <Numbers
          from={from}
          unit={fieldUnit(unit)}
          limits={{ min: Math.max(0, target?.min ?? 0), max: target?.max ?? Infinity }}
          onChange={(to) => onChange({ ...draw, from: to })}
        />
      )}
      {target !== undefined &&
        cutsOf(draw, target).map(({ end, at, share }) => (
          <small key={end}>{words.cut(end, at, share)}</small>
        ))}
      {target?.isSlow === true && from.kind !== 'constant' && <small>{words.slow}</small>}
      <button type="button" className="link" aria-label={words.remove(label)} onClick={onRemove}>
        {words.remove('').replace(/: $/u, '')}
      </button>
    </div>
  );
}

type Shape = Exclude<Distribution, { kind: 'measured' }>;

function Numbers(props: {
  readonly from: Shape;
  readonly unit: FieldUnit;
  readonly limits: { readonly min: number; readonly max: number };
  readonly onChange: (from: Shape) => void;
}) {
  const { from, unit, limits, onChange } = props;
  const fields = Object.keys(words.fields) as (keyof typeof words.fields)[];
  return fields.flatMap((name) => {
    const value = (from as { readonly [field: string]: unknown })[name];
    if (typeof value !== 'number') return [];
    const isSpread = name === 'spread';
    const isCentre = name === 'mean' || name === 'median';
    return [
      <NumberField
        key={name}
        label={words.fields[name]}
        value={value}
        unit={isSpread ? COUNT : unit}
        min={isSpread ? 0 : isCentre ? 0.001 : limits.min}
        max={isSpread ? 10 : limits.max}
        onChange={(to) => onChange({ ...from, [name]: to })}
      />,
    ];
  });
}

/** Another kind of distribution with about the same values. */
function likely(kind: Distribution['kind'], before: Distribution, target: MapTarget): Distribution {
  const middle = Math.max(middleOf(before), target.unit === 'time' ? 1 : 0.001);
  switch (kind) {
    case 'constant':
      return { kind, value: middle };
    case 'uniform':
      return { kind, from: Math.max(0, target.min, middle / 2), to: Math.min(target.max, middle * 1.5) };
    case 'exponential':
      return { kind, mean: middle };
    case 'log-normal':
      return { kind, median: middle, spread: 1 };
    case 'measured':
      return { kind, values: [middle] };
  }
}

function middleOf(from: Distribution): number {
  switch (from.kind) {
    case 'constant':
      return from.value;
    case 'uniform':
      return (from.from + from.to) / 2;
    case 'exponential':
      return from.mean;
    case 'log-normal':
      return from.median;
    case 'measured':
      return from.values.toSorted((a, b) => a - b)[Math.floor(from.values.length / 2)] ?? 0;
  }
}
