/** Whoever reads ranked numbers, to collect them or to rename them. */
export interface RankSink {
  number(family: string, value: number, counts: boolean): number;
  cyclic(family: string, value: number, size: number, counts: boolean): number;
  /** A number that nothing compares with a new one any more if no other place has it: null if so. */
  weak(family: string, value: number): number | null;
  /** A number that nobody declares. */
  undeclared(): void;
}

/** The family of all tokens. */
export const TOKENS = 'token';

/** The family of the places of a key's leases among its grants. */
export function placeFamily(key: string): string {
  return `place ${key}`;
}

/** The family of a record's versions; `record` as the monitor names it. */
export function versionFamily(record: string): string {
  return `version ${record}`;
}
