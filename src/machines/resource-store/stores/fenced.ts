import { raise, type Fence, type Judgement, type StoreRule } from './rule.ts';

/**
 * Refuses a token below the highest seen. An equal token passes, because a holder may write twice; the
 * first token to reach a key sets its fence, whatever its sign. A write that presents no token is one in
 * which the fence is never asked: it passes and leaves the fence where it was. A client that presents 0
 * for want of a token (as in report C16) presents the number 0, and that is compared.
 */
export function judgeAgainstFence(fence: Fence, token: number | null): Judgement {
  if (token !== null && fence.highest !== null && token < fence.highest) {
    return { accepted: false, fence, reason: 'stale-token' };
  }
  return { accepted: true, fence: raise(fence, token) };
}

/** A store that learns of tokens from writes alone. */
export const fenced: StoreRule = {
  kind: 'fenced',
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: true,
  judge: judgeAgainstFence,
};
