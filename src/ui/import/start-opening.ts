import type { Entry, Trace } from '../../engine/trace.ts';
import type { Lane } from '../../scenarios/run.ts';
import type { StoreReplay } from '../reports/store-rows.ts';
import { preparePicture } from '../timeline/picture-of.ts';
import { addEntries } from './entry-columns.ts';
import { MOST_BYTES } from './limits.ts';
import type { OpenReply, OpenRequest } from './open-worker.ts';
import { notOpened, type Opening } from './opened.ts';

/** Work that was started: it tells how far it is, and can be given up. */
export interface Work {
  /** What it comes to; null if it was given up. Never rejects. */
  readonly opening: Promise<Opening | null>;
  readonly cancel: () => void;
}

/** How far the work is: a share from 0 to 1 while reading; null while checking, which nobody can tell. */
export type OnProgress = (share: number | null) => void;

/**
 * Opens a file or a text off the page's own thread, so that nothing stands still meanwhile. What is too
 * large is refused before it is read.
 */
export function startOpening(content: Blob | string, name: string, onProgress: OnProgress): Work {
  const bytes = sizeOf(content);
  if (bytes > MOST_BYTES) return decided(notOpened({ kind: 'too-large', bytes }));
  if (bytes === 0) return decided(notOpened({ kind: 'empty' }));
  let worker: Worker;
  try {
    worker = new Worker(new URL('./open-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return openHere(content, name, onProgress);
  }
  const entries: Entry[] = [];
  let lanes: readonly Lane[] = [];
  let giveUp: () => void = () => undefined;
  let tellStores: (stores: StoreReplay | null) => void = () => undefined;
  const stores = new Promise<StoreReplay | null>((resolve) => {
    tellStores = resolve;
  });
  const opening = new Promise<Opening | null>((resolve) => {
    giveUp = () => {
      resolve(null);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<OpenReply>) => {
      if (data.kind === 'done') resolve(completed(data.opening, { entries, lanes, stores }));
      else if (data.kind === 'entries') addEntries(data.columns, entries);
      else if (data.kind === 'lanes') {
        lanes = data.lanes;
        preparePicture({ entries, lanes });
      } else if (data.kind === 'stores') tellStores(data.stores);
      else onProgress(data.kind === 'read' ? data.share : null);
    });
    const breakDown = (): void => {
      resolve(notOpened({ kind: 'broken' }));
      tellStores(null);
    };
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      breakDown();
    });
    worker.addEventListener('messageerror', breakDown);
    worker.postMessage({ content, name } satisfies OpenRequest, []);
  });
  const end = async (): Promise<void> => {
    const opened = await opening;
    if (opened?.ok === true && opened.value.source.kind === 'trace') await stores;
    worker.terminate();
  };
  void end();
  return { opening, cancel: () => giveUp() };
}

/** A trace with its entries and lanes, and the promise of what stores would have done with its writes. */
function completed(
  opening: Opening,
  told: {
    readonly entries: Trace;
    readonly lanes: readonly Lane[];
    readonly stores: Promise<StoreReplay | null>;
  },
): Opening {
  if (!opening.ok || opening.value.source.kind !== 'trace') return opening;
  const { source } = opening.value;
  const { entries, lanes, stores } = told;
  const whole = { ...source, run: { ...source.run, entries, lanes }, stores };
  return { ok: true, value: { ...opening.value, source: whole } };
}

function decided(opening: Opening): Work {
  return { opening: Promise.resolve(opening), cancel: () => undefined };
}

/** Where there are no workers: the same work on the page's thread. */
function openHere(content: Blob | string, name: string, onProgress: OnProgress): Work {
  let cancelled = false;
  const work = async (): Promise<Opening> => {
    const [{ decodeFile }, { openContent }] = await Promise.all([
      import('./decode.ts'),
      import('./open-content.ts'),
    ]);
    let text: string;
    try {
      text = typeof content === 'string' ? content : await decodeFile(content, onProgress);
    } catch {
      return notOpened({ kind: 'unreadable' });
    }
    onProgress(null);
    return openContent(text, name);
  };
  const opening = work()
    .catch(() => notOpened({ kind: 'broken' }))
    .then((result) => (cancelled ? null : result));
  return {
    opening,
    cancel: () => {
      cancelled = true;
    },
  };
}

/** Bytes of a file; for a text its characters, which are at least as many bytes. */
function sizeOf(content: Blob | string): number {
  return typeof content === 'string' ? content.length : content.size;
}
