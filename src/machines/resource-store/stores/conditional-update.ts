import { raise, type StoreRule } from './rule.ts';

/**
 * The strictly fenced store as SQL has it: `UPDATE ... SET fence_token = t WHERE id = r AND fence_token < t`. It
 * answers with a number of rows, and 0 rows means alike that the token is stale, that it is equal, that there
 * is no such row, or that the row's fence is null: a comparison with null is not true. So a row must be there
 * with a fence before the first write, and a writer without a token changes nothing.
 */
export const conditionalUpdate: StoreRule = {
  kind: 'conditional-update',
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: true,
  judge(fence, token, _lease, { isThere }) {
    const { highest } = fence;
    if (isThere && token !== null && highest !== null && token > highest)
      return { accepted: true, fence: raise(fence, token) };
    return { accepted: false, fence, reason: 'no-rows' };
  },
};
