/** What was made lately. */
const RECENT = new Map<string, unknown>();
const RECENT_LIMIT = 600;

/**
 * What `make` makes of plain options. Components made lately are kept: equal options give the same one, with
 * all that it remembers of its steps.
 */
export function remembered<Options, Made>(
  kind: string,
  options: Options,
  make: (options: Options) => Made,
): Made {
  const key = `${kind} ${JSON.stringify(options)}`;
  const known = RECENT.get(key);
  if (known !== undefined) {
    RECENT.delete(key);
    RECENT.set(key, known);
    return known as Made;
  }
  const made = make(options);
  RECENT.set(key, made);
  const oldest = RECENT.keys().next();
  if (RECENT.size > RECENT_LIMIT && !oldest.done) RECENT.delete(oldest.value);
  return made;
}
