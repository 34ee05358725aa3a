/** Fewer groups than this are cut, so that several workers have something to do. */
const FEW_GROUPS = 8;
const PORTIONS = 32;

/**
 * How the cells of a sweep are handed out: those that make the same machines together, for what is worked out of one
 * helps the next. Who plays a portion does not matter to its results.
 */
export function portionsOf(cells: number, groupOf: (cell: number) => string): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (let cell = 0; cell < cells; cell += 1) {
    const group = groupOf(cell);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [cell]);
    else known.push(cell);
  }
  if (groups.size >= FEW_GROUPS) return [...groups.values()];
  const size = Math.max(1, Math.ceil(cells / PORTIONS));
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, index) =>
      group.slice(index * size, (index + 1) * size),
    ),
  );
}
