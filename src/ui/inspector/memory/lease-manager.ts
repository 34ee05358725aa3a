import type { Micros } from '../../../engine/time.ts';
import type { Cell } from '../../../engine/world.ts';
import { text } from '../words.ts';
import { durationText } from '../duration.ts';
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
    const when = endOf(cell, key, now);
    rows.push({ name, value: when === null ? holder : text.leaseEnds(holder, when) });
  }
  return rows;
};

function endOf(cell: Cell, key: string, now: Micros): string | null {
  const deadline = cell.pending.find(({ kind, id }) => kind === 'deadline' && id === `lease:${key}`);
  if (deadline === undefined) return null;
  const ahead = deadline.due - now;
  if (deadline.passed) return text.leaseOver(durationText(Math.max(0, -ahead)));
  return text.leaseEndsIn(durationText(Math.max(0, ahead)));
}
