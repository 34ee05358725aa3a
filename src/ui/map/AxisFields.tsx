import { MOST_CELLS, type MapAxis } from '../../scenarios/map/map-spec.ts';
import { sweepText } from '../../text/sweep.ts';
import { COUNT, fieldUnit, NumberField } from './NumberField.tsx';
import { TargetChoice } from './TargetChoice.tsx';
import type { MapTarget } from './targets-of.ts';
import { sideOf } from './usual.ts';

/** One side: what varies along it, from where to where, in how many values. */
export function AxisFields(props: {
  readonly heading: string;
  readonly axis: MapAxis;
  readonly targets: readonly MapTarget[];
  /** Targets that vary or are drawn elsewhere. */
  readonly used: readonly string[];
  readonly onChange: (axis: MapAxis) => void;
}) {
  const { heading, axis, targets, used, onChange } = props;
  const target = targets.find(({ id }) => id === axis.target);
  const unit = fieldUnit(target?.unit ?? 'time');
  const { min, max } = target ?? { min: 0, max: axis.to };
  const words = sweepText.axis;
  const put = (change: Partial<MapAxis>): void => onChange({ ...axis, ...change });
  const canBeLog = axis.from > 0 && axis.to > 0;
  return (
    <fieldset>
      <legend>{heading}</legend>
      <TargetChoice
        label={words.target}
        value={axis.target}
        targets={targets}
        used={used}
        onChange={(to) => onChange(sideOf(to, 15, 31, axis.cells))}
      />
      <NumberField
        label={words.from}
        value={axis.from}
        {...{ unit, min, max }}
        onChange={(from) => put({ from, ...(from > 0 ? {} : { scale: 'linear' }) })}
      />
      <NumberField
        label={words.to}
        value={axis.to}
        {...{ unit, min, max }}
        onChange={(to) => put({ to, ...(to > 0 ? {} : { scale: 'linear' }) })}
      />
      <NumberField
        label={words.cells}
        value={axis.cells}
        unit={COUNT}
        min={1}
        max={MOST_CELLS}
        isWhole
        onChange={(cells) => put({ cells })}
      />
      {canBeLog && (
        <label className="study-check">
          <input
            type="checkbox"
            checked={axis.scale === 'log'}
            onChange={(event) => put({ scale: event.target.checked ? 'log' : 'linear' })}
          />
          <span>{words.log}</span>
        </label>
      )}
    </fieldset>
  );
}
