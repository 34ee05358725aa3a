import { NO_FAULTS } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { ZERO, type Micros } from '../../engine/time.ts';
import { referenceClient } from './reference-client.ts';
import { referenceLock } from './reference-lock.ts';
import { CLIENTS, type ReferenceSize } from './reference-messages.ts';
import { referenceNetwork } from './reference-network.ts';
import { referenceStore, type ReferenceStoreKind } from './reference-store.ts';

/** One variant of the reference model. */
export interface ReferenceOptions extends ReferenceSize {
  readonly store: ReferenceStoreKind;
  /** Whether a write travels, in any order, or is applied as it is sent. */
  readonly writes: 'delayed' | 'direct';
}

/** The sizes whose numbers of states were counted by other tools. */
export const REFERENCE_SIZES = {
  XS: { tokens: 2, lease: 2 },
  S: { tokens: 3, lease: 2 },
  M: { tokens: 5, lease: 2 },
  X: { tokens: 7, lease: 3 },
} as const satisfies { readonly [name: string]: ReferenceSize };

/**
 * A small lease model whose reachable states were counted by independent model checkers: what the explorer
 * is checked against. Nothing in it takes time; a lease ends by ticks. Its machines are made anew on each
 * call, with nothing remembered.
 */
export function referenceModel(options: ReferenceOptions): Model {
  const isDelayed = options.writes === 'delayed';
  const clients = CLIENTS.map((id) => referenceClient(id, isDelayed ? 'network' : 'store'));
  const network = isDelayed ? [referenceNetwork(options, 'store')] : [];
  return {
    components: [...clients, referenceLock(options), ...network, referenceStore(options.store)],
    seed: 0,
    latency: () => ({ baseUs: ZERO, jitterUs: ZERO }),
    timedFaults: [],
    messageFaults: [],
    budget: NO_FAULTS,
    horizon: Infinity as Micros,
  };
}
