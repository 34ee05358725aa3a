import { apply, firstWorld } from '../engine/apply.ts';
import { choices, ordinaryChoice } from '../engine/choices.ts';
import type { Model } from '../engine/model.ts';
import { randomSequence } from '../engine/random.ts';
import type { Schedule } from '../engine/schedule.ts';

/**
 * A schedule drawn at random from what a model's choices and fault budget allow: at about one step in
 * three a choice is drawn, else the ordinary one stands. The same model and seed give the same schedule.
 */
export function randomSchedule(model: Model, seed: number, steps: number): Schedule {
  const random = randomSequence(seed);
  const picks: { step: number; choice: string }[] = [];
  let { world } = firstWorld(model);
  for (let step = 1; step <= steps; step += 1) {
    const drawn = random() < 0.35;
    const possible = drawn ? choices(model, world) : [];
    const choice = drawn ? possible[Math.floor(random() * possible.length)] : ordinaryChoice(model, world);
    if (choice === undefined) break;
    const applied = apply(model, world, choice);
    // A choice that a component refuses is no choice; the ordinary one stands.
    if (applied === null) continue;
    if (drawn) picks.push({ step, choice: choice.name });
    world = applied.world;
  }
  return { picks };
}
