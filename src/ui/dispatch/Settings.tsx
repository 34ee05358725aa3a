import { memo } from 'react';
import {
  DISPATCH_PARAMETER_IDS,
  DISPATCH_PARAMETERS,
  type DispatchSettings,
} from '../../scenarios/dispatch/parameters.ts';
import { useAppStore } from '../state/app-context.ts';
import { resetDispatch } from '../state/dispatch.ts';
import { SettingSlider } from './SettingSlider.tsx';
import { text } from './words.ts';

/** The parameters of the comparison; a change plays all three modes again. */
export const Settings = memo(function Settings(props: {
  readonly settings: DispatchSettings;
  readonly changed: boolean;
}) {
  const { settings, changed } = props;
  const store = useAppStore();
  return (
    <section className="parameters" aria-labelledby="dispatch-parameters">
      <h3 id="dispatch-parameters">
        {text.parameters}
        {changed && (
          <button type="button" className="link" onClick={() => resetDispatch(store)}>
            {text.reset}
          </button>
        )}
      </h3>
      {DISPATCH_PARAMETER_IDS.map((id) => (
        <SettingSlider
          key={id}
          parameter={id}
          value={settings[id]}
          max={id === 'stalled-node' ? settings.nodes - 1 : DISPATCH_PARAMETERS[id].max}
        />
      ))}
    </section>
  );
});
