/** The largest text that is read as a trace, in bytes; 50 MB. */
export const MAX_TRACE_BYTES = 50 * 1024 * 1024;
/** The most entries that are read; what follows is left out and told. */
export const MAX_ENTRIES = 1_000_000;
/** The longest line that is read, in characters. */
export const MAX_LINE_CHARS = 200_000;
/** The longest name (of a client, key, store, record, unit, message, ...), in characters. */
export const MAX_NAME_CHARS = 200;
/** The longest text or value that is kept, in characters; what is longer is cut and told. */
export const MAX_TEXT_CHARS = 10_000;
/** How deep a value may be nested. */
export const MAX_DEPTH = 32;
/** The most problems that are told one by one. */
export const MAX_PROBLEMS = 100;
/**
 * The latest time, in milliseconds, on either side of zero: 2 to the 51st microseconds, some 71 years. Up to
 * there milliseconds and microseconds convert into each other without loss, dates since 1970 included.
 */
export const MAX_TIME_MS = 2 ** 51 / 1000;
