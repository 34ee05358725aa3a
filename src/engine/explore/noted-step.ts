import { apply, firstWorld } from '../apply.ts';
import { cellOf, type Choice } from '../choices.ts';
import type { Model } from '../model.ts';
import type { World } from '../world.ts';
import { FIRST_MEMORY, type Memory } from './monitor-memory.ts';
import { agedMemory, watch, type MonitorOptions, type Sights } from './monitor.ts';
import { observe } from './observe.ts';

/** A real world with an observer's notes in it, and what a monitor remembers there. */
export interface NotedWorld {
  readonly world: World;
  readonly memory: Memory;
}

/** One real step under the eyes of a monitor; null where a component refuses. */
export function notedStep(
  model: Model,
  { world, memory }: NotedWorld,
  choice: Choice,
  monitor: MonitorOptions | null,
): { readonly node: NotedWorld; readonly sights: Sights } | null {
  const applied = apply(model, world, choice);
  if (applied === null) return null;
  if (monitor === null) return { node: { world: applied.world, memory }, sights: 0 };
  const isMessage = choice.kind === 'message' || choice.kind === 'lose' || choice.kind === 'duplicate';
  const message = cellOf(world, choice.node).pending.find(
    (item) => isMessage && item.kind === 'message' && item.id === choice.id,
  );
  const { observed, cells } = observe({
    model,
    countsResumes: monitor.pausedHolder,
    message: message ?? null,
    entries: applied.entries,
    firstSeq: world.nextSeq,
    changed: Object.keys(applied.world.cells),
    after: (id) => cellOf(applied.world, id),
  });
  const seen = watch(agedMemory(memory, choice.at - world.now, monitor), observed, monitor);
  const after: World = {
    ...applied.world,
    cells: { ...applied.world.cells, ...Object.fromEntries(cells) },
  };
  return { node: { world: after, memory: seen.memory }, sights: seen.sights };
}

/** The first world with an observer's notes. What happens before the first step is not looked at. */
export function firstNoted(model: Model, monitor: MonitorOptions | null): NotedWorld {
  const { world, entries } = firstWorld(model);
  if (monitor === null) return { world, memory: FIRST_MEMORY };
  const { cells } = observe({
    model,
    countsResumes: monitor.pausedHolder,
    message: null,
    entries,
    firstSeq: 0,
    changed: Object.keys(world.cells),
    after: (id) => cellOf(world, id),
  });
  const noted: World = { ...world, cells: { ...world.cells, ...Object.fromEntries(cells) } };
  return { world: noted, memory: FIRST_MEMORY };
}
