import type { Entry } from '../trace.ts';
import type { Draft } from './draft.ts';
import type { Ledger } from './ledger.ts';

/** Of a longer chain the root and the nearest entries are given, so that no finding costs more than this. */
export const MAX_CHAIN = 200;

/** How many pauses, resumes, crashes and restarts of the client a chain tells, the last ones. */
const MAX_HALTS = 8;

/**
 * The `seq` of every entry in the chain of causes of a finding, root first, ending with the entry that shows
 * it: the recorded causes back to the root, joined with the entries that made it so, in order and each once.
 */
export function causesOf(draft: Draft, ledger: Ledger): readonly number[] {
  const { entry } = draft;
  const seqs = new Set<number>(chainTo(entry, ledger.entries));
  for (const seq of draft.because) if (seq !== null && seq !== undefined && seq <= entry.seq) seqs.add(seq);
  if (draft.haltsFrom !== undefined) {
    const halts = ledger.clients.get(draft.client)?.halts ?? [];
    const before = countBefore(halts, entry.seq);
    for (const seq of halts.slice(Math.max(0, before - MAX_HALTS), before)) {
      if (seq > draft.haltsFrom) seqs.add(seq);
    }
  }
  return [...seqs].toSorted((a, b) => a - b);
}

function chainTo(entry: Entry, entries: readonly Entry[]): readonly number[] {
  const chain = [entry.seq];
  let current = entry;
  while (current.cause !== null && current.cause < current.seq && chain.length < MAX_CHAIN) {
    const cause = entries[current.cause];
    if (cause === undefined) break;
    chain.push(cause.seq);
    current = cause;
  }
  return chain;
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
