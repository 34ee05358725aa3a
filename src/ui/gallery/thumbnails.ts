import { onBreakdown } from '../worker/on-breakdown.ts';
import type { DrawnThumbnail, Thumbnail } from './thumbnail.ts';

/** Pictures that were drawn, by scenario; they stay as long as the tab. */
const drawn = new Map<string, Thumbnail | null>();
/** Who waits for a picture, by scenario. */
const waiting = new Map<string, Set<(thumbnail: Thumbnail | null) => void>>();
let worker: Worker | null = null;

/** A picture that was drawn before; undefined if it was not. */
export function knownThumbnail(id: string): Thumbnail | null | undefined {
  return drawn.get(id);
}

/**
 * Has a picture drawn away from the page's thread, one after the other, and hands it on when it is there. What comes
 * back takes the wish back; a picture that is being drawn is kept all the same.
 */
export function wishForThumbnail(id: string, hand: (thumbnail: Thumbnail | null) => void): () => void {
  const others = waiting.get(id);
  if (others === undefined) {
    waiting.set(id, new Set([hand]));
    workerOfPage().postMessage(id, []);
  } else others.add(hand);
  return () => void waiting.get(id)?.delete(hand);
}

function workerOfPage(): Worker {
  if (worker !== null) return worker;
  const made = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' });
  worker = made;
  made.addEventListener('message', ({ data }: MessageEvent<DrawnThumbnail>) => {
    drawn.set(data.id, data.thumbnail);
    const hands = waiting.get(data.id);
    waiting.delete(data.id);
    for (const hand of hands ?? []) hand(data.thumbnail);
  });
  // Cards without their picture still open; whoever wishes next has a new worker.
  onBreakdown(made, () => {
    made.terminate();
    if (worker === made) worker = null;
    waiting.clear();
  });
  return made;
}
