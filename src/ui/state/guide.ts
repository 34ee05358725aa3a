import type { GuidePage } from './inputs.ts';
import { showView, type AppStore } from './store.ts';

/** Shows a page of the guide in place of the picture. */
export function openGuide(store: AppStore, guide: GuidePage): void {
  showView(store, { guide });
}
