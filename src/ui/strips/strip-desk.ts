import type { RangedParameter } from '../../scenarios/strip/samples.ts';
import { sampleValues } from '../../scenarios/strip/samples.ts';
import { stretchesOf, type Sample, type Stretch } from '../../scenarios/strip/stretches.ts';
import type { StripAnswer, StripQuestion, StripTask } from './strip-messages.ts';

/** What is known of a strip. */
export interface StripState {
  readonly stretches: readonly Stretch[];
  readonly isDone: boolean;
  /** Why it will never be done; null as long as nothing went wrong. */
  readonly failure: string | null;
}

/** Somebody who plays: a worker, or in tests the same code at once. */
export interface Player {
  /** Never rejects. One task at a time. */
  readonly answer: (task: StripTask) => Promise<StripAnswer>;
}

/** Strips that are done are kept, so that what was looked at before is there at once. */
const KEPT = 200;
/** A player is given about this much at a time: what is no longer wanted does not hold up what is. */
const SLICE_MS = 30;
const FIRST_SLICE = 8;

interface Work {
  readonly question: StripQuestion;
  readonly samples: Sample[];
  /** Values not given to anybody yet. */
  readonly open: number[];
  /** Tasks out with players. */
  out: number;
  stage: 'values' | 'edges';
}

/** Gives the strips that are wanted to players, slice by slice, in the order in which they were asked for. */
export class StripDesk {
  readonly #idle: Player[];
  readonly #work = new Map<string, Work>();
  readonly #states = new Map<string, StripState>();
  /** Keys wanted now, by who wants them. */
  readonly #wanted = new Map<string, readonly StripQuestion[]>();
  readonly #listeners = new Set<() => void>();
  #msPerValue = 0;
  /** How many are given way to. */
  #urgent = 0;

  constructor(players: readonly Player[]) {
    this.#idle = [...players];
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is known of a strip; null before anything is. The same object until more is known. */
  stateOf(key: string): StripState | null {
    return this.#states.get(key) ?? null;
  }

  /** Says which strips somebody wants from now on; what nobody wants any more is not begun. */
  want(who: string, parameter: RangedParameter, questions: readonly StripQuestion[]): void {
    this.#wanted.set(who, questions);
    for (const question of questions) {
      if (this.#work.has(question.key) || this.#states.get(question.key)?.isDone === true) continue;
      const open = [...sampleValues(parameter)];
      this.#work.set(question.key, { question, samples: [], open, out: 0, stage: 'values' });
    }
    this.#drop();
    this.#give();
  }

  /** Whether somebody wants strips now. */
  isAsked(who: string): boolean {
    return this.#wanted.has(who);
  }

  /** Somebody wants nothing any more. */
  leave(who: string): void {
    this.#wanted.delete(who);
    this.#drop();
  }

  /** Begins nothing until somebody else's work is over, which a person waits for. */
  async giveWay(work: Promise<unknown>): Promise<void> {
    this.#urgent += 1;
    await work.catch(() => undefined);
    this.#urgent -= 1;
    this.#give();
  }

  /** What nobody wants any more is not begun. */
  #drop(): void {
    const wanted = new Set([...this.#wanted.values()].flat().map(({ key }) => key));
    for (const key of this.#work.keys()) if (!wanted.has(key)) this.#work.delete(key);
  }

  #give(): void {
    if (this.#urgent > 0) return;
    for (const work of this.#work.values()) {
      for (;;) {
        const player = this.#idle.at(-1);
        if (player === undefined) return;
        const task = this.#taskOf(work);
        if (task === null) break;
        this.#idle.pop();
        work.out += 1;
        void this.#play(player, work, task);
      }
    }
  }

  #taskOf(work: Work): StripTask | null {
    const { question, open, stage } = work;
    if (stage === 'edges' || open.length === 0) return null;
    const size = this.#msPerValue === 0 ? FIRST_SLICE : Math.ceil(SLICE_MS / this.#msPerValue);
    return { kind: 'values', question, values: open.splice(0, Math.max(1, size)) };
  }

  async #play(player: Player, work: Work, task: StripTask): Promise<void> {
    const answer = await player.answer(task);
    this.#idle.push(player);
    work.out -= 1;
    // It may have been dropped, and even be wanted again as new work, while the player was busy.
    if (this.#work.get(work.question.key) === work) this.#take(work, task, answer);
    this.#give();
  }

  #take(work: Work, task: StripTask, answer: StripAnswer): void {
    const { key } = work.question;
    if (!answer.ok) {
      this.#work.delete(key);
      this.#tell(key, { stretches: [], isDone: true, failure: answer.message });
      return;
    }
    if (task.kind === 'values') {
      const each = answer.tookMs / Math.max(1, task.values.length);
      this.#msPerValue = this.#msPerValue === 0 ? each : this.#msPerValue * 0.8 + each * 0.2;
    }
    if (task.kind === 'edges') {
      this.#work.delete(key);
      this.#tell(key, { stretches: stretchesOf(answer.samples), isDone: true, failure: null });
      return;
    }
    work.samples.push(...answer.samples);
    if (work.open.length > 0 || work.out > 0) {
      this.#tell(key, { stretches: stretchesOf(inOrder(work.samples)), isDone: false, failure: null });
      return;
    }
    this.#askForEdges(work);
  }

  /** All values are in. Where nothing changes there is no edge to look for. */
  #askForEdges(work: Work): void {
    const samples = inOrder(work.samples);
    const stretches = stretchesOf(samples);
    const isDone = stretches.length < 2;
    if (isDone) this.#work.delete(work.question.key);
    this.#tell(work.question.key, { stretches, isDone, failure: null });
    if (isDone) return;
    work.stage = 'edges';
    const player = this.#idle.pop();
    if (player === undefined) return;
    work.out += 1;
    void this.#play(player, work, { kind: 'edges', question: work.question, samples });
  }

  #tell(key: string, state: StripState): void {
    this.#states.delete(key);
    this.#states.set(key, state);
    for (const old of this.#states.keys()) {
      if (this.#states.size <= KEPT) break;
      if (!this.#work.has(old)) this.#states.delete(old);
    }
    for (const listener of this.#listeners) listener();
  }
}

function inOrder(samples: readonly Sample[]): readonly Sample[] {
  return samples.toSorted((a, b) => a.value - b.value);
}
