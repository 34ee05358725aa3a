import type { ExplorationProgress } from '../engine/explore/exploration.ts';
import type { Problem } from '../engine/result.ts';
import type { ExploreJob, ExploreReport } from './job.ts';

/** What is said to a worker that explores. One worker runs one job. */
export type ToExplorer = { readonly type: 'start'; readonly job: ExploreJob } | { readonly type: 'cancel' };

/** What such a worker says. The last word is `done`, `problem` or `failed`. */
export type FromExplorer =
  | {
      readonly type: 'progress';
      readonly progress: ExplorationProgress;
      readonly seconds: number;
      /** Distinct states found in a second, since the start. */
      readonly statesPerSecond: number;
    }
  | { readonly type: 'done'; readonly report: ExploreReport; readonly seconds: number }
  /** The job could not be understood: the scenario or its values. */
  | { readonly type: 'problem'; readonly problems: readonly Problem[] }
  /** A fault of the program, or the browser had no memory left. */
  | { readonly type: 'failed'; readonly message: string };
