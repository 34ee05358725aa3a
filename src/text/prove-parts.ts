/** `1,234`. */
export function number(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 state`, `1,234 states`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `a, b and c`. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
