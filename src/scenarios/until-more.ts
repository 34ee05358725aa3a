/** What `make` makes, until what is `known` is not what it was when it was made. */
export function untilMore<Made>(known: () => unknown, make: () => Made): () => Made {
  let made: { readonly of: unknown; readonly what: Made } | null = null;
  return () => {
    const of = known();
    const latest = made !== null && made.of === of ? made : { of, what: make() };
    made = latest;
    return latest.what;
  };
}
