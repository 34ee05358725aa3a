import { scenarioOf } from './source.ts';
import type { AppStore } from './store.ts';

/** Shows what can go wrong with what is open in place of the picture, or the picture again; false for a recorded trace. */
export function toggleProve(store: AppStore): boolean {
  const { source, prove, openings } = store.getState();
  if (scenarioOf(source) === null) return false;
  store.setState({
    prove: prove === null ? '' : null,
    gallery: null,
    dispatch: null,
    playing: false,
    openings: openings + 1,
  });
  return true;
}
