import type { ExploreJob } from '../../src/explore/job.ts';
import { exploreInWorker } from '../../src/ui/worker/explore-in-worker.ts';

/** What the tests call in the page. */
export interface ExplorerHook {
  /** Runs a job in a worker; cancels it after so many reports of progress, if given. */
  explore(job: ExploreJob, cancelAfter?: number): Promise<ExplorerHookResult>;
}

/** What they get: the worker's last word, how often progress was told, how long a cancel took. */
export interface ExplorerHookResult {
  readonly end: Awaited<ReturnType<typeof exploreInWorker>['end']>;
  readonly reports: number;
  readonly lastFrontier: number;
  readonly cancelMs: number | null;
}

const hook: ExplorerHook = {
  async explore(job, cancelAfter) {
    let reports = 0;
    let lastFrontier = 0;
    let cancelledAtMs: number | null = null;
    const running = exploreInWorker(job, ({ progress }) => {
      reports += 1;
      lastFrontier = progress.frontier;
      if (reports !== cancelAfter) return;
      cancelledAtMs = performance.now();
      running.cancel();
    });
    const end = await running.end;
    const cancelMs = cancelledAtMs === null ? null : performance.now() - cancelledAtMs;
    return { end, reports, lastFrontier, cancelMs };
  },
};

Object.assign(window, { explorer: hook });
