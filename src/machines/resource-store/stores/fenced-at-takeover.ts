import { judgeAgainstFence } from './fenced.ts';
import type { StoreRule } from './rule.ts';

/**
 * As the fenced store, and each grant of the key raises the fence in the same step as the grant: an
 * earlier holder is refused before the new holder's first write, too.
 */
export const fencedAtTakeover: StoreRule = {
  kind: 'fenced-at-takeover',
  readsLease: false,
  raisedByGrant: true,
  raisedByWrite: true,
  judge: judgeAgainstFence,
};
