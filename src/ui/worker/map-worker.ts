import { Mapper, type FromMapper, type ToMapper } from '../../explore/map/protocol.ts';
import { prepareSweep } from '../../explore/map/sweep.ts';

/** A worker that plays cells of a safety map. It is ended from outside: nothing else need be heard meanwhile. */
const say = (message: FromMapper): void => self.postMessage(message, {});
const mapper = new Mapper(prepareSweep, say);

self.addEventListener('message', ({ data }: MessageEvent<ToMapper>) => {
  try {
    mapper.handle(data);
  } catch (error) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
