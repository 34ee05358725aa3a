/** The state before a change, the one after it, and the one that is shown in words while something is moved. */
const REMEMBERED = 3;

/** Remembers the last calls of a pure function: arguments that are the same, by identity, give the same result. */
export function memoized<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  /** The last one first. */
  const calls: { readonly args: Args; readonly result: Result }[] = [];
  return (...args) => {
    const place = calls.findIndex((call) => call.args.every((arg, index) => Object.is(arg, args[index])));
    const [known] = place < 0 ? [] : calls.splice(place, 1);
    const call = known ?? { args, result: compute(...args) };
    calls.unshift(call);
    calls.length = Math.min(calls.length, REMEMBERED);
    return call.result;
  };
}
