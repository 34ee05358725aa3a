import type { StoreRule } from './stores/rule.ts';

/** In how many steps a store takes a write. */
export type StoreSteps =
  | { readonly kind: 'one' }
  /** It looks whether the write may pass, and applies it `gapUs` of its own time later, whatever has changed. */
  | ({ readonly kind: 'check-then-apply' } & Gaps)
  /** Two statements: the write is applied at once, and its token becomes the fence `gapUs` later. */
  | ({ readonly kind: 'apply-then-fence' } & Gaps);

/** How long a write takes from its first step to its second. */
export interface Gaps {
  readonly gapUs: number;
  /** The gaps of operations that have another, by operation. */
  readonly gapsUs?: { readonly [operation: string]: number };
}

/** What is fixed for one store. */
export interface ResourceStoreOptions {
  readonly id: string;
  /** The rule of every operation that has none of its own. */
  readonly rule: StoreRule;
  /** Rules by operation: `write`, `add`, `delete`, or a name of the document's own. */
  readonly operations?: { readonly [operation: string]: StoreRule };
  /** One step where it is left out. */
  readonly steps?: StoreSteps;
  /** The lock service whose record a rule that reads leases looks at, in the same step. */
  readonly lockService: string;
  /** Values that records have before anybody wrote, by record. */
  readonly initial: { readonly [record: string]: string };
  /** The key that the rule looks at in the lock service, whatever key the writer relied on. */
  readonly leaseKey?: string;
  /** Fences that keys have before anybody wrote; none where it is left out. */
  readonly fences?: { readonly [key: string]: number };
}
