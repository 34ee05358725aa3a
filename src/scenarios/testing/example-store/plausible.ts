import { judgeAgainstFence } from '../../../machines/resource-store/stores/fenced.ts';
import type { StoreRule } from '../../../machines/resource-store/stores/rule.ts';

/** How far ahead of the fence a token may be: more grants than anybody makes between two writes. */
const MOST_AHEAD = 100;

/**
 * As the fenced store, and a token far ahead of the fence is refused as well: an invented one, or one of
 * another counter, cannot lock out every rightful holder.
 */
export const plausible: Omit<StoreRule, 'kind'> = {
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: true,
  judge(fence, token) {
    if (token !== null && token > (fence.highest ?? 0) + MOST_AHEAD)
      return { accepted: false, fence, reason: 'other-token' };
    return judgeAgainstFence(fence, token);
  },
};
