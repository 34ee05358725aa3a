import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type MemoryReader } from './row.ts';

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
  return [...(held.length === 0 ? [none] : held), ...counted];
};
