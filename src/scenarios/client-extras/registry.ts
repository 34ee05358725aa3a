import type { WorkerOptions } from '../../machines/client/worker/state.ts';
import type { Part } from '../../machines/client/worker/reaction.ts';
import type { RarePolicies, rarePolicies } from './policies.ts';

/**
 * What a document may ask of its clients beyond what the first one needs. It comes with all-services.ts in
 * services/, which whoever opens another document loads.
 */
export interface ClientExtras {
  /** Fields of a client's policies. */
  readonly policies: typeof rarePolicies;
  /** What workers can do with them. */
  readonly parts: readonly Part[];
  /** A worker, as its document asks for it; `plain` is what the document comes to without extras. */
  worker(plain: WorkerOptions, document: { readonly policies: RarePolicies }): WorkerOptions;
}

let known: ClientExtras | null = null;

/** Makes the extras known. */
export function provideClientExtras(extras: ClientExtras): void {
  known = extras;
}

/** The extras; null before they are loaded. */
export function clientExtras(): ClientExtras | null {
  return known;
}
