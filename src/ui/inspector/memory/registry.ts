import { shownBy } from '../../../engine/clock.ts';
import type { Micros } from '../../../engine/time.ts';
import type { Json } from '../../../engine/trace.ts';
import type { Cell } from '../../../engine/world.ts';
import { text } from '../words.ts';
import { durationText } from '../../duration.ts';
import { clientMemory } from './client.ts';
import { epochLeaseMemory } from './epoch-lease.ts';
import { etcdMemory } from './etcd.ts';
import { leaseManagerMemory } from './lease-manager.ts';
import { redisMemory } from './redis.ts';
import { readCacheMemory } from './read-cache.ts';
import { resourceStoreMemory } from './resource-store.ts';
import { extendedLeaseManagerMemory } from './extended-lease-manager.ts';
import { fieldsOf, plain, type MemoryReader, type MemoryRow } from './row.ts';

/** Every kind of memory that has its own words. A new one is one file beside these and one line here. */
const READERS: readonly MemoryReader[] = [
  clientMemory,
  leaseManagerMemory,
  extendedLeaseManagerMemory,
  epochLeaseMemory,
  redisMemory,
  etcdMemory,
  resourceStoreMemory,
  readCacheMemory,
];

/** What a component remembers, its clock where that is not true time, and whom it cannot hear. */
export function memoryRows(cell: Cell, now: Micros): readonly MemoryRow[] {
  const context = fieldsOf(cell.state.context) ?? {};
  const rows = [...ownRows(cell, context, now)];
  const ahead = shownBy(cell.clock, now) - now;
  const clock = text.clock({ ...cell.clock, offsetUs: ahead }, durationText);
  if (clock !== '') rows.push({ name: text.memoryNames.clock, value: clock });
  if (cell.refusing !== undefined) rows.push({ name: text.memoryNames.refuses, value: text.everyRequest });
  if (cell.slowUs !== undefined)
    rows.push({ name: text.memoryNames.slow, value: text.lateBy(durationText(cell.slowUs)) });
  if (cell.cutFrom.length > 0) rows.push({ name: text.memoryNames.cut, value: cell.cutFrom.join(', ') });
  return rows;
}

function ownRows(cell: Cell, context: { readonly [name: string]: Json }, now: Micros): readonly MemoryRow[] {
  for (const reader of READERS) {
    const rows = reader(context, cell, now);
    if (rows !== null) return rows;
  }
  return flattened(context, '');
}

/** Names joined by dots: readable for any memory, if not as good as words made for it. */
function flattened(value: { readonly [name: string]: Json }, prefix: string): readonly MemoryRow[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${prefix}${name}`;
    const fields = fieldsOf(inner);
    if (fields !== null && Object.keys(fields).length > 0) return flattened(fields, `${path}.`);
    return [{ name: path, value: plain(inner) }];
  });
}
