import type { AppStore, Theme } from '../state/store.ts';

const KEY = 'fenceline-theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

/** The colours chosen at an earlier visit; the system's where nothing is known. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return ORDER.find((theme) => theme === stored) ?? 'system';
  } catch {
    // Storage may be forbidden.
    return 'system';
  }
}

/** Keeps the document's colours in step with the store. */
export function followTheme(store: AppStore): void {
  const apply = ({ theme }: { readonly theme: Theme }): void => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  };
  apply(store.getState());
  store.subscribe((state, before) => {
    if (state.theme === before.theme) return;
    apply(state);
    try {
      localStorage.setItem(KEY, state.theme);
    } catch {
      // Then it holds for this visit.
    }
  });
}

/** System, light, dark, and round again. */
export function nextTheme(store: AppStore): void {
  store.setState(({ theme }) => ({ theme: ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'system' }));
}
