import type { Draft } from './draft.ts';
import type { Ledger } from './ledger.ts';

/** How many causes of causes a chain tells: of a longer one the root and the nearest. */
const MOST_CAUSES = 200;
/** The same for a trace with so many findings that nobody reads them all. */
const FEWER_CAUSES = 16;
const MANY_FINDINGS = 1000;

/** How many pauses, resumes, crashes and restarts of the client a chain tells, the last ones. */
const MOST_HALTS = 8;

/** Makes the chains of causes of all findings of a trace. */
export class Causes {
  private readonly ledger: Ledger;
  private readonly most: number;

  constructor(ledger: Ledger, findings: number) {
    this.ledger = ledger;
    this.most = findings > MANY_FINDINGS ? FEWER_CAUSES : MOST_CAUSES;
  }

  /**
   * The `seq` of every entry in the chain of causes of a finding, root first, ending with the entry that
   * shows it: the recorded causes back to the root, joined with the entries that made it so, each once.
   */
  of(draft: Draft): readonly number[] {
    const last = draft.entry.seq;
    const seqs = this.chainTo(last);
    for (const seq of draft.because) if (seq !== null && seq !== undefined && seq < last) seqs.push(seq);
    if (draft.haltsFrom !== undefined) seqs.push(...this.halts(draft.client, draft.haltsFrom, last));
    seqs.sort((a, b) => a - b);
    return seqs.filter((seq, index) => seq !== seqs[index - 1]);
  }

  private chainTo(last: number): number[] {
    const { entries, roots } = this.ledger;
    const chain = [last];
    let cause = entries[last]?.cause ?? null;
    while (cause !== null && chain.length < this.most) {
      chain.push(cause);
      cause = entries[cause]?.cause ?? null;
    }
    const root = roots[last];
    if (cause !== null && root !== undefined) chain.push(root);
    return chain;
  }

  private halts(client: string, from: number, before: number): readonly number[] {
    const halts = this.ledger.clients.get(client)?.halts ?? [];
    const end = countBefore(halts, before);
    return halts.slice(Math.max(0, end - MOST_HALTS), end).filter((seq) => seq > from);
  }
}

function countBefore(seqs: readonly number[], seq: number): number {
  let low = 0;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seqs[middle] ?? Infinity) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
