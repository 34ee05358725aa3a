import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { BrokenPromise } from '../../engine/assert.ts';
import { settledOf } from './settled.ts';
import type { AppState, AppStore } from './store.ts';

/** The store of the page for the components below. */
export const AppContext = createContext<AppStore | null>(null);

/** Whether the components below are shown the settled state: they stand still while something is moved. */
export const SettledContext = createContext(false);

/** The store itself, for changes. */
export function useAppStore(): AppStore {
  const store = use(AppContext);
  if (store === null) throw new BrokenPromise('components of the page stand below its store');
  return store;
}

/** A part of the state, or what follows from it: a selector must give the same for the same state. */
export function useApp<Part>(select: (state: AppState) => Part): Part {
  const store = useAppStore();
  return useStore(use(SettledContext) ? settledOf(store) : store, select);
}

/** The same of the settled state, wherever it is asked. */
export function useSettled<Part>(select: (state: AppState) => Part): Part {
  return useStore(settledOf(useAppStore()), select);
}
