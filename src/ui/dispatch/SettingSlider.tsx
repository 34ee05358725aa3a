import { memo, useId, type CSSProperties } from 'react';
import { DISPATCH_PARAMETERS, type DispatchParameter } from '../../scenarios/dispatch/parameters.ts';
import { useAppStore } from '../state/app-context.ts';
import { setDispatchValue } from '../state/dispatch.ts';
import { text } from './words.ts';

/** One parameter of the comparison. */
export const SettingSlider = memo(function SettingSlider(props: {
  readonly parameter: DispatchParameter;
  readonly value: number;
  /** The greatest value that means anything now. */
  readonly max: number;
}) {
  const { parameter, value, max } = props;
  const store = useAppStore();
  const field = useId();
  const { min } = DISPATCH_PARAMETERS[parameter];
  const words = text.valueOf(parameter, value);
  const share = max > min ? (value - min) / (max - min) : 0;
  return (
    <div className="field duration">
      <label htmlFor={field}>{text.parameter[parameter]}</label>
      <output htmlFor={field}>{words}</output>
      <input
        id={field}
        type="range"
        aria-valuetext={words}
        min={min}
        max={max}
        step={1}
        value={value}
        style={{ '--share': String(share) } as CSSProperties}
        onChange={(event) => setDispatchValue(store, parameter, event.target.valueAsNumber)}
      />
    </div>
  );
});
