/** Where along a row of cells more than half of the runs come out in one way. */
export type Edge =
  | { readonly kind: 'all' | 'never' }
  | { readonly kind: 'from' | 'to' | 'mixed'; readonly at: number }
  | { readonly kind: 'between'; readonly at: number; readonly last: number }
  /** Nowhere; `at` is where it is most likely. */
  | { readonly kind: 'none'; readonly at: number; readonly most: number };

/** Looks for the edge in the shares of a row; null while one is missing. */
export function edgeOf(shares: readonly (number | null)[]): Edge | null {
  const known = shares.filter((share) => share !== null);
  if (known.length < shares.length || known.length === 0) return null;
  const most = Math.max(...known);
  if (most === 0) return { kind: 'never' };
  const over = known.map((share) => share > 0.5);
  const first = over.indexOf(true);
  const last = over.lastIndexOf(true);
  if (first < 0) return { kind: 'none', at: known.indexOf(most), most };
  if (!over.slice(first, last + 1).every(Boolean)) return { kind: 'mixed', at: first };
  if (first === 0) return last === over.length - 1 ? { kind: 'all' } : { kind: 'to', at: last };
  return last === over.length - 1 ? { kind: 'from', at: first } : { kind: 'between', at: first, last };
}
