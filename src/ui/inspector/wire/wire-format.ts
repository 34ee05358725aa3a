import type { Entry, Json } from '../../../engine/trace.ts';
import type { StoreKind } from '../../../machines/resource-store/stores/rule.ts';

/** What travels over a link: plain JSON with a type. */
export interface WireBody {
  readonly type: string;
  readonly [field: string]: Json;
}

/** Who answers at one end of a link, by which it is known how both ends speak. */
export type Speaker =
  | { readonly part: 'service'; readonly kind: string }
  | {
      readonly part: 'store';
      readonly kind: StoreKind;
      /** Rules of operations that have their own. */
      readonly operations: Readonly<Record<string, StoreKind>>;
      /** The one key that its rule asks the lock service for. */
      readonly leaseKey?: string | undefined;
    }
  | { readonly part: 'cache' };

/**
 * How one kind of service or store speaks: a line for each of its messages, as a client of a real one would
 * send it and be answered. Null for a message that is not of this kind. `made` is the entry that was made on the
 * request which a reply answers: it knows more than the reply tells, such as the fence of a refused write.
 */
export type WireFormat<One extends Speaker = Speaker> = (
  body: WireBody,
  made: Entry | null,
  speaker: One,
) => string | null;
