import { notify, open, type AppStore } from '../state/store.ts';
import { text } from '../text.ts';

/** Opens a built-in scenario as it is, or a view of its own, and says so if it cannot be loaded. */
export async function openBuiltin(store: AppStore, id: string): Promise<void> {
  try {
    const { builtin, VIEWS } = await import('./load-builtin.ts');
    const scenario = builtin(id);
    if (scenario === undefined) VIEWS[id]?.(store);
    else open(store, { kind: 'scenario', scenario });
  } catch {
    notify(store, { text: text.page.notLoaded });
  }
}
