/** What a text asks, and the parts of it that could not be understood; what is usual stands in their place. */
export interface Asked<Ask> {
  readonly ask: Ask;
  readonly strange: readonly string[];
}

/**
 * Reads a text of parts with commas between, each a name and a value after a dot: `pause.2,matrix.1`. `changeOf` gives what a
 * part changes in what the parts before it ask; null: it is not understood.
 */
export function readParts<Ask extends object>(
  text: string,
  usual: Ask,
  changeOf: (name: string, value: string, before: Ask) => Partial<Ask> | null,
): Asked<Ask> {
  const strange: string[] = [];
  let ask = usual;
  for (const part of text === '' ? [] : text.split(',')) {
    const cut = part.indexOf('.');
    const change = cut < 0 ? null : changeOf(part.slice(0, cut), part.slice(cut + 1), ask);
    if (change === null) strange.push(part.slice(0, 40));
    else ask = { ...ask, ...change };
  }
  return { ask, strange };
}
