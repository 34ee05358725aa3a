import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type Fields, type MemoryReader, type MemoryRow } from './row.ts';

/** What a Redis remembers: string keys with their expiry, and counters. */
export const redisMemory: MemoryReader = (context, cell, now) => {
  const memory = fieldsOf(context['memory']);
  const keys = fieldsOf(memory?.['keys']);
  const counters = fieldsOf(memory?.['counters']);
  if (keys === null || counters === null) return null;
  const held = Object.entries(keys).map(([key, json]) => {
    const value = plain(fieldsOf(json)?.['value']);
    const when = endOf(cell, `key:${key}`, now) ?? text.noExpiry;
    return { name: text.memoryNames.key(key), value: text.leaseEnds(value, when) };
  });
  const counted = Object.entries(counters).map(([key, count]) => ({
    name: text.memoryNames.counterOf(key),
    value: plain(count),
  }));
  const none = { name: text.memoryNames.keys, value: text.nothing };
  return [...(held.length === 0 ? [none] : held), ...counted, ...nodeRows(memory ?? {})];
};

/** What a node is to others, what it knows of its replica, and what is on its disk. */
function nodeRows({ role, successor, stream, stopped, saved }: Fields): readonly MemoryRow[] {
  const names = text.memoryNames;
  const rows: MemoryRow[] = [];
  const roleText = typeof role === 'string' ? text.redisRole[role] : undefined;
  if (roleText !== undefined) {
    rows.push({ name: names.role, value: roleText(plain(successor), stopped === true) });
  }
  const sent = fieldsOf(stream);
  if (sent !== null) {
    const behind = Object.keys(fieldsOf(sent['unsent']) ?? {}).map((name) => name.replace(':', ' '));
    const value = behind.length === 0 ? text.replicaHasAll : text.replicaLacks(behind.join(', '));
    rows.push({ name: names.replica, value: sent['stopped'] === true ? text.replicaStopped(value) : value });
  }
  const onDisk = fieldsOf(saved);
  if (onDisk !== null) {
    const there = Object.values(onDisk).flatMap((part) => Object.keys(fieldsOf(part) ?? {}));
    rows.push({ name: names.disk, value: there.length === 0 ? text.nothing : there.join(', ') });
  }
  return rows;
}
