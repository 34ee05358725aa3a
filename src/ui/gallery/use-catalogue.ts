import { useSyncExternalStore } from 'react';
import type { CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';

let loaded: readonly CatalogueEntry[] | null = null;
let isLoading = false;
const waiting = new Set<() => void>();

/** Every built-in scenario; null until they are loaded. The first script does without them. */
export function useCatalogue(): readonly CatalogueEntry[] | null {
  return useSyncExternalStore(subscribe, () => loaded);
}

function subscribe(onLoaded: () => void): () => void {
  waiting.add(onLoaded);
  if (!isLoading) {
    isLoading = true;
    void load();
  }
  return () => void waiting.delete(onLoaded);
}

async function load(): Promise<void> {
  try {
    const { CATALOGUE } = await import('./load-builtin.ts');
    loaded = CATALOGUE;
    for (const tell of waiting) tell();
  } catch {
    // Asked for again by whoever comes next; what is open stays.
    isLoading = false;
  }
}
