import { raise, type StoreRule } from './rule.ts';

/**
 * Accepts only a token above the highest seen, as in `UPDATE ... WHERE fence_token < t`: the holder's own
 * second write is dropped. A write that presents no token does not ask the fence, as in the fenced store.
 */
export const strictlyFenced: StoreRule = {
  kind: 'strictly-fenced',
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: true,
  judge(fence, token) {
    if (token === null || fence.highest === null || token > fence.highest) {
      return { accepted: true, fence: raise(fence, token) };
    }
    return { accepted: false, fence, reason: token < fence.highest ? 'stale-token' : 'token-not-higher' };
  },
};
