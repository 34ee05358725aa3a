import type { Json } from '../../../engine/trace.ts';
import { text } from '../words.ts';
import { fieldsOf, plain, type Fields, type MemoryReader, type MemoryRow } from './row.ts';

/** What a client remembers: what it believes, the token it would present, what it has read. */
export const clientMemory: MemoryReader = (context) => {
  const workers = fieldsOf(context['workers']);
  if (workers === null) return null;
  const module = moduleRows(fieldsOf(context['memory']) ?? {});
  return [...Object.values(workers).flatMap((worker) => workerRows(fieldsOf(worker) ?? {})), ...module];
};

/** What the lock module does beside the script: it renews. */
function moduleRows({ loops, beats, watched }: Fields): readonly MemoryRow[] {
  const running = Object.keys(fieldsOf(loops) ?? {}).length;
  const renews = running > 0 || beats === true || (Array.isArray(watched) && watched.length > 0);
  return renews ? [{ name: text.memoryNames.renewal, value: text.renewals(Math.max(1, running)) }] : [];
}

function workerRows(worker: { readonly [name: string]: Json }): readonly MemoryRow[] {
  const { at, token, believes, waits } = worker;
  const versions = fieldsOf(worker['versions']) ?? {};
  const belief = believes === undefined ? null : fieldsOf(believes);
  const names = text.memoryNames;
  const rows: MemoryRow[] = [
    {
      name: names.believes,
      value:
        belief === null
          ? text.believesNothing
          : text.believes(plain(belief['key']), typeof belief['token'] === 'number' ? belief['token'] : null),
    },
    { name: names.token, value: typeof token === 'number' ? String(token) : text.noToken },
    { name: names.script, value: text.scriptDone(Number(at)) },
  ];
  const known = Object.entries(versions).map(([record, version]) => text.version(record, Number(version)));
  if (known.length > 0) rows.push({ name: names.versions, value: known.join(', ') });
  if (waits === true) rows.push({ name: names.waits, value: text.waitsForKey });
  return rows;
}
