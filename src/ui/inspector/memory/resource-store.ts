import { text } from '../words.ts';
import { fieldsOf, plain, type MemoryReader, type MemoryRow } from './row.ts';

/** What a store remembers: its records, and of each lock key the highest token it has seen. */
export const resourceStoreMemory: MemoryReader = (context) => {
  const memory = fieldsOf(context['memory']) ?? {};
  const records = fieldsOf(memory['records']);
  const fences = fieldsOf(memory['fences']);
  if (records === null || fences === null) return null;
  const rows: MemoryRow[] = [];
  for (const [record, json] of Object.entries(records)) {
    const state = fieldsOf(json);
    if (state === null) continue;
    const version = Number(state['version']);
    const value =
      state['isGone'] === true ? text.recordGone(version) : text.recordHolds(plain(state['value']), version);
    rows.push({ name: text.memoryNames.record(record), value });
  }
  for (const [key, json] of Object.entries(fences)) {
    const highest = fieldsOf(json)?.['highest'];
    // A store that keeps no fence has nothing to say about it.
    if (typeof highest !== 'number') continue;
    rows.push({ name: text.memoryNames.fence(key), value: String(highest) });
  }
  return rows;
};
