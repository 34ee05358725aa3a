import type { MapSpec } from '../../scenarios/map/map-spec.ts';
import { checkValues, type Scenario } from '../../scenarios/scenario.ts';
import { sweepText } from '../../text/sweep.ts';
import { edit, notify, setLeading, type AppStore } from '../state/store.ts';

/** Sets what a file of a map says beside the map itself: its values, in one edit, and its configuration. */
export function adopt(
  store: AppStore,
  scenario: Scenario,
  { scenario: id, configuration, values }: Pick<MapSpec, 'scenario' | 'configuration' | 'values'>,
): void {
  if (id !== undefined && id !== scenario.id) {
    notify(store, { text: sweepText.otherScenario(id) });
    return;
  }
  const problems = checkValues(scenario, values);
  for (const { where, what } of problems.slice(0, 3))
    notify(store, { text: sweepText.notLoaded(where, what) });
  if (problems.length > 0) return;
  edit(store, { values });
  if (scenario.configurations.some((one) => one.id === configuration)) {
    store.setState({ shown: [configuration], leading: null });
    setLeading(store, configuration);
  }
}
