import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type MemoryReader } from './row.ts';

/** What an epoch lease service remembers: a row for each key, kept when its term is over. */
export const epochLeaseMemory: MemoryReader = (context, cell, now) => {
  const terms = fieldsOf(fieldsOf(context['memory'])?.['terms']);
  if (terms === null) return null;
  return Object.entries(terms).map(([key, json]) => {
    const term = fieldsOf(json);
    const name = text.memoryNames.row(key);
    if (term === null) return { name, value: text.neverLeased };
    const owner = text.epochOf(plain(term['owner']), plain(term['epoch']));
    const when = endOf(cell, `lease:${key}`, now);
    return { name, value: when === null ? owner : text.leaseEnds(owner, when) };
  });
};
