import type { Effect } from '../../../../engine/component.ts';
import { free } from './ends.ts';
import { extended, granted, refused, reply } from './grants.ts';
import type { Judgement } from '../../foreign-clocks.ts';
import type { Asked, Desk, Row, Served } from './memory.ts';
import { enqueued, isTaken, queues } from './queue.ts';
import { areUnique } from './tokens.ts';

/** What is asked about the key of a row whose end others judge: their clock has to be looked at first. */
export type Judged = 'acquire' | 'renew' | 'check' | 'which-token' | 'inspect';

/** Grants the key, unless a live lease, a grace time or, where owners are known, the asker's own is in the way. */
export function acquire(desk: Desk, asked: Asked, judgement: Judgement | null): Served {
  const { options, half } = desk;
  const { extras } = options;
  const row = half.rows[asked.key] ?? null;
  if (row === null || !isTaken(row)) return granted(desk, asked);
  if (row.live && row.ref !== undefined && row.ref === asked.ref) return again(desk, asked, row);
  if (row.live && judgement?.isOver === true) return takenOver(desk, asked, row, judgement);
  if (row.live && extras.owner === 'known' && row.client === asked.client)
    return extended(desk, asked, row, 'granted');
  if (queues(extras, asked)) return enqueued(desk, asked);
  return refused(half, asked, 'acquire', row.live ? 'held' : 'lock-delay');
}

/** The same call made again while its grant was on its way: it is told once more. */
function again({ half }: Desk, asked: Asked, { token }: Row): Served {
  const { key, ttlUs } = asked;
  return { half, effects: [reply(asked, { type: 'granted', key, token, ttlUs })] };
}

/** Who asks finds the lease over by its own clock; by the service's it may be live yet, and is lost then. */
function takenOver(desk: Desk, asked: Asked, row: Row, { isPast }: Judgement): Served {
  const { key } = asked;
  const { client, token } = row;
  const lost: Effect[] = isPast ? [] : [{ type: 'trace', entry: { ev: 'forget', client, key, token } }];
  const taken = granted(desk, asked);
  return { ...taken, effects: [...lost, ...taken.effects] };
}

/** Takes a live key over, where that is allowed; grants it as any acquire where it is not leased. */
export function steal(desk: Desk, asked: Asked): Served {
  const { options, half } = desk;
  const { key, client: by } = asked;
  const row = half.rows[key] ?? null;
  if (!options.extras.stealing) return refused(half, asked, 'acquire', 'no-stealing');
  if (row === null || !isTaken(row)) return granted(desk, asked);
  if (!row.live) return refused(half, asked, 'acquire', 'lock-delay');
  const { client, token } = row;
  const taken = granted(desk, asked);
  const stolen: Effect[] =
    client === by ? [] : [{ type: 'trace', entry: { ev: 'steal', client, key, token, by } }];
  return { ...taken, effects: [...stolen, ...taken.effects] };
}

/** Needs the current token and a live lease. */
export function renew(desk: Desk, asked: Asked, judgement: Judgement | null): Served {
  const row = desk.half.rows[asked.key] ?? null;
  const isGood = row !== null && row.live && row.token === asked.token && judgement?.isOver !== true;
  return isGood ? extended(desk, asked, row, 'renewed') : refused(desk.half, asked, 'renew', 'lease-lost');
}

/** Needs the current token only: a lease that is over and that nobody replaced can still be released. */
export function release(desk: Desk, asked: Asked): Served {
  const { key, client: from } = asked;
  const row = desk.half.rows[key] ?? null;
  if (row === null || row.token !== asked.token) return refused(desk.half, asked, 'release', 'lease-lost');
  const { client, token } = row;
  const by = client === from ? {} : { by: from };
  // Somebody else with the same number ends what is not its own.
  const ev = client === from || areUnique(desk) ? 'release' : 'revoke';
  return free(desk, key, [
    { type: 'trace', entry: { ev, client, key, token, ...by } },
    reply(asked, { type: 'released', key, token }),
  ]);
}

/** Whether the asker's lease is live. */
export function check({ half }: Desk, asked: Asked, judgement: Judgement | null): Served {
  const row = half.rows[asked.key] ?? null;
  const holds = row !== null && row.live && row.token === asked.token && judgement?.isOver !== true;
  return { half, effects: [reply(asked, { type: 'holds', key: asked.key, holds })] };
}

/** The token of the live lease, whoever holds it. */
export function current({ half }: Desk, asked: Asked, judgement: Judgement | null): Served {
  const row = half.rows[asked.key] ?? null;
  const isLive = row !== null && row.live && judgement?.isOver !== true;
  return {
    half,
    effects: [reply(asked, { type: 'token', key: asked.key, token: isLive ? row.token : null })],
  };
}

/** A store looks at the record in its own step. */
export function inspect({ half }: Desk, key: string, store: string, judgement: Judgement | null): Served {
  const row = half.rows[key] ?? null;
  const live = row !== null && row.live && judgement?.isOver !== true;
  const view = { type: 'lease.view', live, token: row?.token ?? null };
  return { half, effects: [{ type: 'call', to: store, event: view }] };
}
