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

/** What the lock module does and remembers beside the script: whom it asks, that it renews, locks of its own. */
function moduleRows(memory: Fields): readonly MemoryRow[] {
  const { node } = memory;
  const inner = fieldsOf(memory['module']);
  if (inner !== null && typeof node === 'string') {
    return [...moduleRows(inner), { name: text.memoryNames.asks, value: node }];
  }
  return [...renewalRows(memory), ...insideRows(fieldsOf(memory['local']) ?? {})];
}

/** Locks that live in the process. */
function insideRows({ mutexes }: Fields): readonly MemoryRow[] {
  return Object.values(fieldsOf(mutexes) ?? {}).flatMap((json) => {
    const { key, holder, queue } = fieldsOf(json) ?? {};
    const worker = plain(fieldsOf(holder)?.['worker']);
    const waiting = Array.isArray(queue) ? queue.length : 0;
    return [{ name: text.memoryNames.inside(plain(key)), value: text.heldInside(worker, waiting) }];
  });
}

function renewalRows({ loops, watches, beats, watched, session }: Fields): readonly MemoryRow[] {
  const running = Object.keys({ ...fieldsOf(loops), ...fieldsOf(watches) }).length;
  const hasSession = fieldsOf(session) !== null;
  const renews =
    running > 0 || hasSession || beats === true || (Array.isArray(watched) && watched.length > 0);
  return renews ? [{ name: text.memoryNames.renewal, value: text.renewals(Math.max(1, running)) }] : [];
}

function workerRows(worker: { readonly [name: string]: Json }): readonly MemoryRow[] {
  const { at, waits } = worker;
  const names = text.memoryNames;
  const rows: MemoryRow[] = [
    { name: names.believes, value: beliefs(fieldsOf(worker['believes']) ?? {}) },
    { name: names.token, value: tokens(fieldsOf(worker['tokens']) ?? {}) },
    { name: names.script, value: text.scriptDone(Number(at)) },
  ];
  const known = versions(fieldsOf(worker['versions']) ?? {});
  if (known !== '') rows.push({ name: names.versions, value: known });
  if (waits === true) rows.push({ name: names.waits, value: text.waitsForKey });
  return rows;
}

/** Each key that it believes to hold, with its token. */
function beliefs(believes: Fields): string {
  const held = Object.entries(believes).map(([key, belief]) => {
    const { token, lossTold } = fieldsOf(belief) ?? {};
    const holds = text.believes(key, typeof token === 'number' ? token : null);
    return lossTold === true ? text.believesThoughTold(holds) : holds;
  });
  return held.length === 0 ? text.believesNothing : held.join('; ');
}

/** The tokens that it would present; of which key, where they are several. */
function tokens(given: Fields): string {
  const all = Object.entries(given);
  if (all.length === 0) return text.noToken;
  return all.map(([key, token]) => (all.length === 1 ? plain(token) : `${key} ${plain(token)}`)).join(', ');
}

/** The versions that it knows; of which store, where they are several. */
function versions(known: Fields): string {
  const all = Object.entries(known).map(([name, version]) => {
    const [store = '', record = ''] = name.split('/');
    return { store, record, version: Number(version) };
  });
  const several = new Set(all.map(({ store }) => store)).size > 1;
  return all
    .map(({ store, record, version }) => text.version(several ? `${record} (${store})` : record, version))
    .join(', ');
}
