import '../../text/scenarios/all.ts';
import { CATALOGUE as SCENARIOS, type CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';
import { DISPATCH_ENTRY, DISPATCH_ID } from '../../scenarios/dispatch/dispatch-entry.ts';
import { openDispatch } from '../state/dispatch.ts';
import type { AppStore } from '../state/store.ts';

// What comes with the product beside the first scenario, in one script that is loaded when it is needed.
export { builtin } from '../../scenarios/builtin/index.ts';
/** Everything that can be opened by its name: the scenarios, and the comparison that is a view of its own. */
export const CATALOGUE: readonly CatalogueEntry[] = [...SCENARIOS, DISPATCH_ENTRY];

/** What is no scenario and has a view of its own: how each is opened, by its name. */
export const VIEWS: { readonly [id: string]: ((store: AppStore) => void) | undefined } = {
  [DISPATCH_ID]: openDispatch,
};
