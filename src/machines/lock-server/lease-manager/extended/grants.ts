import type { Effect } from '../../../../engine/component.ts';
import { raiseFences } from '../../../fence-raise.ts';
import { dateDeadline, lastsUs } from '../../foreign-clocks.ts';
import type { LockReply, LockRefusal } from '../../../messages.ts';
import {
  deadlineOf,
  withRow,
  type Asked,
  type Desk,
  type ExtendedOptions,
  type Half,
  type Row,
  type Served,
} from './memory.ts';
import { nextToken, written } from './tokens.ts';

/** How long from now a lease lasts by the service's clock; null: for ever. */
function lasts({ options }: Desk, { ttlUs, leadUs }: Asked): number | null {
  const { endless, expiryBy } = options.extras;
  return endless ? null : lastsUs(expiryBy, ttlUs, leadUs);
}

/** The clock of a lease's end: a date that somebody wrote is on the wall clock, whatever else is not. */
export function clockOf({ extras, clock }: ExtendedOptions): 'wall' | 'monotonic' {
  return extras.expiryBy === 'server' ? clock : 'wall';
}

/** A lease's end as the service keeps it, until it is granted or renewed anew. */
function endOf({ options, side }: Desk, key: string, afterUs: number | null): readonly Effect[] {
  if (afterUs === null) return [];
  if (options.extras.expiryBy === 'challenger-clock')
    return [dateDeadline(deadlineOf(side, 'until', key), afterUs)];
  return [{ type: 'deadline', id: deadlineOf(side, 'lease', key), afterUs, clock: clockOf(options) }];
}

/** Whether a lease that lasts so long is live as it begins. Who judges by its own clock looks for itself. */
function startsLive({ options }: Desk, afterUs: number | null): boolean {
  return afterUs === null || afterUs > 0 || options.extras.expiryBy === 'challenger-clock';
}

/** The key is the asker's: a token, a promise, the fences that it raises, the answer. */
export function granted(desk: Desk, asked: Asked): Served {
  const { options } = desk;
  const { key, client, ref } = asked;
  const afterUs = lasts(desk, asked);
  const { token, half } = nextToken(desk, key, client);
  const live = startsLive(desk, afterUs);
  const known = options.extras.queue !== 'none' && ref !== null ? { ref } : {};
  const row: Row = { token, client, live, ...known };
  return {
    half: withRow(half, key, row),
    effects: [
      { type: 'trace', entry: { ev: 'grant', client, key, token }, ...promised(afterUs) },
      ...endOf(desk, key, afterUs),
      ...written(desk, key),
      ...raiseFences(options.raises, key, token),
      reply(asked, { type: 'granted', key, token, ttlUs: afterUs === null ? null : asked.ttlUs }),
      ...(live ? [] : [expireEntry(key, row)]),
    ],
  };
}

/** The lease starts its TTL anew; the answer is that to a renewal, or to an acquire of the holder itself. */
export function extended(desk: Desk, asked: Asked, row: Row, as: 'renewed' | 'granted'): Served {
  const { key, client: from } = asked;
  const { token, client } = row;
  const afterUs = lasts(desk, asked);
  const live = startsLive(desk, afterUs);
  const by = client === from ? {} : { by: from };
  return {
    half: withRow(desk.half, key, { ...row, live }),
    effects: [
      { type: 'trace', entry: { ev: 'renew', client, key, token, ...by }, ...promised(afterUs) },
      ...endOf(desk, key, afterUs),
      ...written(desk, key),
      reply(asked, { type: as, key, token, ttlUs: afterUs === null ? null : asked.ttlUs }),
      ...(live ? [] : [expireEntry(key, row)]),
    ],
  };
}

function promised(afterUs: number | null): { readonly expiresAfterUs?: number } {
  return afterUs === null ? {} : { expiresAfterUs: afterUs };
}

/** Not granted, not renewed, not released. */
export function refused(
  half: Half,
  asked: Asked,
  op: 'acquire' | 'renew' | 'release',
  reason: LockRefusal,
): Served {
  const { key, client } = asked;
  const row = half.rows[key] ?? null;
  const holder = row === null ? {} : { by: row.client, token: row.token };
  return {
    half,
    effects: [
      { type: 'trace', entry: { ev: 'refuse', op, client, key, reason, ...holder } },
      reply(asked, { type: 'refused', op, key, reason }),
    ],
  };
}

/** The entry that a lease ran out. */
export function expireEntry(key: string, { client, token }: Row): Effect {
  return { type: 'trace', entry: { ev: 'expire', client, key, token } };
}

/** An answer to a request. */
export function reply({ from, ref }: Asked, body: LockReply): Effect {
  return { type: 'send', to: from, body: ref === null ? body : { ...body, ref } };
}
