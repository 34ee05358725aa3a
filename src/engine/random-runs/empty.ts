/** Takes everything out of a list that will be filled again. For few things that is quicker than setting its length, which gives up its room. */
export function empty(list: unknown[]): void {
  while (list.length > 0) list.pop();
}
