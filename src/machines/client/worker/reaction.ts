import type { Effect } from '../../../engine/component.ts';
import type { Instruction } from '../script.ts';
import { isScripted, next, type Meeting } from './meeting.ts';
import type { WorkerOptions, WorkerState } from './state.ts';

/** A state of a worker's region, by its name in the picture. */
export type Place = string;

/** What an event does to a worker: where it leads, what the worker remembers then, what goes out. */
export interface Reaction {
  /** What leads there, as the picture of the machine says it. */
  readonly label: string;
  /** Null: the worker stays where it is. */
  readonly to: Place | null;
  readonly state: WorkerState;
  /** The module's memory, where it changes. */
  readonly memory?: object;
  /** Keys that the module gives up for the worker, after that. */
  readonly forgets?: readonly string[];
  readonly effects: readonly Effect[];
}

/** A way that a reaction may take: from where, by what, to where; null for one that stays. */
export type Edge = readonly [from: Place, label: string, to: Place | null];

/**
 * One part of what a worker can do: pure functions that the machine of the region is made of. An event goes
 * to the first part that reacts to it; a reaction takes one of the part's edges.
 */
export interface Part {
  /** Instructions that it runs. */
  readonly ops: readonly Instruction['op'][];
  /**
   * Every way that this worker may take. It is shown an outline of the worker: of a number nothing is left but whether it
   * is above, at or below zero.
   */
  edges(worker: WorkerOptions): readonly Edge[];
  /** What it asks for at the start of the run. */
  starts?(worker: WorkerOptions): readonly Effect[];
  react(meeting: Meeting, from: Place): Reaction | null;
}

/** Where a worker takes its next instruction. */
export const READY: readonly Place[] = ['idle', 'holding'];
/** Where it has stopped for good, as far as its script goes. */
export const ENDED: readonly Place[] = ['lost', 'gave up'];

/** Where a worker may hold a key and no call of the lock module is under way. */
export const BUSY: readonly Place[] = [
  'holding',
  'reading',
  'writing',
  'working',
  'backing off',
  'operating',
  'sleeping',
];
/** Where a call of the lock module is under way. */
export const CALLING: readonly Place[] = [
  'acquiring',
  'waiting',
  'renewing',
  'releasing',
  'fencing',
  'checking',
];

/** Where a worker is that waits for nothing. */
export function rest({ believes }: WorkerState): Place {
  return Object.keys(believes).length > 0 ? 'holding' : 'idle';
}

/**
 * A worker that has done its instruction and goes on at once with the next one, or with one after it, by what
 * it believes.
 */
export function goesOn(
  meeting: Meeting,
  label: string,
  state: WorkerState,
  effects: readonly Effect[],
  skip = 0,
): Reaction {
  const to = rest(state);
  if (!isScripted(meeting.worker)) return { label, to, state, effects };
  return { label, to, state: { ...state, at: state.at + 1 + skip }, effects: [...effects, next(meeting, 0)] };
}

/** The same, for a worker that stays where it is. */
export function passes(
  meeting: Meeting,
  label: string,
  state: WorkerState,
  effects: readonly Effect[] = [],
): Reaction {
  const after = { ...state, at: state.at + 1 };
  return { label, to: null, state: after, effects: [...effects, next(meeting, 0)] };
}

/**
 * A worker whose script ends before its end: it gives back what it holds, where its script says how, and is
 * at `place` otherwise.
 */
export function endsEarly(
  meeting: Meeting,
  label: string,
  place: Place,
  state: WorkerState,
  effects: readonly Effect[],
): Reaction {
  const { finallyAt } = meeting.worker;
  if (finallyAt === undefined || rest(state) === 'idle') return { label, to: place, state, effects };
  return {
    label,
    to: 'holding',
    state: { ...state, at: finallyAt },
    effects: [...effects, next(meeting, 0)],
  };
}

/** Where a script may be that ends early. */
export function earlyEnd({ finallyAt }: WorkerOptions, place: Place): readonly Place[] {
  return finallyAt === undefined ? [place] : [place, 'holding'];
}

/** The same ways from each of these places. */
export function from(
  places: readonly Place[],
  ...ways: readonly (readonly [string, Place | null])[]
): Edge[] {
  return places.flatMap((place) => ways.map(([label, to]): Edge => [place, label, to]));
}
