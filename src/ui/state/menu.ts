import { cursorTime, leadingRun } from './derived.ts';
import type { MenuPlace } from './menu-place.ts';
import type { AppStore } from './store.ts';

/** Opens the list of what can be changed: where it is told, or at the cursor in the selected lane. */
export function openMenu(store: AppStore, place: Partial<MenuPlace> = {}): boolean {
  const state = store.getState();
  const run = leadingRun(state);
  const lane = run.lanes.find(({ id }) => id === state.lane) ?? run.lanes[0];
  // What was recorded cannot be changed.
  if (lane === undefined || run.origin === 'recorded') return false;
  const at = { configuration: run.configuration, lane: lane.id, t: cursorTime(state) };
  store.setState({ menu: { ...at, message: null, pointer: null, ...place }, playing: false });
  return true;
}

/** Closes it. */
export function closeMenu(store: AppStore): void {
  store.setState({ menu: null });
}
