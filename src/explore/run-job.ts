import type { Problem } from '../engine/result.ts';
import { prepareJob, type ExploreJob, type ExploreReport } from './job.ts';
import type { FromExplorer } from './protocol.ts';

/** What a job needs of its host; nothing here knows a clock or a queue. */
export interface Host {
  /** Milliseconds on some clock that only goes forward. */
  nowMs(): number;
  /** Lets what has arrived meanwhile be handled. */
  breathe(): Promise<void>;
  /** Whether the job is to end now. */
  isCancelled(): boolean;
  say(message: Extract<FromExplorer, { type: 'progress' }>): void;
}

/** How a job ended. */
export type JobEnd =
  | { readonly report: ExploreReport; readonly seconds: number }
  | { readonly problems: readonly Problem[] };

/** Longest stretch of work between two breaths, in milliseconds. */
const STRETCH_MS = 40;
const FIRST_PORTION = 500;
const LARGEST_PORTION = 1_000_000;

/**
 * Runs a job in stretches so short that a cancel is noticed at once, telling the progress after each. The
 * answer does not depend on the stretches: Node and browser give the same.
 */
export async function runJob(job: ExploreJob, host: Host): Promise<JobEnd> {
  const startMs = host.nowMs();
  const prepared = prepareJob(job);
  if (!prepared.ok) return { problems: prepared.problems };
  const { exploration, report } = prepared.value;
  let portion = FIRST_PORTION;
  for (;;) {
    const beganMs = host.nowMs();
    const goesOn = exploration.run(portion);
    const endedMs = host.nowMs();
    if (!goesOn) return { report: report(), seconds: (endedMs - startMs) / 1000 };
    if (endedMs - beganMs < STRETCH_MS / 2) portion = Math.min(portion * 2, LARGEST_PORTION);
    else if (endedMs - beganMs > STRETCH_MS) portion = Math.max(100, Math.floor(portion / 2));
    const seconds = (endedMs - startMs) / 1000;
    const progress = exploration.progress();
    host.say({
      type: 'progress',
      progress,
      seconds,
      statesPerSecond: progress.states / Math.max(seconds, 0.001),
    });
    await host.breathe();
    if (host.isCancelled()) exploration.cancel();
  }
}
