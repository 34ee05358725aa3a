import type { CatalogueEntry } from '../../scenarios/builtin/catalogue.ts';

/** Scenarios of one system. */
export interface Group {
  readonly system: string;
  readonly entries: readonly CatalogueEntry[];
}

/** Scenarios by the system that they run on, systems in the order in which they first come. */
export function grouped(all: readonly CatalogueEntry[]): readonly Group[] {
  const groups = new Map<string, CatalogueEntry[]>();
  for (const entry of all) {
    const group = groups.get(entry.system);
    if (group === undefined) groups.set(entry.system, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([system, entries]) => ({ system, entries }));
}
