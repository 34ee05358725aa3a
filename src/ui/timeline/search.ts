/** Items that a binary search can read: arrays and typed arrays alike. */
type Items<T> = { readonly length: number; readonly [index: number]: T };

/** The item at `index`, which must exist: a missing one is a mistake of the program, not of the data. */
export function at<T>(items: Items<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${String(index)} of ${String(items.length)}`);
  return item;
}

/** The first index whose key is not below `bound`, in items sorted by that key; `length` if there is none. */
export function lowerBound<T>(items: Items<T>, bound: number, keyOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(at(items, middle)) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose number is not below `bound`, in sorted numbers. */
export function lowerBoundOf(numbers: Items<number>, bound: number): number {
  return lowerBound(numbers, bound, identity);
}

/** The first index whose key is above `bound`, in items sorted by that key; `length` if there is none. */
export function upperBound<T>(items: Items<T>, bound: number, keyOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(at(items, middle)) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose number is above `bound`, in sorted numbers. */
export function upperBoundOf(numbers: Items<number>, bound: number): number {
  return upperBound(numbers, bound, identity);
}

/**
 * The highest end among the items up to each index. With it a binary search finds the first item that may
 * still reach into a window, although ends are not sorted.
 */
export function runningEnds(items: readonly { readonly end: number }[]): Float64Array {
  const ends = new Float64Array(items.length);
  let highest = -Infinity;
  for (const [index, item] of items.entries()) {
    highest = Math.max(highest, item.end);
    ends[index] = highest;
  }
  return ends;
}

const identity = (value: number): number => value;
