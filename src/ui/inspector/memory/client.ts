import { text } from '../words.ts';
import { fieldsOf, plain, type MemoryReader, type MemoryRow } from './row.ts';

/** What a client remembers: what it believes, the token it would present, what it has read. */
export const clientMemory: MemoryReader = (context) => {
  const { at, token, believes, waits } = context;
  const versions = fieldsOf(context['versions']);
  if (typeof at !== 'number' || versions === null || believes === undefined) return null;
  const belief = fieldsOf(believes);
  const names = text.memoryNames;
  const rows: MemoryRow[] = [
    {
      name: names.believes,
      value:
        belief === null ? text.believesNothing : text.believes(plain(belief['key']), Number(belief['token'])),
    },
    { name: names.token, value: typeof token === 'number' ? String(token) : text.noToken },
    { name: names.script, value: text.scriptDone(at) },
  ];
  const known = Object.entries(versions).map(([record, version]) => text.version(record, Number(version)));
  if (known.length > 0) rows.push({ name: names.versions, value: known.join(', ') });
  if (waits === true) rows.push({ name: names.waits, value: text.waitsForKey });
  return rows;
};
