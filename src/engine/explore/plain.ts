import { choices, type Choice } from '../choices.ts';
import type { Model } from '../model.ts';
import { canonicalCell, messageNumbersMatter } from './canonical.ts';
import { mapEnds } from './monitor-memory.ts';
import type { MonitorOptions, Sights } from './monitor.ts';
import { firstNoted, notedStep, type NotedWorld } from './noted-step.ts';
import { rankedWorld } from './ranks/ranked-world.ts';

/** What a plain search found: what the explorer must find as well. */
export interface PlainResult {
  readonly states: number;
  readonly transitions: number;
  /** Everything that was seen on some step. */
  readonly sights: Sights;
  /** Worlds without a successor. */
  readonly terminals: number;
  readonly complete: boolean;
}

/**
 * The same search without anything clever: whole worlds, JSON keys, `choices` and `apply` for every step,
 * nothing remembered and nothing packed. Slow; it is what the explorer is compared with on small models.
 */
export function plainSearch(model: Model, monitor: MonitorOptions | null, limit: number): PlainResult {
  const first = firstNoted(model, monitor);
  const known = new Set([worldKey(model, first)]);
  const queue = [first];
  let transitions = 0;
  let sights = 0;
  let terminals = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at];
    if (node === undefined) break;
    let taken = 0;
    for (const choice of choices(model, node.world)) {
      const after = notedStep(model, node, choice, monitor);
      if (after === null) continue;
      taken += 1;
      sights |= after.sights;
      const key = worldKey(model, after.node);
      if (known.has(key)) continue;
      if (known.size >= limit) return { states: known.size, transitions, sights, terminals, complete: false };
      known.add(key);
      queue.push(after.node);
    }
    transitions += taken;
    if (taken === 0) terminals += 1;
  }
  return { states: known.size, transitions, sights, terminals, complete: true };
}

/**
 * Every schedule to its end, or for so many steps, depth first, without merging anything: calls `visit` with
 * what was seen on each run. Gives the number of runs; stops after `limit`.
 */
export function everySchedule(
  model: Model,
  monitor: MonitorOptions,
  limit: number,
  visit: (sights: Sights, choices: readonly Choice[]) => void,
  steps = Infinity,
): number {
  let runs = 0;
  const path: Choice[] = [];
  const go = (node: NotedWorld, sights: Sights): void => {
    let isEnd = true;
    for (const choice of path.length < steps ? choices(model, node.world) : []) {
      const after = notedStep(model, node, choice, monitor);
      if (after === null) continue;
      isEnd = false;
      path.push(choice);
      if (runs < limit) go(after.node, sights | after.sights);
      path.pop();
    }
    if (!isEnd || runs >= limit) return;
    runs += 1;
    visit(sights, path);
  };
  go(firstNoted(model, monitor), 0);
  return runs;
}

/** Equal exactly for worlds that are merged. */
export function worldKey(model: Model, node: NotedWorld): string {
  const { world, memory } = rankedWorld(model, node);
  const cells = model.components.map(({ id }) => {
    const cell = world.cells[id];
    if (cell === undefined) return '';
    const { key, cell: form } = canonicalCell(cell, world.now, {
      messageNumbers: messageNumbersMatter(model),
    });
    return [form.state, key];
  });
  return JSON.stringify([cells, world.budget, mapEnds(memory, (endsInUs) => endsInUs)]);
}
