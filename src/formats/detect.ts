import { isJsonObject } from './json-object.ts';
import { MAX_LINE_CHARS } from './trace-limits.ts';

/** What a text from outside is. */
export type Format = 'trace' | 'case' | 'scenario';

/** How many lines are looked at to find an entry of a trace among bad ones. */
const LOOKED_AT = 20;

/**
 * Tells what a text is by its content; its name decides only where the content does not, as with a trace
 * whose first lines are all bad. Null where neither does.
 */
export function detectFormat(name: string, text: string): Format | null {
  if (hasEntry(text, 1)) return 'trace';
  const value = parse(text);
  if (isJsonObject(value)) return formatOf(value);
  return hasEntry(text, LOOKED_AT) || /\.(jsonl|ndjson|log)$/i.test(name) ? 'trace' : null;
}

function formatOf(document: Readonly<Record<string, unknown>>): Format | null {
  if (document['format'] === 'fenceline-scenario') return 'scenario';
  if ('trace' in document) return 'case';
  if ('clients' in document || 'configurations' in document) return 'scenario';
  return 'ev' in document || 't' in document ? 'trace' : null;
}

/** Whether one of the first lines that are not blank is an entry of a trace by itself. */
function hasEntry(text: string, lines: number): boolean {
  let start = 0;
  for (let looked = 0; looked < lines && start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_CHARS)).trim();
    start = end + 1;
    if (line === '') continue;
    looked += 1;
    const value = parse(line);
    if (isJsonObject(value) && 'ev' in value && 't' in value) return true;
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
