/**
 * How a text is encoded, by its first bytes: UTF-8, or UTF-16 where the mark of byte order says so, as
 * some shells write logs.
 */
export function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
