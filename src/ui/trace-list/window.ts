/** What a list whose rows are all of one height shows of itself, in pixels. */
export interface ListWindow {
  /** How far it is scrolled. */
  readonly top: number;
  readonly height: number;
}

/** Height of a row: two lines of words. As it is the same for all, no row has to be measured. */
export const ROW_PX = 46;

/** Rows kept before and after those in view, for what scrolling shows before it is drawn. */
const OVERSCAN = 2;

/** The rows to have in the document: from the first up to, not including, the last. */
export function rowsOf(window: ListWindow, count: number): { readonly first: number; readonly end: number } {
  const first = Math.max(0, Math.floor(window.top / ROW_PX) - OVERSCAN);
  const end = Math.min(count, Math.ceil((window.top + window.height) / ROW_PX) + OVERSCAN);
  return { first: Math.min(first, end), end };
}

/** Where to scroll to so that a row is in view: nowhere if it is, else so that it stands in the middle. */
export function revealed(window: ListWindow, row: number, count: number): number {
  const start = row * ROW_PX;
  if (start >= window.top && start + ROW_PX <= window.top + window.height) return window.top;
  const most = Math.max(0, count * ROW_PX - window.height);
  return Math.min(most, Math.max(0, Math.round(start - (window.height - ROW_PX) / 2)));
}
