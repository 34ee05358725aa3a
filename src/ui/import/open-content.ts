import type { Trace } from '../../engine/trace.ts';
import { detectFormat } from '../../formats/detect.ts';
import { readCase } from '../../formats/case-file.ts';
import { isBinary, writeTrace } from '../../formats/trace-file.ts';
import type { Lane } from '../../scenarios/run.ts';
import { openText } from '../open/open-text.ts';
import { aboutOf, type ReportAbout } from '../reports/about.ts';
import { MOST_ENTRIES } from './limits.ts';
import { notOpened, type Opening } from './opened.ts';

/**
 * Opens a text by what it holds: a trace, a case or a scenario. Never throws for what is in it. Takes time
 * linear in the text; meant to run in a worker. `onEntries` is told the entries of a trace and its lanes before they are judged.
 */
export async function openContent(
  content: string,
  name: string,
  onEntries?: (entries: Trace, lanes: readonly Lane[]) => void,
): Promise<Opening> {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  if (text.trim() === '') return notOpened({ kind: 'empty' });
  if (isBinary(text)) return notOpened({ kind: 'binary' });
  if (hasMoreLines(text, MOST_ENTRIES)) return notOpened({ kind: 'too-many' });
  switch (detectFormat(name, text)) {
    case 'trace':
      return openAs('trace', text, name, null, onEntries);
    case 'scenario':
      return openAs('document', text, name, null);
    case 'case': {
      const read = readCase(text);
      if (!read.ok) return notOpened({ kind: 'bad' }, read.problems);
      const { trace, problems, title } = read.value;
      if (trace.length > MOST_ENTRIES) return notOpened({ kind: 'too-many' });
      const opening = await openAs(
        'trace',
        writeTrace(trace),
        title === '' ? name : title,
        aboutOf(read.value),
        onEntries,
      );
      if (!opening.ok) return opening;
      return { ok: true, value: { ...opening.value, problems: [...problems, ...opening.value.problems] } };
    }
    case null:
      return notOpened({ kind: 'unknown' });
  }
}

async function openAs(
  kind: 'trace' | 'document',
  text: string,
  name: string,
  about: ReportAbout | null,
  onEntries?: (entries: Trace, lanes: readonly Lane[]) => void,
): Promise<Opening> {
  const { source, ...others } = await openText(text, kind, name, onEntries);
  if (source === null) return notOpened({ kind: 'bad' }, others.problems);
  const told = about !== null && source.kind === 'trace' ? { ...source, about } : source;
  return { ok: true, value: { source: told, ...others } };
}

/** Whether a text has more than `limit` lines with something on them; looks no further than it must. */
function hasMoreLines(text: string, limit: number): boolean {
  let lines = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    // A carriage return or a stray blank is no entry.
    if (end - start > 1) lines += 1;
    if (lines > limit) return true;
    start = end + 1;
  }
  return false;
}
