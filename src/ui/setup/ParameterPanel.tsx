import { lazy, memo, Suspense, useMemo } from 'react';
import { PanelBoundary } from '../shell/PanelBoundary.tsx';
import { useApp, useAppStore } from '../state/app-context.ts';
import { scenarioOf } from '../state/source.ts';
import { shownConfigurations } from '../state/inputs.ts';
import { resetParameters } from '../state/store.ts';
import { text } from '../text.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { DurationField } from './DurationField.tsx';
import { idleParameters } from './idle-parameters.ts';
import { useStripsShown } from './use-strips-shown.ts';

const ParameterStrips = lazy(async () => ({
  default: (await import('../strips/ParameterStrips.tsx')).ParameterStrips,
}));

/** The numbers and choices of a scenario; a change plays it again at once. */
export const ParameterPanel = memo(function ParameterPanel() {
  const store = useAppStore();
  const scenario = useApp(({ source }) => scenarioOf(source));
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const shown = useApp(shownConfigurations);
  const [strips, toggleStrips] = useStripsShown();
  const idle = useMemo(
    () => (scenario === null ? null : idleParameters(scenario, shown, edits)),
    [scenario, shown, edits],
  );
  if (scenario === null || idle === null) return null;
  if (scenario.parameters.length === 0) return null;
  const changed = Object.keys(values).length > 0;
  return (
    <section className="parameters" aria-labelledby="parameters-heading">
      <h2 id="parameters-heading">
        {text.page.parameters}
        <span className="parameters-tools">
          {changed && (
            <button type="button" className="link" onClick={() => resetParameters(store)}>
              {text.page.reset}
            </button>
          )}
          {scenario.parameters.some(({ kind }) => kind === 'duration') && (
            <button type="button" className="link" title={text.page.strips} onClick={toggleStrips}>
              {text.page.stripsShort(strips)}
            </button>
          )}
        </span>
      </h2>
      {scenario.parameters.map((parameter) => {
        const value = values[parameter.id] ?? parameter.value;
        return parameter.kind === 'choice' ? (
          <ChoiceField key={parameter.id} scenario={scenario} parameter={parameter} value={String(value)} />
        ) : (
          <div key={`${scenario.id} ${parameter.id}`} className="ranged">
            <DurationField scenario={scenario} parameter={parameter} value={Number(value)} />
            {idle.has(parameter.id) ? (
              <p className="muted">{text.page.saysNothing}</p>
            ) : (
              strips && (
                <PanelBoundary name={text.page.strips} resetOn={scenario}>
                  <Suspense fallback={null}>
                    <ParameterStrips scenario={scenario} parameter={parameter} value={Number(value)} />
                  </Suspense>
                </PanelBoundary>
              )
            )}
          </div>
        );
      })}
    </section>
  );
});
