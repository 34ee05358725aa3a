import type { CellResult } from '../../explore/map/cell.ts';
import type { SweepJob } from '../../explore/map/sweep.ts';
import type { MapEnd, RunningMap } from '../worker/map-in-workers.ts';
import type { MapQuestion } from './subject.ts';

/** What is known of a map. */
export interface MapState {
  readonly phase: 'running' | 'ended';
  /** Cells that are complete, by their number. */
  readonly cells: ReadonlyMap<number, CellResult>;
  readonly runs: number;
  /** How long workers have been at it. */
  readonly seconds: number;
  /** How it ended; null: it has not, or nobody waited for it. */
  readonly end: MapEnd | null;
}

/** Begins a map: on workers, or in tests on whatever stands for them. Cells that are known are left out. */
export type PlayMap = (
  job: SweepJob,
  known: ReadonlySet<number>,
  onCell: (result: CellResult) => void,
) => RunningMap;

/** Maps that are kept, so that what was drawn before is there at once. */
const KEPT = 20;
/** Cells that come in quick succession are told together. */
const TOGETHER_MS = 100;
/** The same of a map that takes longer than a second: to draw it takes from the cores that play it. */
const LONG_TOGETHER_MS = 400;

/** Draws one map at a time, and remembers what was drawn. */
export class MapDesk {
  readonly #play: PlayMap;
  readonly #nowMs: () => number;
  readonly #states = new Map<string, MapState>();
  readonly #listeners = new Set<() => void>();
  #running: { readonly key: string; readonly map: RunningMap } | null = null;
  #version = 0;
  #isTelling = false;

  constructor(play: PlayMap, nowMs: () => number) {
    this.#play = play;
    this.#nowMs = nowMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Grows whenever anything is new. */
  readonly version = (): number => this.#version;

  /** What is known of a map; null before it was asked for. */
  stateOf(key: string): MapState | null {
    return this.#states.get(key) ?? null;
  }

  /** Draws a map, or what is missing of it; another that is being drawn is stopped. */
  ask({ key, job }: MapQuestion): void {
    const before = this.#states.get(key);
    if (before?.phase === 'running' || before?.end?.type === 'done') return;
    if (this.#running !== null) this.leave(this.#running.key);
    const cells = new Map(before?.cells);
    const sofar = { runs: before?.runs ?? 0, seconds: before?.seconds ?? 0 };
    const begunMs = this.#nowMs();
    const seconds = (): number => sofar.seconds + (this.#nowMs() - begunMs) / 1000;
    const map = this.#play(job, new Set(cells.keys()), (result) => {
      if (this.#running?.map !== map) return;
      cells.set(result.cell, result);
      sofar.runs += result.runs;
      this.#put(key, { phase: 'running', cells, runs: sofar.runs, seconds: seconds(), end: null });
    });
    this.#running = { key, map };
    this.#put(key, { phase: 'running', cells, ...sofar, end: null });
    void this.#follow(key, map, (end) => ({
      phase: 'ended',
      cells,
      runs: sofar.runs,
      seconds: seconds(),
      end,
    }));
  }

  async #follow(key: string, map: RunningMap, ended: (end: MapEnd) => MapState): Promise<void> {
    const end = await map.end;
    if (this.#running?.map !== map) return;
    this.#running = null;
    this.#put(key, ended(end));
  }

  /** Draws a map that nobody stopped, and that did not break down. */
  begin(question: MapQuestion): void {
    const end = this.#states.get(question.key)?.end ?? null;
    if (end === null) this.ask(question);
  }

  /** Stops a map; what is known of it stands. */
  cancel(key: string): void {
    this.#stop(key, { type: 'cancelled' });
  }

  /** Nobody looks at a map any more: it is stopped, and goes on once somebody does. */
  leave(key: string): void {
    this.#stop(key, null);
  }

  #stop(key: string, end: MapEnd | null): void {
    const state = this.#states.get(key);
    if (this.#running?.key !== key || state === undefined) return;
    const { map } = this.#running;
    this.#running = null;
    map.cancel();
    this.#put(key, { ...state, phase: 'ended', end });
  }

  #put(key: string, state: MapState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= KEPT) break;
      if (oldest !== this.#running?.key) this.#states.delete(oldest);
    }
    if (this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(
      () => {
        this.#isTelling = false;
        this.#version += 1;
        for (const listener of this.#listeners) listener();
      },
      state.phase === 'running' && state.seconds > 1 ? LONG_TOGETHER_MS : TOGETHER_MS,
    );
  }
}
