import { onBreakdown } from '../worker/on-breakdown.ts';
import { StripDesk, type Player } from './strip-desk.ts';
import type { StripAnswer, StripTask } from './strip-messages.ts';

const MOST_WORKERS = 4;

let desk: StripDesk | null = null;

/** The desk of this page, with workers away from the page's thread; they start when it is first asked for. */
export function deskOfPage(): StripDesk {
  desk ??= new StripDesk(
    Array.from({ length: Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency)) }, workerPlayer),
  );
  return desk;
}

/** A worker that breaks down is replaced when it is next needed. */
function workerPlayer(): Player {
  let worker: Worker | null = null;
  return {
    answer: (task: StripTask) =>
      new Promise<StripAnswer>((resolve) => {
        worker ??= new Worker(new URL('./strip-worker.ts', import.meta.url), { type: 'module' });
        const busy = worker;
        const end = new AbortController();
        const finish = (answer: StripAnswer): void => {
          end.abort();
          resolve(answer);
        };
        busy.addEventListener('message', ({ data }: MessageEvent<StripAnswer>) => finish(data), end);
        onBreakdown(
          busy,
          (message) => {
            busy.terminate();
            worker = null;
            finish({ ok: false, message });
          },
          end,
        );
        busy.postMessage(task, []);
      }),
  };
}
