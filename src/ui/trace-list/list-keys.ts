import type { KeyboardEvent } from 'react';
import { goToEnd, step, type AppStore } from '../state/store.ts';

/** Moves the cursor with the arrows while the list has the focus. Returns whether the key was one of them. */
export function moveByKey(store: AppStore, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (event.key === 'ArrowDown') step(store, 1);
  else if (event.key === 'ArrowUp') step(store, -1);
  else if (event.key === 'Home') goToEnd(store, 'first');
  else if (event.key === 'End') goToEnd(store, 'last');
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
