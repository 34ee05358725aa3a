import type { Effect } from '../../../../engine/component.ts';
import { granted, reply } from './grants.ts';
import {
  deadlineOf,
  withQueue,
  type Asked,
  type Desk,
  type Half,
  type LeaseExtras,
  type Place,
  type Row,
  type Served,
} from './memory.ts';

/** Whether a request waits in the queue of its key. */
export function queues({ queue }: LeaseExtras, { waits, ref }: Asked): boolean {
  return queue !== 'none' && waits && ref !== null;
}

/**
 * A place at the end of the queue. Who asks again keeps its place, and is heard of; not heard of for its TTL it
 * has lost it, unless waiters are served unseen.
 */
export function enqueued(desk: Desk, asked: Asked): Served {
  const { options, side, half } = desk;
  const { key, client, from, ref, ttlUs, leadUs } = asked;
  const place: Place = { client, from, ref: ref ?? '', ttlUs, leadUs };
  const places = half.queues[key] ?? [];
  const isThere = places.some((other) => other.client === client);
  const next = isThere
    ? places.map((other) => (other.client === client ? place : other))
    : [...places, place];
  const told = { half: withQueue(half, key, next), effects: [reply(asked, { type: 'queued', key })] };
  if (options.extras.queue === 'unseen') return told;
  const id = deadlineOf(side, 'place', key, client);
  const heard: Effect = { type: 'deadline', id, afterUs: Math.max(1, ttlUs), clock: 'monotonic' };
  return { ...told, effects: [...told.effects, heard] };
}

/** Serves who waits, in turn, while the key can be had. */
export function servedInTurn(desk: Desk, key: string): Served {
  let { half } = desk;
  const effects: Effect[] = [];
  for (;;) {
    const [first, ...others] = half.queues[key] ?? [];
    if (first === undefined || isTaken(half.rows[key] ?? null)) return { half, effects };
    const { client, from, ref, ttlUs, leadUs } = first;
    const asked: Asked = { key, client, from, ref, ttlUs, token: 0, leadUs, waits: true };
    const served = granted({ ...desk, half: withQueue(half, key, others) }, asked);
    half = served.half;
    effects.push(...unheard(desk, key, first), ...served.effects);
  }
}

/** Whether a key cannot be granted now. */
export function isTaken(row: Row | null): boolean {
  return row !== null && (row.live || row.delayed === true);
}

/** A waiter leaves; one that was granted the key in the meantime gives it back by `release`. */
export function left(
  desk: Desk,
  asked: Asked,
  waited: string,
  release: (desk: Desk, asked: Asked) => Served,
): Served {
  const { key } = asked;
  const row = desk.half.rows[key] ?? null;
  if (row?.live === true && row.ref === waited) return release(desk, { ...asked, token: row.token });
  const gone = withoutPlace(desk, key, ({ ref }) => ref === waited);
  return { ...gone, effects: [...gone.effects, reply(asked, { type: 'left', key })] };
}

/** The half without a waiter, of whom nothing has been heard for too long, or who leaves. */
export function withoutPlace(desk: Desk, key: string, isGone: (place: Place) => boolean): Served {
  const places = desk.half.queues[key] ?? [];
  const gone = places.filter(isGone);
  const half: Half = withQueue(
    desk.half,
    key,
    places.filter((place) => !isGone(place)),
  );
  return { half, effects: gone.flatMap((place) => unheard(desk, key, place)) };
}

/** Nobody asks any more whether a waiter is heard of. */
function unheard({ options, side }: Desk, key: string, { client }: Place): readonly Effect[] {
  return options.extras.queue === 'unseen'
    ? []
    : [{ type: 'cancel', id: deadlineOf(side, 'place', key, client) }];
}
