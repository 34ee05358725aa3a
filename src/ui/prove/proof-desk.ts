import type { ExploreJob } from '../../explore/job.ts';
import type { FromExplorer } from '../../explore/protocol.ts';
import type { ExploreEnd, RunningExploration } from '../worker/explore-in-worker.ts';
import type { Question } from './question.ts';

/** How far an exploration is, as its worker said last. */
export type Progress = Extract<FromExplorer, { type: 'progress' }>;

/** What is known of a question. */
export interface ProofState {
  readonly phase: 'waiting' | 'running' | 'stopping' | 'ended';
  readonly progress: Progress | null;
  /** How it ended; `unheard`: it was stopped before it could say what it found. */
  readonly end: ExploreEnd | { readonly type: 'unheard' } | null;
}

/** Begins an exploration: in a worker, or in tests whatever stands for one. */
export type Explore = (job: ExploreJob, onProgress: (progress: Progress) => void) => RunningExploration;

/** Answers that are kept, so that what was asked before is there at once. */
const KEPT = 300;
/** How long a worker that was asked to stop may take to say what it found. */
const PATIENCE_MS = 3000;

/** Explores what it is asked, a few questions at a time, and remembers the answers. */
export class ProofDesk {
  readonly #explore: Explore;
  readonly #most: number;
  readonly #states = new Map<string, ProofState>();
  readonly #waiting: Question[] = [];
  readonly #running = new Map<string, RunningExploration>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  /** `most`: how many explorations at once. */
  constructor(explore: Explore, most: number) {
    this.#explore = explore;
    this.#most = most;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows whenever anything is new. */
  readonly version = (): number => this.#version;

  /** How many explorations run at once. */
  get most(): number {
    return this.#most;
  }

  /** What is known of a question; null before it was asked. */
  stateOf(key: string): ProofState | null {
    return this.#states.get(key) ?? null;
  }

  /** Asks questions, in this order; what has an answer or is asked already is not asked again. */
  ask(questions: readonly Question[]): void {
    for (const question of questions) {
      if (this.#isBusy(question.key) || this.isAnswered(question.key)) continue;
      this.#waiting.push(question);
      this.#put(question.key, { phase: 'waiting', progress: null, end: null });
    }
    this.#begin();
  }

  /** Whether a question was looked into to its end, or its bounds. What was cancelled or broke down may be asked again. */
  isAnswered(key: string): boolean {
    const end = this.stateOf(key)?.end;
    return end?.type === 'problem' || (end?.type === 'done' && end.report.cutBy !== 'cancelled');
  }

  /** Stops these: what has not begun is forgotten, what runs ends with what it found so far. */
  cancel(keys: Iterable<string>): void {
    for (const key of keys) {
      const at = this.#waiting.findIndex((question) => question.key === key);
      if (at >= 0) {
        this.#waiting.splice(at, 1);
        this.#states.delete(key);
        this.#tell();
      }
      this.#stop(key);
    }
  }

  #stop(key: string): void {
    const running = this.#running.get(key);
    const state = this.#states.get(key);
    if (running === undefined || state?.phase !== 'running') return;
    running.cancel();
    this.#put(key, { ...state, phase: 'stopping' });
    setTimeout(() => {
      // It does not listen: it is in one long step, or the machine has no time for it.
      if (this.#running.get(key) !== running) return;
      running.dispose();
      this.#end(key, { type: 'unheard' });
    }, PATIENCE_MS);
  }

  #isBusy(key: string): boolean {
    const phase = this.stateOf(key)?.phase;
    return phase !== undefined && phase !== 'ended';
  }

  #begin(): void {
    while (this.#running.size < this.#most) {
      const question = this.#waiting.shift();
      if (question === undefined) return;
      const { key, job } = question;
      const running = this.#explore(job, (progress) => {
        const state = this.#states.get(key);
        if (state !== undefined && this.#running.get(key) === running) this.#put(key, { ...state, progress });
      });
      this.#running.set(key, running);
      this.#put(key, { phase: 'running', progress: null, end: null });
      void this.#follow(key, running);
    }
  }

  async #follow(key: string, running: RunningExploration): Promise<void> {
    const end = await running.end;
    if (this.#running.get(key) === running) this.#end(key, end);
  }

  #end(key: string, end: ProofState['end']): void {
    this.#running.delete(key);
    this.#put(key, { phase: 'ended', progress: this.stateOf(key)?.progress ?? null, end });
    this.#begin();
  }

  #put(key: string, state: ProofState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    for (const [old, { phase }] of this.#states) {
      if (this.#states.size <= KEPT) break;
      if (phase === 'ended') this.#states.delete(old);
    }
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
