import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type MemoryReader, type MemoryRow } from './row.ts';

/** What a lease manager remembers: its counter, and for each key the last lease, over or not. */
export const leaseManagerMemory: MemoryReader = (context, cell, now) => {
  const { counter } = context;
  const leases = fieldsOf(context['leases']);
  if (typeof counter !== 'number' || leases === null) return null;
  const names = text.memoryNames;
  const rows: MemoryRow[] = [
    {
      name: names.counter,
      value: counter === 0 ? text.noTokenGiven : text.lastTokenGiven(counter),
    },
  ];
  for (const [key, json] of Object.entries(leases)) {
    const lease = fieldsOf(json);
    const name = names.lease(key);
    if (lease === null) {
      rows.push({ name, value: text.neverLeased });
      continue;
    }
    const holder = text.leaseOf(plain(lease['client']), Number(lease['token']));
    const when = endOf(cell, `lease:${key}`, now);
    rows.push({ name, value: when === null ? holder : text.leaseEnds(holder, when) });
  }
  return rows;
};
