/**
 * What reading something from outside gives: a value, or problems that name what is wrong and where.
 * Bad input is never an exception; an exception is a broken promise of the program.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** One thing wrong with input: where (a line such as "line 3", a path such as "clients[0].script[2]") and what. */
export interface Problem {
  readonly where: string;
  readonly what: string;
}

/** Wraps a good value. */
export function good<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Wraps one or more problems. */
export function bad<T = never>(...problems: readonly Problem[]): Result<T> {
  return { ok: false, problems };
}
