import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState, AppStore } from './store.ts';

/** Nothing more has been moved for so long: the hand rests. */
const RESTED_MS = 300;

const followers = new WeakMap<AppStore, StoreApi<AppState>>();

/**
 * The state without the moves of a drag: it follows every change at once, but those that go on with a gesture
 * only when the hand rests or lets go. What tells of a run in words reads it, so that all the time between two
 * moves is the picture's. It is read, never written.
 */
export function settledOf(store: AppStore): StoreApi<AppState> {
  const known = followers.get(store);
  if (known !== undefined) return known;
  const settled = createStore<AppState>()(() => store.getState());
  followers.set(store, settled);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => settled.setState(store.getState(), true);
  store.subscribe((state, before) => {
    clearTimeout(timer);
    if (goesOn(state, before)) timer = setTimeout(follow, RESTED_MS);
    else follow();
  });
  return settled;
}

/** Whether a change is one more move of the gesture that made the one before it. */
function goesOn({ tree }: AppState, before: AppState): boolean {
  return tree.gesture !== null && tree !== before.tree && tree.gesture === before.tree.gesture;
}
