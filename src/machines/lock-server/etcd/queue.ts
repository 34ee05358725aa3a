import type { MachineEvent } from '../../../engine/component.ts';
import { asNumber, asText, replyTo } from '../../requests.ts';
import type { Served } from '../../serving-machine.ts';
import { putState } from './keys.ts';
import { askerOf, refusal, type EtcdOptions, type Memory } from './memory.ts';
import { holderOf, placesOf, withKey, withList } from './places.ts';

/** The name of the place that a lease has in a lock's queue. */
export function placeOf(lock: string, lease: number): string {
  return `${lock}/${String(lease)}`;
}

/** The place right before a revision in a lock's queue: whom a waiter watches so that it alone is woken. */
export function placeBefore(memory: Memory, event: MachineEvent): Served<Memory> {
  const created = asNumber(event['created']);
  const before = placesOf(memory.keys, asText(event['under'])).findLast(
    ([, state]) => state.created < created,
  );
  const key = before?.[0] ?? '';
  return { memory, effects: [replyTo(event, { type: 'place', found: before !== undefined, key })] };
}

/** Tells the caller, after a first answer, when a key is gone; at once if it is not there. One call has one watch. */
export function watch(memory: Memory, event: MachineEvent): Served<Memory> {
  const key = asText(event['key']);
  const without = unwatched(memory, event);
  if (memory.keys[key] === undefined)
    return { memory: without, effects: [replyTo(event, { type: 'watch.gone', key })] };
  const watchers = [...(without.watchers ?? []), { ...askerOf(event), key }];
  const answer = replyTo(event, { type: 'watching', key });
  return { memory: withList(without, 'watchers', watchers), effects: [answer] };
}

/** The caller does not want to know any more; nothing is answered. */
export function unwatch(memory: Memory, event: MachineEvent): Served<Memory> {
  return { memory: unwatched(memory, event), effects: [] };
}

function unwatched(memory: Memory, event: MachineEvent): Memory {
  const { from, ref } = askerOf(event);
  const { watchers = [] } = memory;
  return withList(
    memory,
    'watchers',
    watchers.filter((one) => one.from !== from || one.ref !== ref),
  );
}

/**
 * The server's own lock call: it queues under the caller's lease, and is answered when the caller's turn has
 * come. A call that is made again waits on in its place.
 */
export function lockCall(options: EtcdOptions, memory: Memory, event: MachineEvent): Served<Memory> {
  const lease = asNumber(event['lease']);
  const under = asText(event['under']);
  if (memory.leases[lease] === undefined) return refusal(memory, event, 'lease-lost');
  const key = placeOf(under, lease);
  const present = memory.keys[key];
  const put =
    present === undefined
      ? withKey(options, memory, key, putState(memory, event, { type: 'put', lease, under }))
      : { memory, effects: [], after: [] };
  const created = present?.created ?? put.memory.revision;
  if (holderOf(put.memory.keys, under)?.[0] === key) {
    return {
      memory: put.memory,
      effects: [...put.effects, replyTo(event, { type: 'locked', key, created })],
    };
  }
  const asker = askerOf(event);
  const others = (memory.callers ?? []).filter((one) => one.from !== asker.from || one.ref !== asker.ref);
  const callers = [...others, { ...asker, under, key, created }];
  return { memory: withList(put.memory, 'callers', callers), effects: put.effects };
}
