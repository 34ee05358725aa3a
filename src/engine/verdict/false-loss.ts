import type { Entry } from '../trace.ts';
import { facts, finite, type Draft } from './draft.ts';
import type { Lease } from './lease.ts';
import type { Holder } from './records.ts';
import type { Micros } from '../time.ts';

/** Reasons for which a client ends its belief of its own will: nothing was lost. */
const OF_ITS_OWN_WILL: ReadonlySet<string> = new Set(['released', 'finished', 'crashed']);

/**
 * False loss: a holder gave up a lease that was still good by more than its declared safety margin. Without
 * a declared margin nothing can be said. Where the trace gives no reason for the end of the belief, a
 * release that ends the lease tells that the holder was done with it.
 */
export class FalseLoss {
  private readonly candidates: { readonly draft: Draft; readonly lease: Lease }[] = [];

  /** Looks at the end of a belief. */
  disbelieved(entry: Entry, holder: Holder, began: Entry): void {
    const { marginUs } = holder;
    const lease = holder.leases.at(-1);
    if (marginUs === undefined || lease === undefined || lease.delivery === null) return;
    if (lease.ended !== null || lease.passedOn(entry.t)) return;
    if (entry.reason !== undefined && OF_ITS_OWN_WILL.has(entry.reason)) return;
    const leftUs = lease.promised - entry.t;
    if (leftUs <= marginUs) return;
    const draft: Draft = {
      kind: 'false-loss',
      entry,
      client: holder.client.id,
      key: holder.key.key,
      because: [lease.grant.seq, began.seq],
      facts: facts({
        token: lease.token,
        expires: finite(lease.promised),
        leftUs: finite(leftUs),
        marginUs: marginUs as Micros,
        reason: entry.reason,
      }),
    };
    this.candidates.push({ draft, lease });
  }

  /** The losses that no release explains. */
  finish(): readonly Draft[] {
    return this.candidates
      .filter(
        ({ draft, lease }) =>
          draft.entry.reason !== undefined || lease.endedAfter(draft.entry.seq) !== 'release',
      )
      .map(({ draft }) => draft);
  }
}
