import { apply, firstWorld } from '../../engine/apply.ts';
import { choices } from '../../engine/choices.ts';
import { withoutHorizon } from '../../engine/explore/counterexample.ts';
import { sightBit, type Sight } from '../../engine/explore/monitor.ts';
import { firstNoted, notedStep } from '../../engine/explore/noted-step.ts';
import { sightOf } from '../../engine/explore/properties-of-run.ts';
import type { FaultBudget } from '../../engine/faults.ts';
import type { Model } from '../../engine/model.ts';
import { randomSequence } from '../../engine/random.ts';
import { judge } from '../../engine/verdict/judge.ts';

/** What the monitor and the verdict both speak of. */
const SHARED: readonly Sight[] = [
  'stale-write-accepted',
  'stale-write-accepted-unreplaced',
  'stale-write-rejected',
  'rightful-write-rejected',
  'lost-update',
  'overlapping-leases',
  'overlapping-beliefs',
  'wrong-release',
  'token-regression',
  'duplicate-work',
];

/** What a monitor saw of a random run, and what the verdict finds in its trace; the two must be the same. */
export interface SeenAndFound {
  readonly seen: readonly Sight[];
  readonly found: readonly Sight[];
  /** The choices that were taken. */
  readonly names: readonly string[];
}

/** Takes 300 choices at random of a model that `make` makes with a fault budget; the same for each seed. */
export function seenAndFound(make: (budget: FaultBudget) => Model, seed: number): SeenAndFound {
  const budget = { pause: seed % 3, crash: seed % 2, lose: seed % 4 === 3 ? 1 : 0, late: seed % 5 };
  return randomRun(withoutHorizon(make(budget)), seed);
}

function randomRun(model: Model, seed: number): SeenAndFound {
  const monitor = { pausedHolder: false, units: true };
  const random = randomSequence(seed);
  const first = firstWorld(model);
  const entries = [...first.entries];
  let node = firstNoted(model, monitor);
  let sights = 0;
  const names: string[] = [];
  for (let step = 0; step < 300; step += 1) {
    const possible = choices(model, node.world);
    const choice = possible[Math.floor(random() * possible.length)];
    if (choice === undefined) break;
    const after = notedStep(model, node, choice, monitor);
    if (after === null) continue;
    entries.push(...(apply(model, node.world, choice)?.entries ?? []));
    names.push(choice.name);
    sights |= after.sights;
    node = after.node;
  }
  const { findings } = judge(entries, { origin: 'simulated' });
  return {
    seen: SHARED.filter((sight) => (sights & sightBit(sight)) !== 0),
    found: SHARED.filter((sight) => findings.some((finding) => sightOf(finding) === sight)),
    names,
  };
}
