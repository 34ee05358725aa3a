import { text } from '../words.ts';
import { fieldsOf, plain, type MemoryReader, type MemoryRow } from './row.ts';

/** What a cache holds of the records of its store, and how many reads wait for that store. */
export const readCacheMemory: MemoryReader = (context) => {
  const memory = fieldsOf(context['memory']) ?? {};
  const values = fieldsOf(memory['values']);
  const { asked } = memory;
  if (values === null || !Array.isArray(asked)) return null;
  const rows = Object.entries(values).flatMap(([record, json]): MemoryRow[] => {
    const held = fieldsOf(json);
    if (held === null) return [];
    const value = text.recordHolds(plain(held['value']), Number(held['version']));
    return [{ name: text.memoryNames.record(record), value }];
  });
  if (asked.length > 0) rows.push({ name: text.memoryNames.reads, value: text.readsWait(asked.length) });
  return rows;
};
