import { scenarioOf } from '../state/source.ts';
import { showView, type AppStore } from '../state/store.ts';

/** Shows what can go wrong with what is open in place of the picture, or the picture again. A recorded trace has but one schedule. */
export function toggleProve(store: AppStore): void {
  const { source, prove } = store.getState();
  if (scenarioOf(source) !== null) showView(store, { prove: prove === null ? '' : null });
}
