/**
 * The largest file or text that is opened in the page, in bytes. Below the limit of the format itself: the
 * page keeps text, entries and picture in memory at once.
 */
export const MOST_BYTES = 20_000_000;

/** The most entries that are opened in the page. */
export const MOST_ENTRIES = 200_000;
