import type { Json } from '../../../engine/trace.ts';
import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type Fields, type MemoryReader, type MemoryRow } from './row.ts';

/** What an etcd remembers: its revision, the leases, and the keys that are bound to them. */
export const etcdMemory: MemoryReader = (context, cell, now) => {
  const memory = fieldsOf(context['memory']);
  const leases = fieldsOf(memory?.['leases']);
  const keys = fieldsOf(memory?.['keys']);
  if (memory === null || leases === null || keys === null) return null;
  const names = text.memoryNames;
  return [
    { name: names.revision, value: plain(memory['revision']) },
    ...stillRow(memory),
    ...Object.entries(leases).map(([id, lease]) => ({
      name: names.lease(id),
      value:
        fieldsOf(lease)?.['over'] === true
          ? text.etcdGap
          : (endOf(cell, `lease:${id}`, now) ?? text.noExpiry),
    })),
    ...Object.entries(keys).map(([key, json]) => {
      const { value, lease, created } = fieldsOf(json) ?? {};
      return {
        name: names.key(key),
        value: text.etcdKey(plain(value), plain(created), plain(lease)),
      };
    }),
    ...(Object.keys(keys).length === 0 ? [{ name: names.keys, value: text.nothing }] : []),
    ...waitRow(names.watchers, memory['watchers']),
    ...waitRow(names.callers, memory['callers']),
  ];
};

/** Why nothing can be agreed on, where that is so. */
function stillRow(memory: Fields): readonly MemoryRow[] {
  const still = fieldsOf(memory['still']);
  if (still === null) return [];
  const value = text.etcdStill(still['down'] === true, still['noQuorum'] === true);
  return [{ name: text.memoryNames.agreement, value }];
}

/** Who waits for a key, where anybody does. */
function waitRow(name: string, list: Json | undefined): readonly MemoryRow[] {
  if (!Array.isArray(list)) return [];
  const waits = (list as readonly Json[]).map((one) => {
    const { from, key } = fieldsOf(one) ?? {};
    return text.etcdWaits(plain(from), plain(key));
  });
  return [{ name, value: waits.join(', ') }];
}
