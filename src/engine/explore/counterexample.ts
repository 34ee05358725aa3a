import { BrokenPromise } from '../assert.ts';
import { choices, ordinaryChoice, type Choice } from '../choices.ts';
import type { Model } from '../model.ts';
import type { Pick, Schedule } from '../schedule.ts';
import type { Micros } from '../time.ts';
import type { MonitorOptions, Sights } from './monitor.ts';
import { notedStep, type NotedWorld } from './noted-step.ts';

/** A shortest way to a finding: a schedule that ordinary playback of the same model replays. */
export interface Counterexample {
  /** Steps from the first world to the finding. */
  readonly length: number;
  /** Every choice by its stable name. */
  readonly actions: readonly string[];
  /** The choices that are not the ordinary one. */
  readonly schedule: Schedule;
  readonly choices: readonly Choice[];
  /** When the last step happens; playback needs a horizon that is not before. */
  readonly endsAt: Micros;
}

/** A path that was explored, as far as it takes to walk it in the real world. */
export interface ExploredPath {
  readonly model: Model;
  readonly monitor: MonitorOptions | null;
  readonly first: NotedWorld;
  /** Whether a real world is the one that comes next after so many steps. */
  readonly isAt: readonly ((node: NotedWorld) => boolean)[];
  /** What is seen on the last step. */
  readonly lastSights: Sights;
}

/**
 * Walks a path of the explorer in the real world: at each step the first choice that leads to what comes
 * next on the path. A path that the real world cannot follow is a BrokenPromise: the explorer would have
 * merged what differs.
 */
export function walk({ model, monitor, first, isAt, lastSights }: ExploredPath): Counterexample {
  let node = first;
  const taken: Choice[] = [];
  const picks: Pick[] = [];
  isAt.forEach((isNext, index) => {
    const sights = index === isAt.length - 1 ? lastSights : 0;
    const step = stepTo(node, isNext, sights);
    if (step === null) {
      throw new BrokenPromise(`step ${String(index + 1)} of a path that was explored does not exist`);
    }
    if (ordinaryChoice(model, node.world)?.name !== step.choice.name) {
      picks.push({ step: index + 1, choice: step.choice.name });
    }
    taken.push(step.choice);
    node = step.node;
  });
  return {
    length: taken.length,
    actions: taken.map(({ name }) => name),
    schedule: { picks },
    choices: taken,
    endsAt: node.world.now,
  };

  function stepTo(from: NotedWorld, isNext: (node: NotedWorld) => boolean, sights: Sights) {
    for (const choice of choices(model, from.world)) {
      const after = notedStep(model, from, choice, monitor);
      if (after === null || (after.sights & sights) !== sights) continue;
      if (isNext(after.node)) return { choice, node: after.node };
    }
    return null;
  }
}

/** A model in which nothing is cut off by a horizon: what is explored. */
export function withoutHorizon(model: Model): Model {
  return { ...model, horizon: Infinity as Micros };
}
