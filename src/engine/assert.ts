/**
 * A broken promise of the program itself: never bad input (see result.ts), never a refusal by the
 * protocol (that is an event). The message says what was promised; the caller adds step and seed.
 */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/** Throws BrokenPromise unless the condition holds. */
export function promise(condition: unknown, what: string): asserts condition {
  if (!condition) throw new BrokenPromise(what);
}
