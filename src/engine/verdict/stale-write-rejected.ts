import type { Draft } from './draft.ts';
import { staleWrite } from './stale-write.ts';
import type { WriteStanding } from './write-standing.ts';

/** Stale write rejected: what would have been a stale write accepted was refused; the fence did its work. */
export function staleWriteRejected(standing: WriteStanding): Draft | null {
  if (!standing.stale || standing.entry.outcome !== 'rejected') return null;
  return staleWrite('stale-write-rejected', standing);
}
