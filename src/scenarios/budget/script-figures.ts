import type { InstructionDocument } from '../client-extras/instructions.ts';
import { stepsOf } from '../documents/steps.ts';

/** What a script does between grant and last write and nobody can put a length to, by what it waits for. */
export type WorkGap =
  /** Rounds of a loop without end, of which one is counted. */
  | 'rounds'
  /** A time of the run. */
  | 'instant'
  /** A key that it asks for meanwhile: another one, which somebody else may hold, or its own again. */
  | 'acquire';

/** What a script says of its first hold. Times are milliseconds. */
export interface ScriptFigures {
  readonly ttl: number;
  /** From the grant to the last write, with the round trips of requests that are awaited; to the end where nothing is written. */
  readonly work: number;
  /** What of that is sleep. */
  readonly slept: number;
  /** What `work` lacks. */
  readonly gaps: readonly WorkGap[];
  readonly reentrant: boolean;
  readonly renews: boolean;
  /** The store of its last write; null: the first one there is. */
  readonly store: string | null;
  readonly places: { readonly ttl: readonly string[]; readonly work?: readonly string[] };
}

/** One way from the client, in milliseconds: to the lock service, or to a store (null: the first one there is). */
export interface Ways {
  readonly service: number;
  readonly toStore: (store: string | null) => number;
}

type Acquire = Extract<InstructionDocument, { readonly op: 'acquire' }>;

/** How far the walk through a script is since the grant. */
interface Reached {
  readonly worked: number;
  readonly slept: number;
  readonly gaps: readonly WorkGap[];
  /** Places of lengths that count once. */
  readonly places: readonly string[];
  /** Something else takes time too, so that no one place says all of it. */
  readonly isMixed: boolean;
}

const START: Reached = { worked: 0, slept: 0, gaps: [], places: [], isMixed: false };

/** What a script says of its first hold; null where it acquires nothing. `at`: JSON pointer of its client. */
export function scriptFigures(
  script: readonly InstructionDocument[],
  at: string,
  ways: Ways,
): ScriptFigures | null {
  const walk = new Walk(ways, at);
  walk.go(script, 'script');
  const { first, now, lastWrite, store } = walk;
  if (first === null) return null;
  const steps = stepsOf(script);
  const acquires = steps.filter(([{ op }]) => op === 'acquire').map(([, where]) => pointer(at, where));
  const { worked, slept, gaps, places, isMixed } = lastWrite ?? now;
  const [place, ...others] = places;
  return {
    ttl: first.ttl,
    reentrant: first.reentrant,
    work: worked,
    slept,
    gaps: [...new Set(gaps)],
    renews: steps.some(([{ op }]) => op === 'renew'),
    store,
    places: {
      ttl: acquires.map((acquire) => `${acquire}/ttl`),
      ...(place !== undefined && others.length === 0 && !isMixed ? { work: [`${place}/for`] } : {}),
    },
  };
}

class Walk {
  first: Acquire | null = null;
  now: Reached = START;
  lastWrite: Reached | null = null;
  store: string | null = null;
  /** The hold is over, or nothing comes after this. */
  #isOver = false;
  readonly #ways: Ways;
  readonly #at: string;

  constructor(ways: Ways, at: string) {
    this.#ways = ways;
    this.#at = at;
  }

  go(script: readonly InstructionDocument[], path: string): void {
    for (const [index, step] of script.entries()) {
      if (this.#isOver) return;
      const where = `${path}.${String(index)}`;
      if (step.op === 'repeat') this.#repeat(step, where);
      else this.#step(step, where);
    }
  }

  #step(step: Exclude<InstructionDocument, { readonly op: 'repeat' }>, where: string): void {
    const { service, toStore } = this.#ways;
    if (this.first === null) {
      if (step.op === 'acquire') this.first = step;
      return;
    }
    switch (step.op) {
      case 'work':
      case 'sleep':
        this.now = {
          ...this.now,
          worked: this.now.worked + step.for,
          slept: this.now.slept + (step.op === 'sleep' ? step.for : 0),
          places: [...this.now.places, pointer(this.#at, where)],
        };
        return;
      case 'read':
        return this.#trip(toStore(step.store ?? null));
      case 'write':
        this.lastWrite = this.now;
        this.store = step.store ?? null;
        return step.awaits ? this.#trip(toStore(this.store)) : undefined;
      case 'fence':
      case 'check':
      case 'renew':
      case 'operate':
        return this.#trip(service);
      case 'acquire':
        this.#lacks('acquire');
        return this.#trip(service);
      case 'wait-until':
        return this.#lacks('instant');
      case 'release':
        this.#isOver = step.key === this.first.key;
        return this.#isOver ? undefined : this.#trip(service);
      case 'end-context':
        return undefined;
    }
  }

  /** A request there and its answer back. */
  #trip(way: number): void {
    if (way > 0) this.now = { ...this.now, worked: this.now.worked + 2 * way, isMixed: true };
  }

  #lacks(gap: WorkGap): void {
    this.now = { ...this.now, gaps: [...this.now.gaps, gap], isMixed: true };
  }

  /** Walks one round and counts the others alike, unless the hold ends in it. */
  #repeat(step: Extract<InstructionDocument, { readonly op: 'repeat' }>, where: string): void {
    const isHeld = this.first !== null;
    const [before, writtenBefore] = [this.now, this.lastWrite];
    this.go(step.do, `${where}.do`);
    if (this.#isOver || this.first === null) return;
    // What acquires in each round waits for others from the second one on.
    if (!isHeld && step.times !== 1) this.#lacks('acquire');
    const more = (step.times ?? 1) - 1;
    const round = { worked: this.now.worked - before.worked, slept: this.now.slept - before.slept };
    const { gaps } = this.now;
    const after = (reached: Reached): Reached => ({
      ...reached,
      worked: reached.worked + more * round.worked,
      slept: reached.slept + more * round.slept,
      // What a round lacks after its last write comes before the last write of the next one.
      gaps:
        step.times === 1 ? reached.gaps : [...gaps, ...(step.times === undefined ? ['rounds' as const] : [])],
      isMixed: reached.isMixed || step.times !== 1,
    });
    if (this.lastWrite !== null && this.lastWrite !== writtenBefore) this.lastWrite = after(this.lastWrite);
    this.now = after(this.now);
    if (step.times === undefined) this.#isOver = true;
  }
}

function pointer(at: string, where: string): string {
  return `${at}/${where.replaceAll('.', '/')}`;
}
