import { scenarioOf } from '../state/source.ts';
import type { AppStore } from '../state/store.ts';

/** Shows what can go wrong with what is open in place of the picture, or the picture again. A recorded trace has but one schedule. */
export function toggleProve(store: AppStore): void {
  const { source, prove, openings } = store.getState();
  if (scenarioOf(source) === null) return;
  store.setState({
    prove: prove === null ? '' : null,
    gallery: null,
    dispatch: null,
    guide: null,
    playing: false,
    openings: openings + 1,
  });
}
