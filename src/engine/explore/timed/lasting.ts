import type { Memory } from '../monitor-memory.ts';
import type { MemorySpace } from './memory-space.ts';
import type { StepGraph } from './step-graph.ts';

/** Bits of one integer that are looked at in one go. */
const TOGETHER = 31;

/**
 * The first world from which on something that a monitor remembers stays for ever, whatever is chosen; -1 if
 * there is none. `named`: what it is about, by name. `memoryOf`: the number of a world's memory.
 */
export function firstLasting(
  graph: StepGraph,
  memories: MemorySpace,
  memoryOf: (world: number) => number,
  named: (memory: Memory) => readonly string[],
): number {
  const names = memories.shapes.map(({ memory }) => named(memory));
  const all = [...new Set(names.flat())];
  let first = -1;
  for (let begin = 0; begin < all.length; begin += TOGETHER) {
    const places = new Map(all.slice(begin, begin + TOGETHER).map((name, bit) => [name, 1 << bit]));
    const bits = names.map((ofMemory) => ofMemory.reduce((sum, name) => sum | (places.get(name) ?? 0), 0));
    const found = graph.lasting((world) => bits[memoryOf(world)] ?? 0).findIndex((lasts) => lasts !== 0);
    if (found >= 0 && (first < 0 || found < first)) first = found;
  }
  return first;
}
