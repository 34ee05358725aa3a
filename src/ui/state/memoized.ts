/** Remembers the last call of a pure function: arguments that are the same, by identity, give the same result. */
export function memoized<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | null = null;
  return (...args) => {
    if (last === null || !args.every((arg, index) => Object.is(arg, last?.args[index]))) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
}
