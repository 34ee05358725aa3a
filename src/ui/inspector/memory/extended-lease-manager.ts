import type { Cell } from '../../../engine/world.ts';
import type { Micros } from '../../../engine/time.ts';
import type { Json } from '../../../engine/trace.ts';
import { text } from '../words.ts';
import { endOf } from './ends.ts';
import { fieldsOf, plain, type Fields, type MemoryReader, type MemoryRow } from './row.ts';

/** What a lease manager with extras remembers: of each half its counter, the last lease of each key, and who waits. */
export const extendedLeaseManagerMemory: MemoryReader = (context, cell, now) => {
  const halves = fieldsOf(context['memory'])?.['halves'];
  if (!Array.isArray(halves)) return null;
  return (halves as readonly Json[]).flatMap((half, side) => halfRows(fieldsOf(half) ?? {}, side, cell, now));
};

function halfRows(half: Fields, side: number, cell: Cell, now: Micros): readonly MemoryRow[] {
  const names = text.memoryNames;
  const of = side === 0 ? '' : text.secondHalf;
  const counter = Number(half['counter']);
  const counters = Object.entries(fieldsOf(half['counters']) ?? {});
  return [
    ...(counters.length > 0
      ? counters.map(([key, token]) => ({
          name: `${names.counterOf(key)}${of}`,
          value: text.lastTokenGiven(Number(token)),
        }))
      : [
          {
            name: `${names.counter}${of}`,
            value: counter === 0 ? text.noTokenGiven : text.lastTokenGiven(counter),
          },
        ]),
    ...Object.entries(fieldsOf(half['rows']) ?? {}).map(([key, row]) => ({
      name: `${names.lease(key)}${of}`,
      value: leaseText(fieldsOf(row), endOf(cell, `lease:${key}${side === 0 ? '' : '/2'}`, now)),
    })),
    ...Object.entries(fieldsOf(half['queues']) ?? {}).map(([key, places]) => ({
      name: text.queue(key, of),
      value: Array.isArray(places)
        ? (places as readonly Json[]).map((place) => plain(fieldsOf(place)?.['client'])).join(', ')
        : text.nothing,
    })),
  ];
}

function leaseText(row: Fields | null, when: string | null): string {
  if (row === null) return text.neverLeased;
  const lease = text.leaseOf(plain(row['client']), Number(row['token']));
  if (row['delayed'] === true) return text.leaseDelayed(lease);
  return text.leaseEnds(lease, when ?? text.noExpiry);
}
