/** What a text from outside is. */
export type Format = 'trace' | 'case' | 'scenario';

/** How many lines are looked at to find an entry of a trace among bad ones. */
const LOOKED_AT = 20;

/**
 * Tells what a text is by its content; its name decides only where the content does not, as with a trace
 * whose first lines are all bad. Null where neither does.
 */
export function detectFormat(name: string, text: string): Format | null {
  if (hasEntry(text)) return 'trace';
  const value = parse(text);
  if (isObject(value)) {
    if (value['format'] === 'fenceline-scenario') return 'scenario';
    if ('trace' in value) return 'case';
    if ('clients' in value || 'configurations' in value) return 'scenario';
    if ('ev' in value || 't' in value) return 'trace';
  }
  return /\.(jsonl|ndjson|log)$/i.test(name) ? 'trace' : null;
}

/** Whether one of the first lines is an entry of a trace by itself. */
function hasEntry(text: string): boolean {
  let start = 0;
  for (let line = 0; line < LOOKED_AT && start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    // A long line is no entry; the whole text is looked at in its place.
    if (end - start < 100_000) {
      const value = parse(text.slice(start, end));
      if (isObject(value) && 'ev' in value && 't' in value) return true;
    }
    start = end + 1;
  }
  return false;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
