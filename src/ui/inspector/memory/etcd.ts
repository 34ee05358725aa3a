import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type MemoryReader } from './row.ts';

/** What an etcd remembers: its revision, the leases, and the keys that are bound to them. */
export const etcdMemory: MemoryReader = (context, cell, now) => {
  const memory = fieldsOf(context['memory']);
  const leases = fieldsOf(memory?.['leases']);
  const keys = fieldsOf(memory?.['keys']);
  if (memory === null || leases === null || keys === null) return null;
  const names = text.memoryNames;
  return [
    { name: names.revision, value: plain(memory['revision']) },
    ...Object.keys(leases).map((id) => ({
      name: names.lease(id),
      value: endOf(cell, `lease:${id}`, now) ?? text.noExpiry,
    })),
    ...Object.entries(keys).map(([key, json]) => {
      const { value, lease, created } = fieldsOf(json) ?? {};
      return {
        name: names.key(key),
        value: text.etcdKey(plain(value), plain(created), plain(lease)),
      };
    }),
    ...(Object.keys(keys).length === 0 ? [{ name: names.keys, value: text.nothing }] : []),
  ];
};
