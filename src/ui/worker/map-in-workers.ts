import type { Problem } from '../../engine/result.ts';
import type { CellResult } from '../../explore/map/cell.ts';
import type { FromMapper, ToMapper } from '../../explore/map/protocol.ts';
import type { SweepJob } from '../../explore/map/sweep.ts';
import { onBreakdown } from './on-breakdown.ts';

/** How a map ended. */
export type MapEnd =
  | { readonly type: 'done' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'problem'; readonly problems: readonly Problem[] }
  | { readonly type: 'failed'; readonly message: string };

/** Workers at work on one map. */
export interface RunningMap {
  /** Never rejects: a worker that breaks down ends the map as `failed`. */
  readonly end: Promise<MapEnd>;
  /** Ends it at once; what was told of it stands. */
  cancel(): void;
}

/**
 * Plays a map on so many workers, away from the page's thread; each cell is told when it is complete, in any order. Cells that
 * are known already are left out.
 */
export function mapInWorkers(
  job: SweepJob,
  workers: number,
  onCell: (result: CellResult) => void,
  known: ReadonlySet<number> = new Set(),
): RunningMap {
  const team: Worker[] = [];
  let portions: (readonly number[])[] | null = null;
  let atWork = 0;
  let finish: (end: MapEnd) => void = () => undefined;
  const end = new Promise<MapEnd>((resolve) => {
    finish = (last) => {
      for (const worker of team) worker.terminate();
      resolve(last);
    };
  });
  const give = (worker: Worker): void => {
    const cells = portions?.shift();
    if (cells !== undefined) {
      atWork += 1;
      tell(worker, { type: 'portion', cells });
    } else if (atWork === 0) finish({ type: 'done' });
  };
  const hear = (worker: Worker, message: FromMapper): void => {
    switch (message.type) {
      case 'ready':
        portions ??= message.portions
          .map((cells) => cells.filter((cell) => !known.has(cell)))
          .filter((cells) => cells.length > 0);
        give(worker);
        return;
      case 'cell':
        onCell(message.result);
        return;
      case 'free':
        atWork -= 1;
        give(worker);
        return;
      default:
        finish(message);
    }
  };
  for (let count = 0; count < Math.max(1, workers); count += 1) {
    const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module' });
    team.push(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<FromMapper>) => hear(worker, data));
    onBreakdown(worker, (message) => finish({ type: 'failed', message }));
    tell(worker, { type: 'start', job });
  }
  return { end, cancel: () => finish({ type: 'cancelled' }) };
}

function tell(worker: Worker, message: ToMapper): void {
  worker.postMessage(message, []);
}
