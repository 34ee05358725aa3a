/** A text as SQL has it. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A number as SQL has it. */
export function numeral(value: number | null): string {
  return value === null ? 'NULL' : String(value);
}
