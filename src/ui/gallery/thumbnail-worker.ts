import { drawThumbnail } from './draw-thumbnail.ts';
import type { DrawnThumbnail } from './thumbnail.ts';

/** The worker that plays scenarios for their small pictures: an answer for each id, in their order. */
self.addEventListener('message', ({ data: id }: MessageEvent<string>) => {
  self.postMessage({ id, thumbnail: drawn(id) } satisfies DrawnThumbnail, {});
});

function drawn(id: string): DrawnThumbnail['thumbnail'] {
  try {
    return drawThumbnail(id);
  } catch {
    // The list is there to choose from; what is wrong with a scenario is told by who opens it.
    return null;
  }
}
