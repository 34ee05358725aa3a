import { apply, firstWorld } from './apply.ts';
import { BrokenPromise } from './assert.ts';
import { choices, ordinaryChoice, type Choice } from './choices.ts';
import type { Model } from './model.ts';
import type { Schedule } from './schedule.ts';
import type { Applied } from './scratch.ts';
import type { Micros } from './time.ts';
import type { Entry } from './trace.ts';
import type { World } from './world.ts';

/** One step of a run: the choice that was taken and what it led to. */
export interface HistoryStep {
  readonly choice: Choice | null;
  readonly world: World;
  /** `seq` of the first entry of the step; it has the entries up to `world.nextSeq`, not included. */
  readonly firstSeq: number;
}

/** A whole run: every world, every entry. Worlds share what did not change. */
export interface History {
  readonly steps: readonly HistoryStep[];
  readonly entries: readonly Entry[];
  /** Why the run ended: nothing more could happen, or a limit was reached. */
  readonly end: 'over' | 'step-limit';
  /** Picks of the schedule that were not possible, in the order met; the ordinary choice was taken instead. */
  readonly missed: readonly MissedPick[];
}

/** A pick that could not be taken. */
export interface MissedPick {
  readonly step: number;
  readonly choice: string;
  readonly possible: readonly string[];
}

/** The longest run that is played, in steps: a page plays several while its reader waits. */
export const STEP_LIMIT = 10_000;

/**
 * The most pending items that a run looks at, over all of its steps. A run with few steps takes just as
 * long if thousands of messages are under way at once. Counted and not timed: equal inputs, equal runs.
 */
export const ITEM_LIMIT = 500_000;

/** The most steps on the way to an instant. */
const STEPS_UNTIL_LIMIT = 100_000;

/**
 * Plays a run from the start: at each step the schedule's pick if it has one, else the ordinary choice.
 * The same model and schedule give the same history. A run that goes on beyond the limits is cut there.
 */
export function play(model: Model, schedule: Schedule, stepLimit: number = STEP_LIMIT): History {
  const first = firstWorld(model);
  const steps: HistoryStep[] = [{ choice: null, world: first.world, firstSeq: 0 }];
  const entries: Entry[] = [...first.entries];
  const missed: MissedPick[] = [];
  const picks = new Map(schedule.picks.map((pick) => [pick.step, pick.choice]));
  let world = first.world;
  let items = 0;
  for (;;) {
    const step = steps.length;
    items += pendingItems(world);
    if (step > stepLimit || items > ITEM_LIMIT) return { steps, entries, end: 'step-limit', missed };
    const choice = chooseAt(model, world, step, picks.get(step), missed);
    if (choice === undefined) return { steps, entries, end: 'over', missed };
    const applied = apply(model, world, choice);
    if (applied === null) {
      throw new BrokenPromise(
        `step ${String(step)} (seed ${String(model.seed)}): "${choice.name}" was refused`,
      );
    }
    steps.push({ choice, world: applied.world, firstSeq: world.nextSeq });
    for (const entry of applied.entries) entries.push(entry);
    world = applied.world;
  }
}

/**
 * Takes ordinary choices up to and including an instant, and stops there with `now` at that instant.
 * More than STEPS_UNTIL_LIMIT steps are a BrokenPromise.
 */
export function playUntil(model: Model, world: World, until: Micros): Applied {
  const entries: Entry[] = [];
  let at = world;
  for (let step = 0; step < STEPS_UNTIL_LIMIT; step += 1) {
    const choice = ordinaryChoice(model, at);
    if (choice === undefined || choice.at > until) return { world: { ...at, now: until }, entries };
    const applied = apply(model, at, choice);
    if (applied === null) throw new BrokenPromise(`"${choice.name}" was refused`);
    entries.push(...applied.entries);
    at = applied.world;
  }
  throw new BrokenPromise(`more than ${String(STEPS_UNTIL_LIMIT)} steps before the instant ${String(until)}`);
}

/** The step that made the entry with this `seq`: its index in `history.steps`. */
export function stepOfEntry(history: History, seq: number): number {
  let low = 0;
  let high = history.steps.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const step = history.steps[middle];
    if (step !== undefined && step.firstSeq <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The world at an entry: after the step that made it. */
export function worldAtEntry(history: History, seq: number): World {
  const step = history.steps[stepOfEntry(history, seq)];
  if (step === undefined) throw new BrokenPromise('a history has at least its first world');
  return step.world;
}

function pendingItems(world: World): number {
  let items = 0;
  for (const id in world.cells) items += world.cells[id]?.pending.length ?? 0;
  return items;
}

function chooseAt(
  model: Model,
  world: World,
  step: number,
  wanted: string | undefined,
  missed: MissedPick[],
): Choice | undefined {
  if (wanted === undefined) return ordinaryChoice(model, world);
  const possible = choices(model, world);
  const found = possible.find((choice) => choice.name === wanted);
  if (found !== undefined) return found;
  missed.push({ step, choice: wanted, possible: possible.map((choice) => choice.name) });
  return ordinaryChoice(model, world);
}
