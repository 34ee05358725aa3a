/**
 * The rule of a store: what happens to a write that carries a fencing token. A rule is a pure function,
 * used by the store machine and by the replay of recorded writes alike, so that there is no second copy.
 */

/** The kinds of store, named as in recorded cases and scenario files. */
export const STORE_KINDS = [
  'naive',
  'fenced',
  'strictly-fenced',
  'conditional-update',
  'fenced-at-takeover',
  'authoritative',
  'epoch-sink',
  'check-then-write',
  'check-then-write-misparsed',
  'compare-and-set',
] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** What a store remembers of one lock key: the highest token seen, null before the first. Plain JSON. */
export interface Fence {
  readonly highest: number | null;
}

/** The lock service's record for the key, read in the same atomic step as the write. */
export interface LeaseView {
  readonly live: boolean;
  /** Token of the lease on record; null where the service issues none. */
  readonly token: number | null;
}

/** The record that a write concerns, as it stands in the store. */
export interface RowView {
  /** It was there from the start or has been written, and nobody has deleted it since. */
  readonly isThere: boolean;
  /** Starts at 0, one more with each accepted write. */
  readonly version: number;
  /** The version that the write was computed from; null where nothing was read. */
  readonly base: number | null;
}

/** Why a rule refuses: an identifier, put into words by the text catalogue. */
export type RejectReason =
  | 'stale-token'
  | 'token-not-higher'
  | 'no-rows'
  | 'no-lease'
  | 'lease-not-live'
  | 'other-token'
  | 'unreadable-token'
  | 'other-version'
  | 'nothing-read';

/** What a rule decides about one write: whether it is applied, and the fence afterwards. */
export interface Judgement {
  readonly accepted: boolean;
  readonly fence: Fence;
  /** Present exactly when the write is refused. */
  readonly reason?: RejectReason;
}

/** How one kind of store treats writes. */
export interface StoreRule {
  readonly kind: StoreKind;
  /** The store asks the lock service in the same step as it applies the write. */
  readonly readsLease: boolean;
  /** Each grant of the key raises the fence. */
  readonly raisedByGrant: boolean;
  /** An accepted write raises the fence to its token. */
  readonly raisedByWrite: boolean;
  /**
   * Decides one write. `token` is null where the writer presents none; `lease` is null where the service
   * has no record for the key, and is looked at only by a rule that reads the lease.
   */
  judge(fence: Fence, token: number | null, lease: LeaseView | null, row: RowView): Judgement;
}

/** The fence of a key that no token has reached yet. */
export const NO_FENCE: Fence = { highest: null };

/** The fence after `token` has reached it: never lower than before. A null token leaves it as it is. */
export function raise(fence: Fence, token: number | null): Fence {
  if (token === null || (fence.highest !== null && token <= fence.highest)) return fence;
  return { highest: token };
}
