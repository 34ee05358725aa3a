import type { ExploreJob } from '../../explore/job.ts';
import type { FromExplorer, ToExplorer } from '../../explore/protocol.ts';
import { onBreakdown } from './on-breakdown.ts';

/** How an exploration in a worker ended: its last word. */
export type ExploreEnd = Exclude<FromExplorer, { type: 'progress' }>;

/** A worker at work. */
export interface RunningExploration {
  /** Never rejects: a worker that breaks down ends as `failed`. */
  readonly end: Promise<ExploreEnd>;
  /** Asks it to stop; it then ends with what it found so far. */
  cancel(): void;
  /** Stops it at once, without a result; `end` then never settles. */
  dispose(): void;
}

/** Explores in a worker of its own, away from the page's thread. */
export function exploreInWorker(
  job: ExploreJob,
  onProgress: (message: Extract<FromExplorer, { type: 'progress' }>) => void,
): RunningExploration {
  const worker = new Worker(new URL('./explore-worker.ts', import.meta.url), { type: 'module' });
  const say = (message: ToExplorer): void => worker.postMessage(message, []);
  const end = new Promise<ExploreEnd>((resolve) => {
    const finish = (word: ExploreEnd): void => {
      worker.terminate();
      resolve(word);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<FromExplorer>) => {
      if (data.type === 'progress') onProgress(data);
      else finish(data);
    });
    onBreakdown(worker, (message) => finish({ type: 'failed', message }));
  });
  say({ type: 'start', job });
  return { end, cancel: () => say({ type: 'cancel' }), dispose: () => worker.terminate() };
}
