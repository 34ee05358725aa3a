import type { FromExplorer, ToExplorer } from '../../explore/protocol.ts';
import { runJob } from '../../explore/run-job.ts';

/** The worker that explores: one job, from its start to its end or its cancellation. */
let isCancelled = false;

const say = (message: FromExplorer): void => self.postMessage(message, {});

self.addEventListener('message', ({ data }: MessageEvent<ToExplorer>) => {
  if (data.type === 'cancel') {
    isCancelled = true;
    return;
  }
  runJob(data.job, { nowMs: () => performance.now(), breathe, isCancelled: () => isCancelled, say })
    .then((end) => say('problems' in end ? { type: 'problem', ...end } : { type: 'done', ...end }))
    .catch((error: unknown) =>
      say({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
});

/** A message to oneself comes after those that wait, and sooner than a timer would. */
const channel = new MessageChannel();

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}
