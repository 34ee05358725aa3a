import { cellOf } from '../../choices.ts';
import type { Model } from '../../model.ts';
import type { Cell } from '../../world.ts';
import type { NotedWorld } from '../noted-step.ts';
import { mayReset, rankedModel, RankReader } from './read-ranks.ts';
import { Renamer, risingRenaming, type FamilyRenaming } from './renaming.ts';
import { Families, UsesCollector } from './uses.ts';

/**
 * A real world whose ranked numbers have their smallest form: what timed/ranker.ts does to rows, on plain
 * objects and with nothing remembered.
 */
export function rankedWorld(model: Model, node: NotedWorld): NotedWorld {
  const ranked = rankedModel(model);
  if (ranked === null) return node;
  const families = new Families(ranked.constants);
  const found = new Map<number, { strong: number; weak: number; counters: number[] }>();
  let isUndeclared = false;

  const collector = new UsesCollector(families);
  const reader = new RankReader(ranked, collector);
  const add = (falls: boolean): void => {
    const uses = collector.take();
    isUndeclared ||= uses.isUndeclared;
    for (const { family, strong, weak, counter, isFixed } of uses.families) {
      const use = found.get(family) ?? { strong: 0, weak: 0, counters: [] };
      use.strong |= strong;
      use.weak |= weak;
      const isCyclic = (families.sizes[family] ?? 0) > 0;
      if (isFixed || (falls && counter >= 0 && !isCyclic)) use.counters.push(0);
      else if (counter >= 0) use.counters.push(counter);
      found.set(family, use);
    }
  };
  reader.memory(node.memory);
  add(false);
  for (const component of model.components) {
    const cell = cellOf(node.world, component.id);
    reader.cell(component, cell);
    const isClient = component.role === 'client';
    add((isClient && node.world.budget.crash > 0) || cell.pending.some(mayReset));
    for (const item of cell.pending) {
      if (item.kind !== 'message') continue;
      reader.message(component, item);
      add(false);
    }
  }
  if (isUndeclared) return node;

  const renamings = [...found].flatMap(([family, { strong, weak, counters }]): FamilyRenaming[] => {
    const counter = counters.length === 0 ? 0 : Math.min(...counters);
    if (counter === 0) return [];
    if ((families.sizes[family] ?? 0) > 0) return [{ family, kept: 0, counter, dead: 0 }];
    const constants = families.constants[family] ?? 0;
    const renaming = risingRenaming(family, { strong, weak, counter }, constants);
    return renaming === null ? [] : [renaming];
  });
  return renamed(model, node, new RankReader(ranked, new Renamer(families, renamings)));
}

function renamed(model: Model, { world, memory }: NotedWorld, reader: RankReader): NotedWorld {
  const cells = model.components.map((component): [string, Cell] => {
    const cell = reader.cell(component, cellOf(world, component.id));
    const pending = cell.pending.map((item) =>
      item.kind === 'message' ? reader.message(component, item) : item,
    );
    return [component.id, { ...cell, pending }];
  });
  return { world: { ...world, cells: Object.fromEntries(cells) }, memory: reader.memory(memory) };
}
