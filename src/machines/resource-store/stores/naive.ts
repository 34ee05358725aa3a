import type { StoreRule } from './rule.ts';

/** Accepts every write and remembers no token. */
export const naive: StoreRule = {
  kind: 'naive',
  readsLease: false,
  raisedByGrant: false,
  raisedByWrite: false,
  judge: (fence) => ({ accepted: true, fence }),
};
