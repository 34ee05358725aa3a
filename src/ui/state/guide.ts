import type { GuidePage } from './inputs.ts';
import type { AppStore } from './store.ts';

/** Shows a page of the guide in place of the picture; a step of the tab's history. */
export function openGuide(store: AppStore, guide: GuidePage): void {
  store.setState(({ openings }) => ({
    guide,
    gallery: null,
    dispatch: null,
    prove: null,
    playing: false,
    openings: openings + 1,
  }));
}

/** Goes back from the guide to what is open. */
export function closeGuide(store: AppStore): void {
  store.setState(({ openings }) => ({ guide: null, openings: openings + 1 }));
}
