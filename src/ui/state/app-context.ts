import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { BrokenPromise } from '../../engine/assert.ts';
import type { AppState, AppStore } from './store.ts';

/** The store of the page for the components below. */
export const AppContext = createContext<AppStore | null>(null);

/** The store itself, for changes. */
export function useAppStore(): AppStore {
  const store = use(AppContext);
  if (store === null) throw new BrokenPromise('components of the page stand below its store');
  return store;
}

/** A part of the state, or what follows from it: a selector must give the same for the same state. */
export function useApp<Part>(select: (state: AppState) => Part): Part {
  return useStore(useAppStore(), select);
}
