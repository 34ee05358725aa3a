import type { Draft } from './draft.ts';
import { staleWrite } from './stale-write.ts';
import type { WriteStanding } from './write-standing.ts';

/**
 * Stale write accepted: a store accepted a write whose lease was over when it was applied, if in addition
 * the key had been granted again since or the promised end had passed; or a write of a client that was
 * never granted the key. Unreplaced: the key had not been granted again.
 */
export function staleWriteAccepted(standing: WriteStanding): Draft | null {
  if (!standing.stale || standing.entry.outcome !== 'accepted') return null;
  const draft = staleWrite('stale-write-accepted', standing);
  return standing.unreplaced ? { ...draft, unreplaced: true } : draft;
}
