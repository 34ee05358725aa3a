import { BrokenPromise } from '../assert.ts';
import { choices, ordinaryChoice, type Choice } from '../choices.ts';
import type { Model } from '../model.ts';
import type { Pick, Schedule } from '../schedule.ts';
import type { Micros } from '../time.ts';
import { FIRST_MEMORY, type Sights } from './monitor.ts';
import { notedStep, type NotedWorld } from './noted-step.ts';
import type { Space } from './space.ts';

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

/**
 * Walks a path of the explorer in the real world: at each step the first choice that leads to the numbers
 * that come next on the path. `worlds` are the numbers of each world after the first. A path that the
 * real world cannot follow is a BrokenPromise: the explorer would have merged what differs.
 */
export function walk(
  space: Space,
  worlds: readonly (readonly number[])[],
  lastSights: Sights = 0,
): Counterexample {
  const { model, monitor } = space;
  let node: NotedWorld = { world: space.first, memory: FIRST_MEMORY };
  const taken: Choice[] = [];
  const picks: Pick[] = [];
  worlds.forEach((wanted, index) => {
    const isLast = index === worlds.length - 1;
    const step = stepTo(space, node, wanted, isLast ? lastSights : 0);
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

  function stepTo(
    within: Space,
    from: NotedWorld,
    wanted: readonly number[],
    sights: Sights,
  ): { readonly choice: Choice; readonly node: NotedWorld } | null {
    for (const choice of choices(within.model, from.world)) {
      const after = notedStep(within.model, from, choice, monitor);
      if (after === null || (after.sights & sights) !== sights) continue;
      const numbers = within.numbersOf(after.node);
      if (wanted.every((number, place) => number === numbers[place])) return { choice, node: after.node };
    }
    return null;
  }
}

/** A model in which nothing is cut off by a horizon: what is explored. */
export function withoutHorizon(model: Model): Model {
  return { ...model, horizon: Infinity as Micros };
}
