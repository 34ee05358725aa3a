import { answerTask } from './answer-task.ts';
import type { StripAnswer, StripTask } from './strip-messages.ts';

/** The worker that plays for the strips: one answer for each task, in their order. */
self.addEventListener('message', ({ data }: MessageEvent<StripTask>) => {
  self.postMessage(answerOf(data), {});
});

function answerOf(task: StripTask): StripAnswer {
  const from = performance.now();
  try {
    return { ok: true, samples: answerTask(task), tookMs: performance.now() - from };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
