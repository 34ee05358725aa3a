import { freshInputs, type Inputs } from '../state/inputs.ts';
import { notify, openInputs, type AppStore } from '../state/store.ts';
import { text } from '../text.ts';

/**
 * Opens a built-in scenario as it is, with its first configurations or those named, or a view of its own. Says so if
 * it cannot be loaded.
 */
export async function openBuiltin(store: AppStore, id: string, shown: Inputs['shown'] = null): Promise<void> {
  try {
    const { builtin, VIEWS } = await import('./load-builtin.ts');
    const scenario = builtin(id);
    if (scenario === undefined) VIEWS[id]?.(store);
    else openInputs(store, { ...freshInputs({ kind: 'scenario', scenario }), shown }, []);
  } catch {
    notify(store, { text: text.page.notLoaded });
  }
}
