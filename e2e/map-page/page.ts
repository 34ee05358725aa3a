import type { CellResult } from '../../src/explore/map/cell.ts';
import type { SweepJob } from '../../src/explore/map/sweep.ts';
import { mapInWorkers, type MapEnd } from '../../src/ui/worker/map-in-workers.ts';

/** What the tests call in the page. */
export interface MapHook {
  /** Plays a map on so many workers; cancels it after so many cells, if given. */
  map(job: SweepJob, workers: number, cancelAfter?: number): Promise<MapHookResult>;
}

/** What they get: how it ended, and the cells in the order in which they were told. */
export interface MapHookResult {
  readonly end: MapEnd;
  readonly cells: readonly CellResult[];
}

const hook: MapHook = {
  async map(job, workers, cancelAfter) {
    const cells: CellResult[] = [];
    const running = mapInWorkers(job, workers, (cell) => {
      cells.push(cell);
      if (cells.length === cancelAfter) running.cancel();
    });
    const end = await running.end;
    return { end, cells };
  },
};

Object.assign(window, { safetyMap: hook });
